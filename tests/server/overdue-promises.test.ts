import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { depositFunds, readFunding } from '../../server/domain/funding.ts';
import { invitedUsers } from '../../server/domain/invitations.ts';
import { startOutbox } from '../../server/domain/outbox.ts';
import { endPromises } from '../../server/domain/overdue-promises.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { createTestDomain, type TestDomain } from './support.ts';

/** 0.5 for the invitation, and 7% of a registration reward of 2. */
const BROUGHT = 6_400n;
const page = { page: 1, limit: 10 };

let domain: TestDomain;
let inviter: Caller;
let clips: number[];
beforeEach(async () => {
  domain = await createTestDomain(10);
  await domain.configure({
    ...{ 'invite.release_after_videos': '2', 'reward.registration': '2', 'reward.invite': '0.5' },
    ...{ 'invite.promise_days': '90' },
  });
  await depositFunds(domain.pool, 1_000_000n, 'a test', domain.now());
  await domain.configure({ 'funding.enforce': 'true' });
  clips = [await domain.video(), await domain.video(), await domain.video()];
  inviter = await domain.user();
});
afterEach(async () => {
  try {
    expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  } finally {
    await domain.drop();
  }
});

async function friend(): Promise<Caller> {
  const invited = await domain.user({ inviters: [inviter.userId] });
  await handleLoginReward(domain.context(), invited, {});
  return invited;
}

async function watch(who: Caller, videos_id = 0) {
  await playable(domain.context(), who, page);
  domain.advance(5 * SECOND);
  return record(domain.context(), who, { videos_id });
}

async function brought(): Promise<bigint> {
  const outbox = startOutbox({ pool: domain.pool, onError: console.error, now: domain.now });
  await outbox.drain();
  await outbox.stop();
  const { rows } = await domain.pool.query<{ credited: bigint }>(
    'select credited from wallet where user_id = $1',
    [inviter.userId],
  );
  return rows[0]?.credited ?? 0n;
}

const end = () => endPromises(domain.pool, domain.settings, domain.now());
const promised = async () => (await readFunding(domain.pool)).promised;

test('a friend who watches nothing for 90 days brings no reward any more, and frees the funds', async () => {
  const idle = await friend();
  const before = await promised();
  domain.advance(90 * DAY);
  await end();
  expect(await promised()).toBe(before);
  domain.advance(1);
  await end();
  expect(await promised()).toBe(before - BROUGHT);
  expect((await invitedUsers(domain.context(), inviter, page)).list).toMatchObject([
    { reward: '0.0000', on_its_way: '0.0000', videos_missing: 0 },
  ]);
  await watch(idle, clips[0]);
  await watch(idle, clips[1]);
  await watch(idle, clips[2]);
  expect(await brought()).toBe(0n);
});

test('each watched clip extends a friend’s time by 90 days', async () => {
  const slow = await friend();
  domain.advance(89 * DAY);
  await watch(slow, clips[0]);
  domain.advance(89 * DAY);
  await end();
  await watch(slow, clips[1]);
  expect(await brought()).toBe(BROUGHT);
});

test('with 0 days a promise never ends', async () => {
  await domain.configure({ 'invite.promise_days': '0' });
  await friend();
  const before = await promised();
  domain.advance(3_000 * DAY);
  await end();
  expect(await promised()).toBe(before);
});

test('a promise either ends or is released, if both happen at the same moment', async () => {
  await domain.configure({ 'invite.release_after_videos': '1' });
  const friends = await Promise.all(Array.from({ length: 12 }, friend));
  domain.advance(91 * DAY);
  for (const each of friends) await playable(domain.context(), each, page);
  domain.advance(5 * SECOND);
  const before = await promised();
  await Promise.all([
    ...friends.map((each) => record(domain.context(), each, { videos_id: clips[0] ?? 0 })),
    end(),
    end(),
  ]);
  const credited = await brought();
  expect(credited % BROUGHT).toBe(0n);
  const { rows } = await domain.pool.query('select from coming_reward');
  expect(rows).toHaveLength(0);
  const paid = 12n * 500n;
  expect(await promised()).toBe(before + paid - (12n * BROUGHT - credited));
});
