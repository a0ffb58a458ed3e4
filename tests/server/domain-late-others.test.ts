import { describe, expect, test } from 'vitest';
import { clickAdReward, watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import { depositFunds } from '../../server/domain/funding.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { DAY, HOUR, MINUTE } from '../../server/domain/time.ts';
import { history } from '../../server/domain/watched-clips.ts';
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
  timeOf,
  watchesOf,
} from './backdated.setup.ts';
import { domain } from './domain.setup.ts';
import { refusalOf } from './support.ts';

setUpBackdatedClaims();

describe('ads and shares', () => {
  test('ads count for the limit of their day, watched and followed ads separately', async () => {
    await domain.configure({ 'ad.daily_limit': '1' });
    const [ad_id, other] = [await insertAd(), await insertAd()];
    const user = await domain.user();
    await getAdList(at(0), user, page);
    await getAdList(at(DAY), user, page);
    await watchAdReward(at(DAY + MINUTE), user, { ad_id });
    await clickAdReward(at(DAY + MINUTE), user, { ad_id });
    const earned_at = earnedAt(HOUR);
    await watchAdReward(at(DAY + 2 * MINUTE), user, { ad_id, earned_at });
    await clickAdReward(at(DAY + 2 * MINUTE), user, { ad_id, earned_at });
    for (const reward of [watchAdReward, clickAdReward]) {
      const more = reward(at(DAY + 2 * MINUTE), user, { ad_id: other, earned_at });
      expect(await refusalOf(more)).toEqual({ reason: 'daily_limit_reached' });
    }
    expect(await progressOf(user)).toMatchObject({ ads_viewed: 2n });
  });

  test('an ad that was not served on the day of its claim is not paid', async () => {
    const ad_id = await insertAd();
    const user = await domain.user();
    const click = (earned: number) =>
      clickAdReward(at(DAY), user, { ad_id, earned_at: earnedAt(earned) });
    expect(await refusalOf(click(HOUR))).toEqual({ reason: 'claim_expired' });
    await getAdList(at(DAY), user, page);
    expect(await refusalOf(click(HOUR))).toEqual({ reason: 'claim_expired' });
    await click(DAY);
  });

  test('a share of a day before the registration counts for the day of the registration', async () => {
    await domain.configure({ 'claim.late_days': '7' });
    domain.setNow(timeOf(HOUR));
    const user = await domain.user();
    const share = (earned: number) =>
      claimShareReward(at(DAY), user, { earned_at: earnedAt(earned) });
    await share(-5 * DAY);
    for (const earned of [-4 * DAY, -DAY, 0]) {
      expect(await refusalOf(share(earned))).toEqual({ reason: 'already_claimed' });
    }
    await share(DAY);
  });

  test('the share of each day is paid once, in any order of arrival', async () => {
    await domain.configure({ 'claim.late_days': '7' });
    const user = await domain.user();
    const share = (now: number, earned?: number) =>
      claimShareReward(at(now), user, earned === undefined ? {} : { earned_at: earnedAt(earned) });
    await share(3 * DAY);
    await share(3 * DAY, DAY);
    await share(3 * DAY, 0);
    for (const earned of [0, DAY, 3 * DAY]) {
      expect(await refusalOf(share(4 * DAY, earned))).toEqual({ reason: 'already_claimed' });
    }
    expect(await progressOf(user)).toMatchObject({
      shares_today: 1,
      shares: 3n,
      share_claimed_on: '2026-03-07',
    });
  });
});

test('a share that was claimed while its reward was 0 is not paid later', async () => {
  const user = await domain.user();
  const share = (now: number, earned: number) =>
    claimShareReward(at(now), user, { earned_at: earnedAt(earned) });
  await domain.configure({ 'reward.share': '0' });
  expect(await share(0, 0)).toMatchObject({ reward: '0.0000' });
  await share(2 * DAY, 2 * DAY);
  await share(2 * DAY, DAY);
  await domain.configure({ 'reward.share': '0.05' });
  for (const earned of [0, DAY, 2 * DAY]) {
    expect(await refusalOf(share(3 * DAY, earned))).toEqual({ reason: 'already_claimed' });
  }
  expect(await progressOf(user)).toMatchObject({ shares: 3n });
  await deleteExpired(domain.pool, timeOf(30 * DAY));
  const { rowCount } = await domain.pool.query('select from unrewarded_share');
  expect(rowCount).toBe(0);
});

test('a share of yesterday that is paid today does not use up today’s share', async () => {
  const user = await domain.user();
  const isPaid = async (now: number) => (await history(at(now), user, page)).share_paid_today;
  await claimShareReward(at(DAY + HOUR), user, { earned_at: earnedAt(HOUR) });
  expect(await isPaid(DAY + HOUR)).toBe(false);
  await claimShareReward(at(DAY + 2 * HOUR), user, {});
  expect([await isPaid(DAY + 2 * HOUR), await isPaid(2 * DAY)]).toEqual([true, false]);
  // a share of today does not use up yesterday’s
  await claimShareReward(at(2 * DAY), user, {});
  await claimShareReward(at(4 * DAY), user, {});
  await claimShareReward(at(4 * DAY), user, { earned_at: earnedAt(3 * DAY) });
  expect(await isPaid(4 * DAY)).toBe(true);
});

test('a backdated watch is not delayed by another user’s watch of the same time', async () => {
  const ad_id = await insertAd();
  const users = [await domain.user(), await domain.user()];
  for (const user of users) {
    await getAdList(at(0), user, page);
    await getAdList(at(DAY), user, page);
    await clickAdReward(at(DAY), user, { ad_id });
    await watchAdReward(at(DAY), user, { ad_id, earned_at: earnedAt(HOUR) });
  }
  const { rows } = await domain.pool.query(
    "select rewarded_at from ad_rewarded where user_id = any($1) and action = 'watch'",
    [users.map(({ userId }) => userId)],
  );
  expect(rows).toEqual([{ rewarded_at: timeOf(HOUR) }, { rewarded_at: timeOf(HOUR) }]);
});

test('a claim that is refused while rewards are paused is paid later, for its day', async () => {
  const [clip = 0] = await clips(1);
  const user = await served();
  await domain.configure({ 'funding.enforce': 'true' });
  expect(await refusalOf(claim(user, clip, DAY, HOUR))).toEqual({ reason: 'paused_by_operator' });
  const { rows } = await domain.pool.query(
    'select deposited, room, shortfall from funding where is_enforced',
  );
  await depositFunds(domain.pool, rows[0].shortfall + 500n, 'for the test', timeOf(DAY));
  await claim(user, clip, 2 * DAY, HOUR);
  expect(await watchesOf(user)).toMatchObject([{ day: '2026-03-04' }]);
});

test('a day’s extra views are deleted once no claim can count for that day', async () => {
  const { pool } = domain;
  await pool.query('truncate extra_views');
  await pool.query("insert into extra_views values (1, '2026-03-04', 5), (1, '2026-03-05', 5)");
  await deleteExpired(pool, timeOf(8 * DAY));
  expect((await pool.query('select day from extra_views')).rows).toHaveLength(2);
  await deleteExpired(pool, timeOf(9 * DAY));
  expect((await pool.query('select day from extra_views')).rows).toEqual([{ day: '2026-03-05' }]);
});
