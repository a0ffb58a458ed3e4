import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { invitedUsers } from '../../server/domain/invitations.ts';
import { rewardLogs } from '../../server/domain/ledger.ts';
import { startOutbox } from '../../server/domain/outbox.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { createBank, type TestBank } from './support.ts';

const page = { page: 1, limit: 10 };
let bank: TestBank;

beforeAll(async () => {
  bank = await createBank();
});
beforeEach(async () => {
  await bank.pool.query('truncate video restart identity');
  await bank.configure({
    'reward.registration': '1.9999',
    'reward.invite': '0.5',
    'landing.watch_seconds': '5',
    'landing.watch_reward': '0.1',
  });
});
afterAll(() => bank.drop());

const failed = (error: unknown) => {
  throw error;
};

/** Delivers what waits, and stops. */
async function deliver(): Promise<void> {
  const outbox = startOutbox({ pool: bank.pool, onError: failed, now: bank.now });
  await outbox.drained();
  await outbox.stop();
}

async function logOf(caller: Caller) {
  const { list } = await rewardLogs(bank.context(), caller, page);
  return list.map(({ type, amount, detail }) => ({ type, amount, detail }));
}

/** Four generations, the oldest first. */
async function family(): Promise<Caller[]> {
  const people: Caller[] = [];
  for (const _ of [1, 2, 3, 4, 5]) {
    const inviters = people
      .map(({ userId }) => userId)
      .reverse()
      .slice(0, 3);
    people.push(await bank.user({ inviters }));
  }
  return people;
}

async function codeOf({ userId }: Caller): Promise<string> {
  const { rows } = await bank.pool.query('select invite_code from account where user_id = $1', [
    userId,
  ]);
  return rows[0].invite_code;
}

test('the new-user reward is credited once; later calls answer an empty list', async () => {
  const user = await bank.user();
  expect(await handleLoginReward(bank.context(), user, {})).toEqual({
    rewards: [
      {
        id: 1,
        type: 'new_user_reward',
        amount: '1.9999',
        created_at: bank.now().toISOString(),
        detail: '',
      },
    ],
    balance: '1.9999',
  });
  expect(await handleLoginReward(bank.context(), user, { watch_ticket: 'any' })).toEqual({
    rewards: [],
    balance: '1.9999',
  });
});

test('three levels get 7, 3 and 1 percent rounded down, the direct inviter the invite reward', async () => {
  const [oldest, third, second, first, newcomer] = (await family()) as [
    Caller,
    Caller,
    Caller,
    Caller,
    Caller,
  ];
  await handleLoginReward(bank.context(), newcomer, {});
  await handleLoginReward(bank.context(), newcomer, {});
  await deliver();
  const { rows } = await bank.pool.query('select username from account where user_id = $1', [
    newcomer.userId,
  ]);
  const { maskName } = await import('../../contract/mask.ts');
  const detail = maskName(rows[0].username);
  expect([
    await logOf(first),
    await logOf(second),
    await logOf(third),
    await logOf(oldest),
  ]).toEqual([
    [
      { type: 'invite_level_1_reward', amount: '0.1399', detail },
      { type: 'invite', amount: '0.5000', detail },
    ],
    [{ type: 'invite_level_2_reward', amount: '0.0599', detail }],
    [{ type: 'invite_level_3_reward', amount: '0.0199', detail }],
    [],
  ]);
  expect((await verifyLedger(bank.pool)).differences).toEqual([]);
});

test('several processes deliver each reward once', async () => {
  const inviter = await bank.user();
  const friends = await Promise.all(
    Array.from({ length: 60 }, () => bank.user({ inviters: [inviter.userId] })),
  );
  await Promise.all(friends.map((friend) => handleLoginReward(bank.context(), friend, {})));
  await Promise.all([deliver(), deliver(), deliver(), deliver()]);
  await deliver();
  const { rows } = await bank.pool.query(
    `select credited, version, (select count(*) from outbox) as waiting
     from wallet where user_id = $1`,
    [inviter.userId],
  );
  expect(rows).toEqual([{ credited: 60n * (5_000n + 1_399n), version: 120n, waiting: 0n }]);
  expect((await verifyLedger(bank.pool)).differences).toEqual([]);
});

test('friends are listed by level with what each has brought', async () => {
  const [, third, second, first, newcomer] = (await family()) as [
    Caller,
    Caller,
    Caller,
    Caller,
    Caller,
  ];
  await handleLoginReward(bank.context(), newcomer, {});
  await deliver();
  const code = await codeOf(third);
  const answer = await invitedUsers(bank.context(), third, page);
  expect(answer).toEqual({
    counts: { level1: 1, level2: 1, level3: 1 },
    invite_code: code,
    invite_url: `https://clips.example/newuser?invite_code=${code}`,
    list: [
      expect.objectContaining({ level: 3, reward: '0.0199' }),
      expect.objectContaining({ level: 2, reward: '0.0000' }),
      expect.objectContaining({ level: 1, reward: '0.0000' }),
    ],
    page: 1,
    limit: 10,
    total: 3,
  });
  expect((await invitedUsers(bank.context(), first, page)).list).toMatchObject([
    { level: 1, reward: '0.6399' },
  ]);
  const one = await invitedUsers(bank.context(), second, { ...page, level: 2 });
  expect({ total: one.total, list: one.list }).toMatchObject({
    total: 1,
    list: [{ level: 2, reward: '0.0599' }],
  });
});
