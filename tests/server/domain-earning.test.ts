import { expect, test } from 'vitest';
import { getDisplayRules } from '../../server/domain/ads.ts';
import { getAppConfig } from '../../server/domain/app-config.ts';
import type { Caller } from '../../server/domain/context.ts';
import { checkAndAddExtraRewards, claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask, taskList } from '../../server/domain/tasks.ts';
import { SECOND } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { refusalOf, SITE } from './support.ts';

const page = { page: 1, limit: 10 };

setUpDomain({
  empty: ['video', 'ad'],
  settings: {
    ...{ 'video.daily_limit': '20', 'ad.daily_limit': '20' },
    ...{ 'share.extra_views': '2', 'share.extra_times_per_day': '1' },
  },
});

test('a clip of the second page counts as served once its page is requested', async () => {
  await domain.configure({ 'video.daily_limit': '2' });
  const user = await domain.user();
  await domain.video();
  await domain.video();
  await playable(domain.context(), user, { page: 1, limit: 1 });
  const { list } = await playable(domain.context(), user, { page: 2, limit: 1 });
  domain.advance(10 * SECOND);
  const videos_id = list[0]?.id ?? 0;
  expect(await record(domain.context(), user, { videos_id })).toMatchObject({ remaining_today: 1 });
  await domain.configure({ 'video.daily_limit': '1' });
});

test('if a share adds no extra views, a request for them changes nothing', async () => {
  const before = { 'video.daily_limit': '1', 'share.extra_views': '2' };
  await domain.configure({ 'video.daily_limit': '0', 'share.extra_views': '0' });
  const user = await domain.user();
  await claimShareReward(domain.context(), user, {});
  expect(await checkAndAddExtraRewards(domain.context(), user, {})).toEqual({
    extra_views: 0,
    remaining_today: 0,
    limit_today: 0,
    extra_shares_left: 0,
  });
  await domain.configure({ 'share.extra_views': '2' });
  expect(await playable(domain.context(), user, page)).toMatchObject({ extra_shares_left: 1 });
  await domain.configure(before);
});

test('a task without a reward is neither listed nor used up, and a paid task stays listed', async () => {
  const [user, other] = [await domain.user(), await domain.user()];
  const claim = (caller: Caller) => claimTask(domain.context(), caller, { task: 'download_app' });
  const listed = async (caller: Caller) => {
    const { list } = await taskList(domain.context(), caller, {});
    return list.map(({ task, reward }) => `${task} ${reward}`);
  };
  const before = { 'reward.download_app': '0.2', 'reward.notification': '0.2' };
  await domain.configure(before);
  await claim(user);
  await domain.configure({ 'reward.download_app': '0', 'reward.notification': '0' });
  expect(await listed(user)).toEqual(['download_app 0.2000']);
  expect(await listed(other)).toEqual([]);
  expect(await refusalOf(claim(other))).toEqual({ reason: 'unknown_task' });
  await domain.configure(before);
  expect(await claim(other)).toEqual({ reward: '0.2000', balance: '0.2000' });
});

test('the app’s configuration has the operator’s settings', async () => {
  await domain.configure({
    'support.contact': 'help@clips.example',
    'marketing.rating': '4.5',
    'marketing.withdrawal_time': '24 hours',
    'ad.every_n_videos': '7',
    'reward.download_app': '0.2',
    'invite.level_2': '0.025',
  });
  const push = { firebase: { apiKey: 'key' }, vapid_key: 'vapid' };
  const site = { ...SITE, push };
  const visitor = { address: '203.0.113.7', country: 'KE' };
  expect(await getAppConfig(domain.context({ site, visitor }), null, {})).toEqual({
    pages: [],
    minimum_age: 18,
    registration_closed: false,
    product_name: 'Clipurse',
    debug_pages: false,
    daily_video_limit: 20,
    share: { extra_views: 2, extra_times_per_day: 1 },
    rewards: {
      registration: '1.0000',
      invite: '0.5000',
      share: '0.0500',
      download_app: '0.2000',
      notification: '0.2000',
    },
    commission_rates: ['0.07', '0.025', '0.01'],
    min_withdrawal: '1.0000',
    process_days: 3,
    release_after_videos: 0,
    promise_days: 90,
    break_after_minutes: 30,
    rewards_paused: false,
    support_contact: 'help@clips.example',
    marketing: {
      users_rewarded: null,
      rating: '4.5',
      ratings: null,
      downloads: null,
      age_rating: null,
      withdrawal_time: '24 hours',
      demo: false,
    },
    reset_by_mail: true,
    push,
    web_push: null,
    trace_url: null,
    country: 'KE',
  });
  expect(await getDisplayRules(domain.context(), null, {})).toEqual({
    every_n_videos: 7,
    countdown_seconds: 5,
    skippable_after_seconds: 5,
  });
});
