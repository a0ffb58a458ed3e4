import { expect, test } from 'vitest';
import { inTransaction, retryOnConflict } from '../../server/database/database.ts';
import { depositFunds } from '../../server/domain/funding.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import {
  at,
  claim,
  clips,
  earnedAt,
  page,
  progressOf,
  served,
  setUpBackdatedClaims,
  watchesOf,
} from './backdated.setup.ts';
import { balanceOf, domain } from './domain.setup.ts';
import { outcomes } from './support.ts';

const MIDNIGHT = 12 * HOUR;

setUpBackdatedClaims();

const times = (count: number, call: (index: number) => Promise<unknown>) =>
  Array.from({ length: count }, (_, index) => call(index));

test('simultaneous claims of eight days are each paid for their own day', async () => {
  await domain.configure({ 'claim.late_days': '7' });
  const [clip = 0] = await clips(1);
  const user = await served(8);
  const days = times(8, (day) => claim(user, clip, 7 * DAY, Math.max(day * DAY, MINUTE)));
  expect(await outcomes(days)).toEqual({ ok: 8 });
  expect((await watchesOf(user)).map(({ day }) => day)).toEqual(
    times(8, async () => '').map((_, day) => earnedAt(day * DAY).slice(0, 10)),
  );
  expect(await progressOf(user)).toMatchObject({ videos: 8n, videos_today: 1 });
});

test('a past day’s limit holds for thirty claims that arrive at once', async () => {
  await domain.configure({ 'video.daily_limit': '7' });
  const all = await clips(30);
  const user = await served();
  await playable(at(DAY), user, page);
  await record(at(DAY + MINUTE), user, { videos_id: all[0] ?? 0 });
  const late = all.map((clip, place) => claim(user, clip, DAY + MINUTE, HOUR + place * MINUTE));
  expect(await outcomes(late)).toEqual({ ok: 7, daily_limit_reached: 23 });
});

test('backdated claims of one moment follow one another by their watch times', async () => {
  const all = await clips(20);
  const user = await served();
  // leaves time for four watches between noon, when the clips were served, and the paid watch
  await claim(user, all[0] ?? 0, 26 * SECOND, 26 * SECOND);
  const late = all.slice(1).map((clip) => claim(user, clip, 26 * SECOND, 5 * SECOND));
  expect(await outcomes(late)).toEqual({ ok: 4, too_early: 15 });
});

test('claims around midnight count for the day of their earned_at', async () => {
  const all = await clips(12);
  const user = await served();
  const around = all.map((clip, place) => {
    const earned = MIDNIGHT + (place - 6) * MINUTE;
    return claim(user, clip, MIDNIGHT + HOUR, earned);
  });
  expect(await outcomes(around)).toEqual({ ok: 12 });
  const days = (await watchesOf(user)).map(({ day }) => day);
  expect(days.filter((day) => day === '2026-03-04')).toHaveLength(6);
  expect(await progressOf(user)).toMatchObject({ videos_today: 6, videos: 12n });
});

test('a backdated claim in racing transactions is paid once', async () => {
  const [clip = 0] = await clips(1);
  const user = await served();
  await playable(at(DAY), user, page);
  await record(at(DAY + MINUTE), user, { videos_id: clip });
  const one = () =>
    retryOnConflict(domain.pool, () =>
      inTransaction(domain.pool, (db) =>
        record({ ...at(DAY + MINUTE), db }, user, { videos_id: clip, earned_at: earnedAt(HOUR) }),
      ),
    );
  expect(await outcomes(times(20, one))).toEqual({ ok: 1, already_rewarded: 19 });
});

test('simultaneous shares of seven days, ten of each, are paid once for each day', async () => {
  await domain.configure({ 'claim.late_days': '7' });
  const user = await domain.user();
  const shares = times(70, (index) =>
    claimShareReward(at(7 * DAY), user, { earned_at: earnedAt((index % 7) * DAY + HOUR) }),
  );
  expect(await outcomes(shares)).toEqual({ ok: 7, already_claimed: 63 });
  expect(await progressOf(user)).toMatchObject({ shares: 7n });
});

test('backdated claims are paid exactly until the funds are used up', async () => {
  const all = await clips(12);
  const user = await served();
  await domain.configure({ 'funding.enforce': 'true' });
  const { rows } = await domain.pool.query('select shortfall - room as missing from funding');
  await depositFunds(domain.pool, rows[0].missing + 5n * 500n, 'for the test', at(0).now);
  const late = all.map((clip, place) => claim(user, clip, DAY, HOUR + place * MINUTE));
  expect(await outcomes(late)).toEqual({ ok: 5, paused_by_operator: 7 });
  expect(await balanceOf(user)).toBe(2_500n);
});
