import { describe, expect, test } from 'vitest';
import { watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import type { Caller } from '../../server/domain/context.ts';
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
  served,
  setUpBackdatedClaims,
  watchesOf,
} from './backdated.setup.ts';
import { domain } from './domain.setup.ts';
import { outcomes } from './support.ts';

setUpBackdatedClaims();

const MIDNIGHT = 12 * HOUR;

/** Claims clips as watched one after the other from `begins` on, in one batch at `now`. */
const evening = (user: Caller, all: readonly number[], begins: number, now: number) =>
  all.map((clip, place) => claim(user, clip, now, begins + (place + 1) * 6 * SECOND));

describe('an evening offline', () => {
  test('is paid in full at once: twenty clips in a row and the ads between them', async () => {
    const all = await clips(20);
    const ads = [];
    for (let place = 0; place < 5; place += 1) ads.push(await insertAd());
    const user = await served();
    await getAdList(at(0), user, page);
    const watched = ads.map((ad_id, place) =>
      watchAdReward(at(8 * HOUR), user, {
        ad_id,
        earned_at: earnedAt(6 * HOUR + (20 + place + 1) * 6 * SECOND),
      }),
    );
    const batch = [...evening(user, all, 6 * HOUR, 8 * HOUR), ...watched];
    expect(await outcomes(batch)).toEqual({ ok: 25 });
  });

  test('over midnight is paid in full, each clip on its day, on seven evenings', async () => {
    await clips(40);
    const user = await domain.user();
    for (const day of [0, 1, 2, 3, 4, 5, 6]) {
      // the phone is online for a moment each noon
      const { list } = await playable(at(day * DAY), user, page);
      const unwatched = list.slice(0, 20).map(({ id }) => id);
      const begins = day * DAY + MIDNIGHT - MINUTE;
      const back = begins + 4 * HOUR;
      expect(await outcomes(evening(user, unwatched, begins, back))).toEqual({ ok: 20 });
    }
    const days = Object.groupBy(await watchesOf(user), ({ day }) => day);
    expect(Object.values(days).map((watches) => watches?.length)).toEqual([
      9, 20, 20, 20, 20, 20, 20, 11,
    ]);
  });
});

test('two devices of one member are both paid, the offline device after the online device', async () => {
  const all = await clips(20);
  const user = await served();
  for (const [place, clip] of all.slice(0, 10).entries()) {
    const now = HOUR + (place + 1) * 6 * SECOND;
    await claim(user, clip, now, now);
  }
  const batch = evening(user, all.slice(10), HOUR, HOUR + 3 * MINUTE);
  expect(await outcomes(batch)).toEqual({ ok: 10 });
});

test('a member who keeps watching while a batch is sent is paid after at most one more watch time', async () => {
  const all = await clips(42);
  await domain.configure({ 'video.daily_limit': '100' });
  const user = await served();
  expect(await outcomes(evening(user, all.slice(0, 40), HOUR, 2 * HOUR))).toEqual({ ok: 40 });
  const now = 2 * HOUR + 2 * SECOND;
  const early = claim(user, all[40] ?? 0, now, now);
  await expect(early).rejects.toMatchObject({ detail: { retry_after: 3_000 } });
  await claim(user, all[40] ?? 0, now + 3 * SECOND, now);
});

test('a claim without a time of earning is not backdated', async () => {
  await domain.configure({ 'claim.late_limit': '0' });
  const [clip = 0] = await clips(1);
  const user = await served(2);
  await record(at(DAY + MINUTE), user, { videos_id: clip });
  expect(await watchesOf(user)).toMatchObject([{ day: '2026-03-05' }]);
});
