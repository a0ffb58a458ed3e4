import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { afterRivals, inTransaction } from '../../server/database/database.ts';
import { clickAdReward, watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller } from '../../server/domain/context.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../server/domain/settlement.ts';
import {
  checkAndAddExtraRewards,
  claimShareReward,
  incrementShare,
} from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { createBank, type TestBank } from './support.ts';

const MANY = 100;
const page = { page: 1, limit: 100 };
let bank: TestBank;

beforeAll(async () => {
  bank = await createBank(30);
  await bank.pool.query(
    `insert into payout_method values ('gcash', 'GCash', 'phone', '{PH}', '^09\\d{9}$', '', 1)`,
  );
});
beforeEach(async () => {
  await bank.pool.query('truncate video restart identity');
  await bank.configure({ 'video.watch_seconds': '5', 'video.daily_limit': '20' });
});
afterEach(async () => {
  expect((await verifyLedger(bank.pool)).differences).toEqual([]);
});
afterAll(() => bank.drop());

/** Runs them all at once; what came of it, counted: `ok`, or the refusal's reason. */
async function outcomes(calls: readonly (() => Promise<unknown>)[]) {
  const results = await Promise.allSettled(calls.map((call) => call()));
  const counts: Record<string, number> = {};
  for (const result of results) {
    const key = result.status === 'fulfilled' ? 'ok' : (result.reason.reason ?? result.reason);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const times = (count: number, call: () => Promise<unknown>) => Array(count).fill(call);

async function balanceOf({ userId }: Caller): Promise<bigint> {
  const { rows } = await bank.pool.query('select available from wallet where user_id = $1', [
    userId,
  ]);
  return rows[0].available;
}

test('100 simultaneous records of one clip pay once', async () => {
  const user = await bank.user();
  const videos_id = await bank.video();
  await playable(bank.context(), user, page);
  bank.pass(60_000);
  expect(await outcomes(times(MANY, () => record(bank.context(), user, { videos_id })))).toEqual({
    ok: 1,
    already_rewarded: MANY - 1,
  });
  expect(await balanceOf(user)).toBe(500n);
});

test('100 simultaneous records pay once also where clips need no watching', async () => {
  await bank.configure({ 'video.watch_seconds': '0' });
  const user = await bank.user();
  const videos_id = await bank.video();
  await playable(bank.context(), user, page);
  expect(await outcomes(times(MANY, () => record(bank.context(), user, { videos_id })))).toEqual({
    ok: 1,
    already_rewarded: MANY - 1,
  });
});

test('records that race inside transactions pay once: the losers’ transactions are run again', async () => {
  await bank.configure({ 'video.watch_seconds': '0' });
  const user = await bank.user();
  const videos_id = await bank.video();
  await playable(bank.context(), user, page);
  const one = () =>
    afterRivals(bank.pool, () =>
      inTransaction(bank.pool, (db) => record(bank.context({ db }), user, { videos_id })),
    );
  expect(await outcomes(times(20, one))).toEqual({ ok: 1, already_rewarded: 19 });
});

test('nobody earns faster than real time from many devices', async () => {
  const user = await bank.user();
  const clips = await Promise.all(Array.from({ length: 30 }, () => bank.video()));
  await playable(bank.context(), user, page);
  bank.pass(60_000);
  expect(
    await outcomes(clips.map((videos_id) => () => record(bank.context(), user, { videos_id }))),
  ).toEqual({ ok: 1, too_early: 29 });
});

test('the daily limit holds however many arrive at once', async () => {
  await bank.configure({ 'video.watch_seconds': '0', 'video.daily_limit': '7' });
  const user = await bank.user();
  const clips = await Promise.all(Array.from({ length: 60 }, () => bank.video()));
  await playable(bank.context(), user, page);
  const all = clips.map((videos_id) => () => record(bank.context(), user, { videos_id }));
  expect(await outcomes(all)).toEqual({ ok: 7, daily_limit_reached: 53 });
  expect(await balanceOf(user)).toBe(7n * 500n);
});

test('extra views are added as often as configured, and every one of them pays', async () => {
  await bank.configure({
    'video.watch_seconds': '0',
    'video.daily_limit': '1',
    'share.extra_views': '3',
    'share.extra_times_per_day': '1',
  });
  const user = await bank.user();
  const clips = await Promise.all(Array.from({ length: 20 }, () => bank.video()));
  await playable(bank.context(), user, page);
  await record(bank.context(), user, { videos_id: clips[0] ?? 0 });
  await incrementShare(bank.context(), user, {});
  const add = () => checkAndAddExtraRewards(bank.context(), user, {});
  expect(await outcomes(times(20, add))).toEqual({ ok: 1, limit_not_reached: 19 });
  const rest = clips.slice(1);
  const all = rest.map((videos_id) => () => record(bank.context(), user, { videos_id }));
  expect(await outcomes(all)).toEqual({ ok: 3, daily_limit_reached: rest.length - 3 });
  expect(await outcomes([add])).toEqual({ no_extra_left: 1 });
});

test('100 simultaneous withdrawals make one', async () => {
  await bank.configure({ 'reward.download_app': '500' });
  const user = await bank.user();
  await claimTask(bank.context(), user, { task: 'download_app' });
  await updateWdinfo(bank.context(), user, {
    country: 'PH',
    method: 'gcash',
    recipient_name: 'Maria Cruz',
    account: '09171234567',
  });
  expect(
    await outcomes(times(MANY, () => withdraw(bank.context(), user, { amount: '1' }))),
  ).toEqual({ ok: 1, pending_exists: MANY - 1 });
  const { rows } = await bank.pool.query('select available, held from wallet where user_id = $1', [
    user.userId,
  ]);
  expect(rows).toEqual([{ available: 4_990_000n, held: 10_000n }]);
});

test('approving, rejecting and requesting at once settle each request once', async () => {
  await bank.configure({ 'reward.download_app': '100' });
  const user = await bank.user();
  await claimTask(bank.context(), user, { task: 'download_app' });
  await updateWdinfo(bank.context(), user, {
    country: 'PH',
    method: 'gcash',
    recipient_name: 'Maria Cruz',
    account: '09171234567',
  });
  for (let round = 0; round < 10; round += 1) {
    const { withdrawal } = await withdraw(bank.context(), user, { amount: '1' });
    const settle = [
      () => approveWithdrawal(bank.pool, withdrawal.id, bank.now()),
      () => rejectWithdrawal(bank.pool, withdrawal.id, 'no', bank.now()),
    ];
    const results = await Promise.allSettled([
      ...[...settle, ...settle, ...settle].map((call) => call()),
      withdraw(bank.context(), user, { amount: '2' }),
    ]);
    const settled = results.slice(0, -1).filter(({ status }) => status === 'fulfilled');
    expect(settled).toHaveLength(1);
    await bank.pool
      .query<{ withdrawal_id: bigint }>(
        `select withdrawal_id from withdrawal where user_id = $1 and status = 'pending'`,
        [user.userId],
      )
      .then(({ rows }) =>
        Promise.all(
          rows.map((row) =>
            rejectWithdrawal(bank.pool, Number(row.withdrawal_id), 'next', bank.now()),
          ),
        ),
      );
  }
});

test('what is paid once is paid once: welcome, share of the day, tasks', async () => {
  const user = await bank.user();
  const welcomes = await Promise.all(
    times(30, () => handleLoginReward(bank.context(), user, {})).map((call) => call()),
  );
  expect(welcomes.filter(({ rewards }) => rewards.length > 0)).toHaveLength(1);
  expect(await outcomes(times(30, () => claimShareReward(bank.context(), user, {})))).toEqual({
    ok: 1,
    already_claimed: 29,
  });
  const claim = () => claimTask(bank.context(), user, { task: 'notification' });
  expect(await outcomes(times(30, claim))).toEqual({ ok: 1, already_claimed: 29 });
});

test('an ad pays one watch and one click a day', async () => {
  const user = await bank.user();
  await bank.pool.query(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at)
     values ('Sea', 'Lodge', '/a.mp4', '/a.webp', 'https://example.com', 'Go', 6000, now())`,
  );
  const { list } = await getAdList(bank.context(), user, page);
  const ad_id = list[0]?.id ?? 0;
  bank.pass(60_000);
  expect(await outcomes(times(30, () => watchAdReward(bank.context(), user, { ad_id })))).toEqual({
    ok: 1,
    already_rewarded: 29,
  });
  expect(await outcomes(times(30, () => clickAdReward(bank.context(), user, { ad_id })))).toEqual({
    ok: 1,
    already_rewarded: 29,
  });
});
