import { describe, expect, test } from 'vitest';
import { watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import { HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
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
  timeOf,
  watchesOf,
} from './backdated.setup.ts';
import { domain } from './domain.setup.ts';
import { refusalOf } from './support.ts';

setUpBackdatedClaims();

describe('over midnight', () => {
  const MIDNIGHT = 12 * HOUR;

  test('a clip that was served before midnight is paid after it, without waiting again', async () => {
    const [clip = 0] = await clips(1);
    const user = await served();
    await claim(user, clip, MIDNIGHT + 3 * SECOND, MIDNIGHT + 2 * SECOND);
    expect(await watchesOf(user)).toMatchObject([{ day: '2026-03-05' }]);
  });

  test('a watch that began before midnight and ended after it counts for the day of its earned_at', async () => {
    const [clip = 0] = await clips(1);
    const user = await domain.user();
    await playable(at(MIDNIGHT - 3 * SECOND), user, page);
    const said = MIDNIGHT - SECOND;
    expect(await refusalOf(claim(user, clip, MIDNIGHT, said))).toEqual({
      reason: 'too_early',
      retry_after: 2_000,
    });
    await claim(user, clip, MIDNIGHT + 2 * SECOND, said);
    expect(await watchesOf(user)).toEqual([
      { day: '2026-03-04', watched_at: timeOf(MIDNIGHT + 2 * SECOND) },
    ]);
  });

  test('a clip or ad whose watch could only begin after its day is never paid for that day', async () => {
    const [first = 0, second = 0] = await clips(2);
    const ad_id = await insertAd();
    const user = await domain.user();
    await playable(at(MIDNIGHT - 3 * SECOND), user, page);
    await getAdList(at(MIDNIGHT - 3 * SECOND), user, page);
    await claim(user, first, MIDNIGHT + 2 * SECOND, MIDNIGHT - SECOND);
    const expired = { reason: 'claim_expired' };
    const late = MIDNIGHT + MINUTE;
    expect(await refusalOf(claim(user, second, late, MIDNIGHT - SECOND))).toEqual(expired);
    const ad = { ad_id, earned_at: earnedAt(MIDNIGHT - SECOND) };
    expect(await refusalOf(watchAdReward(at(late), user, ad))).toEqual(expired);
  });

  test('the watch time of a day’s last ad delays the first clip of the next day', async () => {
    const [later = 0, clip = 0] = await clips(2);
    const ad_id = await insertAd();
    const user = await served();
    await getAdList(at(0), user, page);
    const [last, first] = [MIDNIGHT - SECOND, MIDNIGHT + 2 * SECOND];
    await watchAdReward(at(last), user, { ad_id, earned_at: earnedAt(last) });
    await claim(user, later, MIDNIGHT + HOUR, MIDNIGHT + HOUR);
    await claim(user, clip, MIDNIGHT + HOUR, first);
    expect((await watchesOf(user)).map(({ watched_at }) => watched_at)).toContainEqual(
      timeOf(MIDNIGHT + 4 * SECOND),
    );
  });

  test('a clip that was served after its claim’s day is not paid', async () => {
    const [clip = 0] = await clips(1);
    const user = await domain.user();
    await playable(at(MIDNIGHT), user, page);
    const early = claim(user, clip, MIDNIGHT + MINUTE, MIDNIGHT - SECOND);
    expect(await refusalOf(early)).toEqual({ reason: 'claim_expired' });
  });
});
