import { describe, expect, test } from 'vitest';
import { clickAdReward, watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import {
  at,
  claim,
  clips,
  earnedAt,
  insertAd,
  page,
  served,
  setUpBackdatedClaims,
  watchesOf,
} from './backdated.setup.ts';
import { domain } from './domain.setup.ts';
import { outcomes, refusalOf } from './support.ts';

setUpBackdatedClaims();

describe('backdated claims of clips', () => {
  test('claims of six days are all refused if the clips were served only on the first day', async () => {
    const all = await clips(10);
    const user = await served();
    const burst = [0, 1, 2, 3, 4, 5].flatMap((day) =>
      all.map((clip, place) => claim(user, clip, 6 * DAY, day * DAY + (place + 1) * MINUTE)),
    );
    expect(await outcomes(burst)).toEqual({ claim_expired: 60 });
  });

  test('are paid up to `claim.late_limit`, for all past days together', async () => {
    const all = await clips(15);
    const user = await served(3);
    const burst = [0, 1, 2].flatMap((day) =>
      all.map((clip, place) => claim(user, clip, 3 * DAY, day * DAY + (place + 1) * MINUTE)),
    );
    expect(await outcomes(burst)).toEqual({ ok: 20, daily_limit_reached: 25 });
    await domain.configure({ 'claim.late_limit': '21' });
    const more = all.map((clip) => claim(user, clip, 3 * DAY + MINUTE, 2 * DAY + HOUR));
    expect((await outcomes(more)).ok).toBe(1);
  });

  test('do not use up today’s paid clips, and count for `claim.late_limit` on the day of their arrival', async () => {
    await domain.configure({ 'claim.late_limit': '1' });
    const [first = 0, second = 0, third = 0] = await clips(3);
    const user = await served(2);
    await claim(user, first, DAY, HOUR);
    await claim(user, first, DAY + MINUTE, DAY + MINUTE);
    const more = claim(user, second, DAY + 2 * MINUTE, 2 * HOUR);
    expect(await refusalOf(more)).toEqual({ reason: 'daily_limit_reached' });
    await claim(user, second, 2 * DAY, 2 * HOUR);
    expect(await refusalOf(claim(user, third, 2 * DAY, 3 * HOUR))).toEqual({
      reason: 'daily_limit_reached',
    });
  });
});

describe('expired claims', () => {
  test('are those beyond the configured number of days', async () => {
    const [first = 0, second = 0] = await clips(2);
    const user = await served();
    await claim(user, first, HOUR + 3 * DAY, HOUR);
    const later = claim(user, second, HOUR + 3 * DAY + 1, HOUR);
    expect(await refusalOf(later)).toEqual({ reason: 'claim_expired' });
    await domain.configure({ 'claim.late_days': '7' });
    await claim(user, second, HOUR + 7 * DAY, HOUR);
  });

  test('are those whose clip was not served on their day, nor on the day before', async () => {
    const [clip = 0] = await clips(1);
    const user = await served();
    await playable(at(3 * DAY), user, page);
    const unserved = claim(user, clip, 3 * DAY, 2 * DAY);
    expect(await refusalOf(unserved)).toEqual({ reason: 'claim_expired' });
    await claim(user, clip, 3 * DAY, DAY);
  });
});

describe('ads and shares', () => {
  test('backdated claims of ads have the same limits as claims of clips', async () => {
    await domain.configure({ 'claim.late_limit': '2' });
    const ads = [await insertAd(), await insertAd(), await insertAd()];
    const user = await domain.user();
    await getAdList(at(0), user, page);
    for (const [reward, day] of [
      [watchAdReward, 0],
      [clickAdReward, 0],
    ] as const) {
      const late = ads.map((ad_id, place) =>
        reward(at(DAY), user, { ad_id, earned_at: earnedAt(day + (place + 1) * MINUTE) }),
      );
      expect(await outcomes(late)).toEqual({ ok: 2, daily_limit_reached: 1 });
      const again = { ad_id: ads[2] ?? 0, earned_at: earnedAt(HOUR) };
      expect(await refusalOf(reward(at(3 * DAY + HOUR + 1), user, again))).toEqual({
        reason: 'claim_expired',
      });
      const unserved = { ad_id: ads[0] ?? 0, earned_at: earnedAt(2 * DAY) };
      expect(await refusalOf(reward(at(3 * DAY), user, unserved))).toEqual({
        reason: 'claim_expired',
      });
    }
  });

  test('backdated claims of shares expire after the same number of days', async () => {
    domain.setNow(new Date('2026-03-01T12:00:00.000Z'));
    const user = await domain.user();
    const share = (earned: number) =>
      claimShareReward(at(3 * DAY), user, { earned_at: earnedAt(earned) });
    await share(0);
    expect(await refusalOf(share(-1))).toEqual({ reason: 'claim_expired' });
  });
});

describe('the real time that watches may use', () => {
  test('is used up by claims in their order of arrival, and becomes available again as time passes', async () => {
    await domain.configure({ 'claim.burst_seconds': '50' });
    const all = await clips(13);
    const user = await served();
    const burst = all.map((clip, place) => claim(user, clip, HOUR, (place + 1) * MINUTE));
    expect(await outcomes(burst)).toEqual({ ok: 10, too_early: 3 });
    const paid = new Set((await watchesOf(user)).map(({ watched_at }) => watched_at.getTime()));
    const left = all
      .map((clip, place) => ({ clip, earned: (place + 1) * MINUTE }))
      .filter(({ earned }) => !paid.has(at(earned).now.getTime()));
    const [first, second, third] = left;
    const send = (one: typeof first, now: number) =>
      claim(user, one?.clip ?? 0, now, one?.earned ?? 0);
    expect(await refusalOf(send(first, HOUR + SECOND))).toEqual({
      reason: 'too_early',
      retry_after: 4_000,
    });
    await send(first, HOUR + 5 * SECOND);
    expect(await refusalOf(send(second, HOUR + 9 * SECOND))).toMatchObject({ retry_after: 1_000 });
    await send(second, HOUR + 10 * SECOND);
    await send(third, HOUR + 15 * SECOND);
    // each watch has the time at which it was earned, not the time of its payment
    expect((await watchesOf(user)).map(({ watched_at }) => watched_at)).toEqual(
      all.map((_, place) => at((place + 1) * MINUTE).now),
    );
  });

  test('is shared by clips and advertisements', async () => {
    await domain.configure({ 'claim.burst_seconds': '10' });
    const [first = 0, second = 0] = await clips(2);
    const ads = [await insertAd(), await insertAd()];
    const user = await served();
    await getAdList(at(0), user, page);
    const watch = (ad_id: number, now: number, earned: number) =>
      watchAdReward(at(now), user, { ad_id, earned_at: earnedAt(earned) });
    await claim(user, first, HOUR, MINUTE);
    await watch(ads[0] ?? 0, HOUR, 2 * MINUTE);
    expect(await refusalOf(watch(ads[1] ?? 0, HOUR, 3 * MINUTE))).toEqual({
      reason: 'too_early',
      retry_after: 5_000,
    });
    expect(await refusalOf(claim(user, second, HOUR, 4 * MINUTE))).toMatchObject({
      retry_after: 5_000,
    });
    // following an ad takes no watch time
    await clickAdReward(at(HOUR), user, { ad_id: ads[1] ?? 0, earned_at: earnedAt(5 * MINUTE) });
    await watch(ads[1] ?? 0, HOUR + 5 * SECOND, 3 * MINUTE);
    expect(await refusalOf(claim(user, second, HOUR + 9 * SECOND, 4 * MINUTE))).toMatchObject({
      retry_after: 1_000,
    });
  });
});

describe('a watch that is longer than the burst', () => {
  test('is paid, and uses up only time that has passed', async () => {
    const videos_id = await domain.video({ watch_seconds: 300 });
    const ad_id = await insertAd();
    await domain.pool.query('update ad set watch_seconds = 300');
    const user = await served();
    await getAdList(at(0), user, page);
    const [clip = 0] = await clips(1);
    await playable(at(0), user, page);
    await claim(user, videos_id, HOUR, 10 * MINUTE);
    await claim(user, clip, HOUR + 5 * SECOND, HOUR + 5 * SECOND);
    await watchAdReward(at(2 * HOUR), user, { ad_id, earned_at: earnedAt(20 * MINUTE) });
    const [next = 0] = await clips(1);
    await playable(at(2 * HOUR), user, page);
    await claim(user, next, 2 * HOUR + 5 * SECOND, 2 * HOUR + 5 * SECOND);
  });
});
