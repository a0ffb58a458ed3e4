import { describe, expect, test } from 'vitest';
import { watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import { checkAndAddExtraRewards, claimShareReward } from '../../server/domain/sharing.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import {
  at,
  claim,
  clips,
  earnedAt,
  insertAd,
  page,
  progressOf,
  served,
  setUpBackdatedClaims,
  TOO_EARLY,
  timeOf,
  watchesOf,
} from './backdated.setup.ts';
import { domain } from './domain.setup.ts';
import { refusalOf } from './support.ts';

setUpBackdatedClaims();

describe('a clip that is claimed on a later day', () => {
  test('counts for the day it was earned in, and not for today', async () => {
    await domain.configure({ 'video.daily_limit': '1' });
    const [clip = 0, other = 0] = await clips(2);
    const user = await served();
    await playable(at(DAY), user, page);
    await record(at(DAY + MINUTE), user, { videos_id: clip });
    const before = await progressOf(user);
    expect(await claim(user, clip, DAY + 2 * MINUTE, HOUR)).toEqual({
      reward: '0.0500',
      balance: '0.1000',
      remaining_today: 0,
    });
    expect(await progressOf(user)).toEqual({ ...before, videos: 2n });
    // the past day has a separate limit
    const full = claim(user, other, DAY + 3 * MINUTE, 2 * HOUR);
    expect(await refusalOf(full)).toEqual({ reason: 'daily_limit_reached' });
    expect(await watchesOf(user)).toEqual([
      { day: '2026-03-04', watched_at: timeOf(HOUR) },
      { day: '2026-03-05', watched_at: timeOf(DAY + MINUTE) },
    ]);
  });

  test('is answered with the number of clips that are left today', async () => {
    const [first = 0, second = 0] = await clips(2);
    const user = await served();
    expect(await claim(user, first, 2 * DAY, HOUR)).toMatchObject({ remaining_today: 20 });
    expect(await claim(user, second, 2 * DAY, DAY)).toMatchObject({ remaining_today: 20 });
    await playable(at(2 * DAY), user, page);
    const today = await record(at(2 * DAY + MINUTE), user, { videos_id: first });
    expect(today).toMatchObject({ remaining_today: 19 });
  });

  test('uses the extra views of its day, and none of another day', async () => {
    await domain.configure({ 'video.daily_limit': '1', 'share.extra_views': '1' });
    const [first = 0, second = 0, third = 0] = await clips(3);
    const user = await served();
    await claim(user, first, HOUR, HOUR);
    await claimShareReward(at(HOUR), user, {});
    await checkAndAddExtraRewards(at(HOUR), user, {});
    await claimShareReward(at(2 * DAY), user, {});
    await claim(user, second, 2 * DAY, 2 * HOUR);
    expect(await refusalOf(claim(user, third, 2 * DAY, 3 * HOUR))).toEqual({
      reason: 'daily_limit_reached',
    });
    await claim(user, second, 2 * DAY, DAY);
    expect(await refusalOf(claim(user, third, 2 * DAY, DAY + HOUR))).toEqual({
      reason: 'daily_limit_reached',
    });
  });
});

test('a watch may end at the time of a paid watch whose watch time is unknown', async () => {
  const [clip = 0, second = 0, third = 0] = await clips(3);
  const ad = await insertAd();
  const user = await served();
  await getAdList(at(0), user, page);
  await claim(user, clip, HOUR, HOUR);
  await watchAdReward(at(2 * HOUR), user, { ad_id: ad });
  // as earlier versions stored watches: without their watch time
  for (const table of ['watched', 'ad_rewarded']) {
    await domain.pool.query(`update ${table} set watch_seconds = null`);
  }
  await claim(user, second, DAY, HOUR);
  await claim(user, third, DAY, 2 * HOUR);
  const times = (await watchesOf(user)).map(({ watched_at }) => watched_at);
  expect(times).toEqual([HOUR, HOUR, 2 * HOUR].map(timeOf));
});

describe('a served clip', () => {
  test('is stored for 8 days, each day separately', async () => {
    await domain.configure({ 'claim.late_days': '7' });
    const [clip = 0] = await clips(1);
    const user = await served(8);
    // earned one second more than claim.late_days ago
    expect(await refusalOf(claim(user, clip, 7 * DAY, -SECOND))).toMatchObject({
      reason: 'claim_expired',
    });
    await claim(user, clip, 7 * DAY, 5 * SECOND);
    await claim(user, clip, 7 * DAY, DAY);
    const unserved = await domain.user();
    await playable(at(7 * DAY), unserved, page);
    expect(await refusalOf(claim(unserved, clip, 7 * DAY + MINUTE, 6 * DAY))).toEqual({
      reason: 'claim_expired',
    });
  });

  test('counts for a watch that ended just after midnight, eight days later', async () => {
    await domain.configure({ 'claim.late_days': '7' });
    const [clip = 0] = await clips(1);
    const user = await served(8);
    // serves the clip again, right after the eighth midnight
    const midnight = 7 * DAY + 12 * HOUR;
    await playable(at(midnight + SECOND), user, page);
    const earned = midnight + 5 * SECOND - 7 * DAY;
    expect(await claim(user, clip, midnight + 5 * SECOND, earned)).toMatchObject({
      balance: '0.0500',
    });
    expect(await watchesOf(user)).toMatchObject([{ watched_at: timeOf(earned) }]);
  });

  test('does not count after two days, and is served again by the claim', async () => {
    const [clip = 0] = await clips(1);
    const user = await served();
    const now = 2 * DAY + SECOND;
    expect(await refusalOf(claim(user, clip, now, now))).toEqual(TOO_EARLY);
    expect(await claim(user, clip, now + 5 * SECOND, now)).toMatchObject({ balance: '0.0500' });
  });
});

describe('paid watches never overlap', () => {
  test('a claim within the time of another watch is moved behind it, and waits for that time', async () => {
    const [first = 0, second = 0, third = 0] = await clips(3);
    const user = await served();
    await claim(user, first, 10 * SECOND, 10 * SECOND);
    // moved behind the first watch: a watch is never moved to a time before its `earned_at`
    expect(await refusalOf(claim(user, second, 12 * SECOND, 8 * SECOND))).toEqual({
      reason: 'too_early',
      retry_after: 3_000,
    });
    await claim(user, second, 15 * SECOND, 8 * SECOND);
    expect(await refusalOf(claim(user, third, 16 * SECOND, 14 * SECOND))).toEqual({
      reason: 'too_early',
      retry_after: 4_000,
    });
    await claim(user, third, 20 * SECOND, 14 * SECOND);
    expect((await watchesOf(user)).map(({ watched_at }) => watched_at)).toEqual(
      [10, 15, 20].map((seconds) => timeOf(seconds * SECOND)),
    );
  });

  test('a watched ad does not overlap a watched clip', async () => {
    const [clip = 0] = await clips(1);
    const ad_id = await insertAd();
    const user = await served();
    await getAdList(at(0), user, page);
    await claim(user, clip, 12 * SECOND, 12 * SECOND);
    const watch = (now: number, earned: number) =>
      watchAdReward(at(now), user, { ad_id, earned_at: earnedAt(earned) });
    expect(await refusalOf(watch(16 * SECOND, 10 * SECOND))).toEqual({
      reason: 'too_early',
      retry_after: 1_000,
    });
    await watch(DAY, 6 * SECOND);
    const { rows } = await domain.pool.query('select day, rewarded_at from ad_rewarded');
    expect(rows).toContainEqual({ day: '2026-03-04', rewarded_at: timeOf(6 * SECOND) });
    expect(await refusalOf(watch(DAY, 40 * SECOND))).toEqual({ reason: 'already_rewarded' });
  });

  test('a claim ahead of the server’s clock counts as earned now', async () => {
    const [clip = 0, other = 0] = await clips(2);
    const user = await served();
    await claim(user, clip, 10 * SECOND, 400 * DAY);
    expect(await refusalOf(claim(user, other, 14 * SECOND, DAY))).toEqual({
      reason: 'too_early',
      retry_after: 1_000,
    });
    expect(await watchesOf(user)).toEqual([{ day: '2026-03-04', watched_at: timeOf(10 * SECOND) }]);
  });
});
