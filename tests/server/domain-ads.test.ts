import { expect, test } from 'vitest';
import { clickAdReward, watchAdReward } from '../../server/domain/ad-rewards.ts';
import { getAdList } from '../../server/domain/ads.ts';
import { rewardLogs } from '../../server/domain/ledger.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { addAd } from './ad.support.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { refusalOf } from './support.ts';

const page = { page: 1, limit: 10 };

setUpDomain({
  empty: ['video', 'ad'],
  settings: { 'video.daily_limit': '20', 'ad.daily_limit': '20' },
});

const ad = (values?: Parameters<typeof addAd>[1]) => addAd(domain, values);

test('ads are listed for their countries, with the user’s actions of today', async () => {
  const [everywhere, indian] = [await ad(), await ad({ countries: ['IN'] })];
  const user = await domain.user();
  const ids = async (country?: string) =>
    (await getAdList(domain.context(), null, { ...page, country })).list.map(({ id }) => id);
  expect([await ids(), await ids('IN'), await ids('DE')]).toEqual([
    [everywhere],
    [everywhere, indian],
    [everywhere],
  ]);
  const visitor = { address: '203.0.113.7', country: 'IN' };
  expect(await getAdList(domain.context({ visitor }), user, page)).toMatchObject({ total: 2 });
  domain.advance(5 * SECOND);
  await watchAdReward(domain.context(), user, { ad_id: everywhere });
  await clickAdReward(domain.context(), user, { ad_id: indian });
  const { list } = await getAdList(domain.context(), user, { ...page, country: 'IN' });
  expect(list).toEqual([
    {
      id: everywhere,
      title: 'Sea',
      advertiser: 'Lodge',
      url: '/a.mp4',
      poster: '/a.webp',
      target_url: 'https://example.com',
      cta: 'Go',
      duration_ms: 6000,
      watch_seconds: 5,
      watch_reward: '0.0500',
      click_reward: '0.0200',
      watched_today: true,
      clicked_today: false,
    },
    expect.objectContaining({ id: indian, watched_today: false, clicked_today: true }),
  ]);
  const alone = await getAdList(domain.context(), user, { page: 1, limit: 1, country: 'IN' });
  expect(alone.list).toEqual([list[0]]);
});

test('watching an ad pays once a day, after its watch time since it was first served', async () => {
  const ad_id = await ad({ watch_seconds: 7 });
  const user = await domain.user();
  const watch = () => watchAdReward(domain.context(), user, { ad_id });
  expect(await refusalOf(watch())).toEqual({ reason: 'too_early', retry_after: 7_000 });
  await getAdList(domain.context(), user, page);
  domain.advance(6_999);
  expect(await refusalOf(watch())).toEqual({ reason: 'too_early', retry_after: 1 });
  domain.advance(1);
  expect(await watch()).toEqual({ reward: '0.0500', balance: '0.0500' });
  expect(await refusalOf(watch())).toEqual({ reason: 'already_rewarded' });
  domain.advance(DAY);
  await getAdList(domain.context(), user, page);
  domain.advance(7_000);
  expect(await watch()).toEqual({ reward: '0.0500', balance: '0.1000' });
});

test('a clip and an ad cannot be watched at the same time', async () => {
  const ad_id = await ad();
  const videos_id = await domain.video();
  const user = await domain.user();
  await playable(domain.context(), user, page);
  await getAdList(domain.context(), user, page);
  domain.advance(60 * SECOND);
  await record(domain.context(), user, { videos_id });
  domain.advance(4 * SECOND);
  expect(await refusalOf(watchAdReward(domain.context(), user, { ad_id }))).toEqual({
    reason: 'too_early',
    retry_after: 1_000,
  });
});

test('a reward that was earned before its ad was disabled is paid', async () => {
  const ad_id = await ad();
  const user = await domain.user();
  await getAdList(domain.context(), user, page);
  domain.advance(60 * SECOND);
  const earned_at = domain.now().toISOString();
  domain.advance(SECOND);
  await domain.pool.query('update ad set disabled_at = $1', [domain.now()]);
  domain.advance(60 * SECOND);
  const late = { ad_id, earned_at: domain.now().toISOString() };
  for (const call of [watchAdReward, clickAdReward]) {
    expect(await refusalOf(call(domain.context(), user, late))).toEqual({ reason: 'unknown_ad' });
    await call(domain.context(), user, { ad_id, earned_at });
  }
});

test('a click is paid once the ad was served today, also if the ad was not watched', async () => {
  const ad_id = await ad();
  const user = await domain.user();
  expect(await refusalOf(clickAdReward(domain.context(), user, { ad_id }))).toEqual({
    reason: 'too_early',
    retry_after: 5_000,
  });
  await getAdList(domain.context({ now: new Date(domain.now().getTime() - DAY) }), user, page);
  expect(await refusalOf(clickAdReward(domain.context(), user, { ad_id }))).toMatchObject({
    reason: 'too_early',
  });
  await getAdList(domain.context(), user, page);
  expect(await clickAdReward(domain.context(), user, { ad_id })).toEqual({
    reward: '0.0200',
    balance: '0.0200',
  });
  expect(await refusalOf(clickAdReward(domain.context(), user, { ad_id }))).toEqual({
    reason: 'already_rewarded',
  });
  expect((await rewardLogs(domain.context(), user, page)).list).toMatchObject([
    { type: 'click_ad', detail: 'Sea' },
  ]);
});
