import { expect, test } from 'vitest';
import { maskName } from '../../contract/mask.ts';
import type { Caller } from '../../server/domain/context.ts';
import { invitedUsers } from '../../server/domain/invitations.ts';
import { startOutbox } from '../../server/domain/outbox.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { domain, logOf, page, setUpInvitations } from './invitations.setup.ts';

setUpInvitations();

const failed = (error: unknown) => {
  throw error;
};

/** Delivers the queued rewards, and stops. */
async function deliver(): Promise<void> {
  const outbox = startOutbox({ pool: domain.pool, onError: failed, now: domain.now });
  await outbox.drain();
  await outbox.stop();
}

/** Creates four generations of inviters and a newcomer, the oldest first. */
async function family(): Promise<Caller[]> {
  const people: Caller[] = [];
  for (const _ of [1, 2, 3, 4, 5]) {
    const inviters = people
      .map(({ userId }) => userId)
      .reverse()
      .slice(0, 3);
    people.push(await domain.user({ inviters }));
  }
  return people;
}

test('three levels get 7, 3 and 1 percent rounded down, the direct inviter also gets the invite reward', async () => {
  const [oldest, third, second, first, newcomer] = (await family()) as [
    Caller,
    Caller,
    Caller,
    Caller,
    Caller,
  ];
  await handleLoginReward(domain.context(), newcomer, {});
  await handleLoginReward(domain.context(), newcomer, {});
  await deliver();
  const { rows } = await domain.pool.query('select username from account where user_id = $1', [
    newcomer.userId,
  ]);
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
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

test('several processes deliver each reward once', async () => {
  const inviter = await domain.user();
  const friends = await Promise.all(
    Array.from({ length: 60 }, () => domain.user({ inviters: [inviter.userId] })),
  );
  await Promise.all(friends.map((friend) => handleLoginReward(domain.context(), friend, {})));
  await Promise.all([deliver(), deliver(), deliver(), deliver()]);
  await deliver();
  const { rows } = await domain.pool.query(
    `select credited, version, (select count(*) from outbox) as waiting
     from wallet where user_id = $1`,
    [inviter.userId],
  );
  expect(rows).toEqual([{ credited: 60n * (5_000n + 1_399n), version: 120n, waiting: 0n }]);
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

test('friends are listed newest first, also friends who registered at one moment', async () => {
  const inviter = await domain.user();
  const friends = [
    { name: 'noon', at: '2026-03-01T12:00:00.000Z' },
    { name: 'early', at: '2026-03-01T09:00:00.000Z' },
    { name: 'also', at: '2026-03-01T09:00:00.000Z' },
  ];
  for (const { name, at } of friends) {
    domain.setNow(new Date(at));
    await domain.user({ username: name, inviters: [inviter.userId] });
  }
  const { list, counts } = await invitedUsers(domain.context(), inviter, page);
  expect(list.map(({ username }) => username)).toEqual(['noon', 'also', 'early'].map(maskName));
  expect(counts).toEqual({ level1: 3, level2: 0, level3: 0 });
});
