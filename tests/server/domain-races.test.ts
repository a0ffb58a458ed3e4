import { afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction, retryOnConflict } from '../../server/database/database.ts';
import { clickAdReward, watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../server/domain/settlement.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { addAd } from './ad.support.ts';
import { balanceOf, domain, setUpDomain } from './domain.setup.ts';
import { addGcash, preparePayout } from './payout.support.ts';

const MANY = 100;
const page = { page: 1, limit: 100 };

setUpDomain({
  connections: 30,
  empty: ['video'],
  settings: { 'video.watch_seconds': '5', 'video.daily_limit': '20' },
});
beforeAll(() => addGcash(domain));
afterEach(async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

/** Runs all calls at once. @returns the number of each outcome: `ok`, or a refusal’s reason */
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

test('100 simultaneous records of one clip pay once', async () => {
  const user = await domain.user();
  const videos_id = await domain.video();
  await playable(domain.context(), user, page);
  domain.advance(60_000);
  expect(await outcomes(times(MANY, () => record(domain.context(), user, { videos_id })))).toEqual({
    ok: 1,
    already_rewarded: MANY - 1,
  });
  expect(await balanceOf(user)).toBe(500n);
});

test('records that race inside transactions pay once: the losers’ transactions are run again', async () => {
  await domain.configure({ 'video.watch_seconds': '0' });
  const user = await domain.user();
  const videos_id = await domain.video();
  await playable(domain.context(), user, page);
  const one = () =>
    retryOnConflict(domain.pool, () =>
      inTransaction(domain.pool, (db) => record(domain.context({ db }), user, { videos_id })),
    );
  expect(await outcomes(times(20, one))).toEqual({ ok: 1, already_rewarded: 19 });
});

test('a user with many devices earns no faster than real time', async () => {
  const user = await domain.user();
  const clips = await Promise.all(Array.from({ length: 30 }, () => domain.video()));
  await playable(domain.context(), user, page);
  domain.advance(60_000);
  expect(
    await outcomes(clips.map((videos_id) => () => record(domain.context(), user, { videos_id }))),
  ).toEqual({ ok: 1, too_early: 29 });
});

test('the daily limit holds for sixty claims that arrive at once', async () => {
  await domain.configure({ 'video.watch_seconds': '0', 'video.daily_limit': '7' });
  const user = await domain.user();
  const clips = await Promise.all(Array.from({ length: 60 }, () => domain.video()));
  await playable(domain.context(), user, page);
  const all = clips.map((videos_id) => () => record(domain.context(), user, { videos_id }));
  expect(await outcomes(all)).toEqual({ ok: 7, daily_limit_reached: 53 });
  expect(await balanceOf(user)).toBe(7n * 500n);
});

test('100 simultaneous requests make one withdrawal', async () => {
  await domain.configure({ 'reward.download_app': '500' });
  const user = await domain.user();
  await preparePayout(domain, user);
  expect(
    await outcomes(times(MANY, () => withdraw(domain.context(), user, { amount: '1' }))),
  ).toEqual({ ok: 1, pending_exists: MANY - 1 });
  const { rows } = await domain.pool.query(
    'select available, held from wallet where user_id = $1',
    [user.userId],
  );
  expect(rows).toEqual([{ available: 4_990_000n, held: 10_000n }]);
});

test('approving, rejecting and requesting at once settle each request once', async () => {
  await domain.configure({ 'reward.download_app': '100' });
  const user = await domain.user();
  await preparePayout(domain, user);
  for (let round = 0; round < 10; round += 1) {
    const { withdrawal } = await withdraw(domain.context(), user, { amount: '1' });
    const settle = [
      () => approveWithdrawal(domain.pool, withdrawal.id, domain.now()),
      () => rejectWithdrawal(domain.pool, withdrawal.id, 'no', domain.now()),
    ];
    const results = await Promise.allSettled([
      ...[...settle, ...settle, ...settle].map((call) => call()),
      withdraw(domain.context(), user, { amount: '2' }),
    ]);
    const settled = results.slice(0, -1).filter(({ status }) => status === 'fulfilled');
    expect(settled).toHaveLength(1);
    await domain.pool
      .query<{ withdrawal_id: bigint }>(
        `select withdrawal_id from withdrawal where user_id = $1 and status = 'pending'`,
        [user.userId],
      )
      .then(({ rows }) =>
        Promise.all(
          rows.map((row) =>
            rejectWithdrawal(domain.pool, Number(row.withdrawal_id), 'next', domain.now()),
          ),
        ),
      );
  }
});

test('simultaneous welcomes, shares of a day and claims of a task are each paid once', async () => {
  const user = await domain.user();
  const welcomes = await Promise.all(
    times(30, () => handleLoginReward(domain.context(), user, {})).map((call) => call()),
  );
  expect(welcomes.filter(({ rewards }) => rewards.length > 0)).toHaveLength(1);
  expect(await outcomes(times(30, () => claimShareReward(domain.context(), user, {})))).toEqual({
    ok: 1,
    already_claimed: 29,
  });
  const claim = () => claimTask(domain.context(), user, { task: 'notification' });
  expect(await outcomes(times(30, claim))).toEqual({ ok: 1, already_claimed: 29 });
});

test('an ad pays one watch and one click a day', async () => {
  const user = await domain.user();
  await addAd(domain);
  const { list } = await getAdList(domain.context(), user, page);
  const ad_id = list[0]?.id ?? 0;
  domain.advance(60_000);
  expect(await outcomes(times(30, () => watchAdReward(domain.context(), user, { ad_id })))).toEqual(
    {
      ok: 1,
      already_rewarded: 29,
    },
  );
  expect(await outcomes(times(30, () => clickAdReward(domain.context(), user, { ad_id })))).toEqual(
    {
      ok: 1,
      already_rewarded: 29,
    },
  );
});
