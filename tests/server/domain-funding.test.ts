import { afterEach, beforeEach, expect, test } from 'vitest';
import { clickAdReward, watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import { getAppConfig } from '../../server/domain/app-config.ts';
import type { Caller } from '../../server/domain/context.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { depositFunds, readFunding } from '../../server/domain/funding.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { SECOND } from '../../server/domain/time.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { answerOnce } from '../../server/http/idempotency.ts';
import { addAd } from './ad.support.ts';
import { createTestDomain, drainOutbox, outcomes, refusalOf, type TestDomain } from './support.ts';

const MANY = 64;
const PAUSED = { reason: 'paused_by_operator' };
const page = { page: 1, limit: 100 };

let domain: TestDomain;
beforeEach(async () => {
  domain = await createTestDomain(30);
  await domain.configure({ 'video.reward': '0.03', 'reward.share': '0.07' });
});
afterEach(async () => {
  try {
    expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  } finally {
    await domain.drop();
  }
});

const deposit = (amount: bigint) => depositFunds(domain.pool, amount, 'a test', domain.now());
const enforce = (on: boolean) => domain.configure({ 'funding.enforce': String(on) });

test('64 claims at once are paid exactly until the deposit is used up', async () => {
  const clip = await domain.video();
  await deposit(10_000n);
  await enforce(true);
  const users = await Promise.all(Array.from({ length: MANY }, () => domain.user()));
  for (const user of users) await playable(domain.context(), user, page);
  domain.advance(5 * SECOND);
  const claims = users.map((user) => record(domain.context(), user, { videos_id: clip }));
  // 33 times 0.03 is 0.99
  expect(await outcomes(claims)).toEqual({ ok: 33, paused_by_operator: MANY - 33 });
  expect(await readFunding(domain.pool)).toMatchObject({ promised: 9_900n, room: 100n });
  // refused users have lost nothing
  await deposit(1_000_000n);
  const again = users.map((user) => record(domain.context(), user, { videos_id: clip }));
  expect(await outcomes(again)).toEqual({ ok: MANY - 33, already_rewarded: 33 });
});

test('claims of every kind at once never exceed the deposit, in any order', async () => {
  const clip = await domain.video();
  await domain.configure({ 'reward.download_app': '0.11', 'reward.registration': '0.13' });
  await deposit(30_000n);
  await enforce(true);
  const users = await Promise.all(Array.from({ length: MANY }, () => domain.user()));
  for (const user of users) await playable(domain.context(), user, page);
  domain.advance(5 * SECOND);
  const kinds = [
    (user: Caller) => record(domain.context(), user, { videos_id: clip }),
    (user: Caller) => claimShareReward(domain.context(), user, {}),
    (user: Caller) => claimTask(domain.context(), user, { task: 'download_app' }),
    (user: Caller) => handleLoginReward(domain.context(), user, {}),
  ];
  const counts = await outcomes(users.map((user, at) => kinds[at % kinds.length]?.(user)));
  expect(Object.keys(counts).sort()).toEqual(['ok', 'paused_by_operator']);
  const { promised, room } = await readFunding(domain.pool);
  expect(promised + room).toBe(30_000n);
  // the largest reward was refused only when it no longer fitted
  expect(room).toBeLessThan(1_300n);
});

test('if enforcement begins during claims, each of them is counted', async () => {
  await deposit(1_000_000n);
  for (let round = 0; round < 10; round += 1) {
    const users = await Promise.all(Array.from({ length: 20 }, () => domain.user()));
    const claims = users.map((user) => claimShareReward(domain.context(), user, {}));
    await changeSettings(domain.pool, { 'funding.enforce': 'true' }, domain.now());
    await Promise.all(claims);
    expect((await verifyLedger(domain.pool)).differences).toEqual([]);
    await changeSettings(domain.pool, { 'funding.enforce': 'false' }, domain.now());
  }
});

test('a deposit first covers the amounts that were promised before', async () => {
  const [one, two] = [await domain.user(), await domain.user()];
  await claimTask(domain.context(), one, { task: 'download_app' });
  await deposit(500n);
  await enforce(true);
  expect(await readFunding(domain.pool)).toMatchObject({ room: 0n, shortfall: 1_500n });
  const share = () => claimShareReward(domain.context(), two, {});
  expect(await refusalOf(share())).toEqual(PAUSED);
  await deposit(2_199n);
  expect(await readFunding(domain.pool)).toMatchObject({ room: 699n, shortfall: 0n });
  expect(await refusalOf(share())).toEqual(PAUSED);
  await deposit(1n);
  await share();
  expect(await readFunding(domain.pool)).toMatchObject({ promised: 2_700n, room: 0n });
});

const take = ({ userId }: Caller, amount: bigint) =>
  correctBalance(domain.pool, userId, { amount: -amount, reason: 'a test' }, domain.now());

test.each([
  ['less than', 1_000n, { room: 0n, shortfall: 500n }],
  ['exactly', 1_500n, { room: 0n, shortfall: 0n }],
  ['more than', 1_800n, { room: 300n, shortfall: 0n }],
])(
  'a correction that frees %s the shortfall reduces the shortfall first',
  async (_, freed, left) => {
    const user = await domain.user();
    await claimTask(domain.context(), user, { task: 'download_app' });
    await deposit(500n);
    await enforce(true);
    expect(await readFunding(domain.pool)).toMatchObject({ room: 0n, shortfall: 1_500n });
    await take(user, freed);
    expect(await readFunding(domain.pool)).toMatchObject({ promised: 2_000n - freed, ...left });
  },
);

test.each([400n, 1n])(
  'rewards that repay a debt of %d are paid in spite of a shortfall',
  async (debt) => {
    const inviter = await domain.user();
    const friend = await domain.user({ inviters: [inviter.userId] });
    await take(inviter, debt);
    await handleLoginReward(domain.context(), friend, {});
    await deposit(100n);
    await enforce(true);
    expect(await readFunding(domain.pool)).toMatchObject({ promised: 15_700n, shortfall: 15_600n });
    await drainOutbox(domain);
    const { rows } = await domain.pool.query(
      'select available, debt from wallet where user_id = $1',
      [inviter.userId],
    );
    expect(rows).toEqual([{ available: 5_700n - debt, debt: 0n }]);
    expect(await readFunding(domain.pool)).toMatchObject({
      ...{ promised: 15_700n - debt, room: 0n, shortfall: 15_600n - debt },
    });
  },
);

test('a welcome is paid only if the funds also cover the inviter’s rewards', async () => {
  await domain.configure({ 'invite.release_after_videos': '1' });
  const [clip, inviter] = [await domain.video(), await domain.user()];
  const friend = await domain.user({ inviters: [inviter.userId] });
  // 1.00, and 0.50 with 0.07 for the inviter
  await deposit(15_699n);
  await enforce(true);
  const welcome = () => handleLoginReward(domain.context(), friend, {});
  expect(await refusalOf(welcome())).toEqual(PAUSED);
  await deposit(1n);
  expect(await welcome()).toMatchObject({ balance: '1.0000' });
  expect(await readFunding(domain.pool)).toMatchObject({ room: 0n });
  // the inviter’s later rewards were covered at the welcome
  await domain.configure({ 'video.reward': '0' });
  await playable(domain.context(), friend, page);
  domain.advance(5 * SECOND);
  await record(domain.context(), friend, { videos_id: clip });
  await drainOutbox(domain);
  expect(await readFunding(domain.pool)).toMatchObject({ promised: 15_700n, room: 0n });
});

test('a refusal is stored under its key, and the share can be claimed under another key', async () => {
  await enforce(true);
  const { userId, token } = await domain.user();
  const attempt = { userId, path: '/share', key: 'k', input: {}, now: domain.now() };
  const answer = () =>
    answerOnce(domain.pool, attempt, async (db) => {
      await claimShareReward(domain.context({ db }), { userId, token }, {});
      throw new Error('it was paid');
    });
  const first = await answer();
  expect(JSON.parse(first.text)).toMatchObject({ code: 0, data: PAUSED });
  expect((await answer()).text).toBe(first.text);
  await deposit(10_000n);
  expect(await claimShareReward(domain.context(), { userId, token }, {})).toMatchObject({
    reward: '0.0700',
  });
});

test('the app is told that rewards are paused while the funds do not cover a clip', async () => {
  const user = await domain.user();
  const told = async () => [
    (await getAppConfig(domain.context(), null, {})).rewards_paused,
    (await playable(domain.context(), user, page)).rewards_paused,
  ];
  expect(await told()).toEqual([false, false]);
  await enforce(true);
  expect(await told()).toEqual([true, true]);
  await deposit(300n);
  expect(await told()).toEqual([false, false]);
});

test('an ad whose budget does not cover another click is no longer shown', async () => {
  await addAd(domain, { watch_reward: 0n, click_reward: 200n, budget: 300n });
  const [one, two] = [await domain.user(), await domain.user()];
  const { list } = await getAdList(domain.context(), one, page);
  await clickAdReward(domain.context(), one, { ad_id: list[0]?.id ?? 0 });
  expect((await getAdList(domain.context(), two, page)).list).toEqual([]);
});

test('an ad pays exactly until its budget is used up, and is then no longer shown', async () => {
  const ad_id = await addAd(domain, { budget: 5_200n });
  const users = await Promise.all(Array.from({ length: MANY }, () => domain.user()));
  for (const user of users) {
    expect((await getAdList(domain.context(), user, page)).list).toHaveLength(1);
  }
  domain.advance(5 * SECOND);
  const watches = users.map((user) => watchAdReward(domain.context(), user, { ad_id }));
  // ten times 0.05 of 0.52
  expect(await outcomes(watches)).toEqual({ ok: 10, unknown_ad: MANY - 10 });
  const clicks = users.map((user) => clickAdReward(domain.context(), user, { ad_id }));
  expect(await outcomes(clicks)).toEqual({ ok: 1, unknown_ad: MANY - 1 });
  expect(await getAdList(domain.context(), users[0] ?? null, page)).toMatchObject({
    list: [],
    total: 0,
  });
});
