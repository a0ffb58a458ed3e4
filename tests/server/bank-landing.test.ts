import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { landing } from '../../server/domain/landing.ts';
import { rewardLogs } from '../../server/domain/ledger.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { createBank, refusalOf, type TestBank } from './support.ts';

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

async function logOf(caller: Caller) {
  const { list } = await rewardLogs(bank.context(), caller, page);
  return list.map(({ type, amount, detail }) => ({ type, amount, detail }));
}

async function codeOf({ userId }: Caller): Promise<string> {
  const { rows } = await bank.pool.query('select invite_code from account where user_id = $1', [
    userId,
  ]);
  return rows[0].invite_code;
}

test('the landing page shows the inviter, the clip and the sum, and its ticket pays once', async () => {
  const inviter = await bank.user({ username: 'Maximilian_1' });
  const clip = await bank.video({ title: 'Koi' });
  const invite_code = await codeOf(inviter);
  const answer = await landing(bank.context(), null, { invite_code: invite_code.toLowerCase() });
  expect(answer).toMatchObject({
    inviter: { username: 'Ma***_1', slogan: 'Watch short videos with me and earn cash' },
    video: { id: clip, title: 'Koi' },
    watch_seconds: 5,
    register_reward: '1.9999',
    watch_reward: '0.1000',
    total: '2.0999',
  });
  const user = await bank.user({ inviters: [inviter.userId] });
  bank.pass(5 * SECOND);
  const { watch_ticket } = answer;
  expect(await handleLoginReward(bank.context(), user, { watch_ticket })).toMatchObject({
    rewards: [
      { type: 'new_user_reward', amount: '1.9999' },
      { type: 'video', amount: '0.1000', detail: 'Koi' },
    ],
    balance: '2.0999',
  });
  const { list, remaining_today } = await playable(bank.context(), user, page);
  expect({ list, remaining_today }).toEqual({ list: [], remaining_today: 19 });
  const other = await bank.user();
  expect(await refusalOf(handleLoginReward(bank.context(), other, { watch_ticket }))).toEqual({
    reason: 'invalid_watch_ticket',
  });
  expect((await verifyLedger(bank.pool)).differences).toEqual([]);
});

test('a ticket is refused before its watch time, when forged and when ancient; nothing moves', async () => {
  const inviter = await bank.user();
  await bank.video();
  const { watch_ticket } = await landing(bank.context(), null, {
    invite_code: await codeOf(inviter),
  });
  const user = await bank.user();
  const attempt = (ticket: string) =>
    refusalOf(handleLoginReward(bank.context(), user, { watch_ticket: ticket }));
  const bad = { reason: 'invalid_watch_ticket' };
  bank.pass(5 * SECOND - 1);
  expect(await attempt(watch_ticket)).toEqual(bad);
  bank.pass(1);
  const forged = Buffer.from(watch_ticket, 'base64url');
  forged[7] = (forged[7] ?? 0) ^ 1;
  expect([
    await attempt(forged.toString('base64url')),
    await attempt('x'),
    await attempt(watch_ticket.slice(0, -4)),
  ]).toEqual([bad, bad, bad]);
  bank.pass(30 * DAY + 1);
  expect(await attempt(watch_ticket)).toEqual(bad);
  expect(await logOf(user)).toEqual([]);
});

test('twenty newcomers with one ticket: one is paid for it', async () => {
  const inviter = await bank.user();
  await bank.video();
  const { watch_ticket } = await landing(bank.context(), null, {
    invite_code: await codeOf(inviter),
  });
  bank.pass(5 * SECOND);
  const users = await Promise.all(Array.from({ length: 20 }, () => bank.user()));
  const results = await Promise.allSettled(
    users.map((user) => handleLoginReward(bank.context(), user, { watch_ticket })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the landing page is refused for a code of nobody’s or of a blocked user', async () => {
  await bank.video();
  const inviter = await bank.user();
  const invite_code = await codeOf(inviter);
  await bank.pool.query('update account set blocked_at = now() where user_id = $1', [
    inviter.userId,
  ]);
  for (const code of [invite_code, 'NOBODY']) {
    expect(await refusalOf(landing(bank.context(), null, { invite_code: code }))).toEqual({
      reason: 'invalid_invite_code',
    });
  }
});
