import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getDisplayRules } from '../../server/domain/ads.ts';
import { getAppConfig } from '../../server/domain/app-config.ts';
import { rewardLogs } from '../../server/domain/ledger.ts';
import {
  checkAndAddExtraRewards,
  claimShareReward,
  incrementShare,
} from '../../server/domain/sharing.ts';
import { claimTask, taskList } from '../../server/domain/tasks.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { history, playable } from '../../server/domain/videos.ts';
import { record } from '../../server/domain/watching.ts';
import { createBank, refusalOf, type TestBank } from './support.ts';

const page = { page: 1, limit: 10 };
let bank: TestBank;

beforeAll(async () => {
  bank = await createBank();
});
beforeEach(async () => {
  await bank.pool.query('truncate video, ad restart identity');
  await bank.configure({ 'video.daily_limit': '20', 'ad.daily_limit': '20' });
});
afterAll(() => bank.drop());

test('the first share of a UTC day is paid, further ones are counted', async () => {
  const user = await bank.user();
  bank.setNow(new Date('2026-05-01T23:59:59.999Z'));
  expect(await claimShareReward(bank.context(), user, {})).toEqual({
    reward: '0.0500',
    balance: '0.0500',
  });
  expect(await refusalOf(claimShareReward(bank.context(), user, {}))).toEqual({
    reason: 'already_claimed',
  });
  expect(await incrementShare(bank.context(), user, {})).toEqual({ shares: 2 });
  bank.pass(1);
  expect(await claimShareReward(bank.context(), user, {})).toEqual({
    reward: '0.0500',
    balance: '0.1000',
  });
  expect(await incrementShare(bank.context(), user, {})).toEqual({ shares: 4 });
});

test('extra views come after a share, at the limit, as often as configured, for today only', async () => {
  await bank.configure({
    'video.daily_limit': '1',
    'share.extra_views': '2',
    'share.extra_times_per_day': '1',
  });
  const user = await bank.user();
  const clips = [await bank.video(), await bank.video(), await bank.video(), await bank.video()];
  await playable(bank.context(), user, page);
  const watch = async (index: number) => {
    bank.pass(10 * SECOND);
    return record(bank.context(), user, { videos_id: clips[index] ?? 0 });
  };
  const extra = () => checkAndAddExtraRewards(bank.context(), user, {});
  expect(await refusalOf(extra())).toEqual({ reason: 'limit_not_reached' });
  await watch(0);
  expect(await refusalOf(extra())).toEqual({ reason: 'no_share_today' });
  await claimShareReward(bank.context(), user, {});
  const left = { limit_today: 1, extra_shares_left: 1 };
  expect(await playable(bank.context(), user, page)).toMatchObject({ ...left, remaining_today: 0 });
  const added = { remaining_today: 2, limit_today: 3, extra_shares_left: 0 };
  expect(await extra()).toEqual({ ...added, extra_views: 2 });
  expect(await playable(bank.context(), user, page)).toMatchObject({ ...added, daily_limit: 1 });
  expect(await history(bank.context(), user, page)).toMatchObject({
    paid_today: 1,
    limit_today: 3,
  });
  expect(await watch(1)).toMatchObject({ remaining_today: 1 });
  expect(await watch(2)).toMatchObject({ remaining_today: 0 });
  expect(await refusalOf(watch(3))).toEqual({ reason: 'daily_limit_reached' });
  expect(await refusalOf(extra())).toEqual({ reason: 'no_extra_left' });
  bank.pass(DAY);
  expect(await playable(bank.context(), user, page)).toMatchObject({ ...left, remaining_today: 1 });
  await bank.configure({ 'share.extra_views': '0' });
  const none = { extra_shares_left: 0 };
  expect(await playable(bank.context(), user, page)).toMatchObject(none);
  await bank.configure({ 'share.extra_views': '2' });
});

test('each task is paid once, and a later change of its reward does not rewrite it', async () => {
  const user = await bank.user();
  const claim = (task: string) => claimTask(bank.context(), user, { task });
  expect(await claim('download_app')).toEqual({ reward: '0.2000', balance: '0.2000' });
  expect(await refusalOf(claim('download_app'))).toEqual({ reason: 'already_claimed' });
  expect(await refusalOf(claim('dance'))).toEqual({ reason: 'unknown_task' });
  await bank.configure({ 'reward.download_app': '3' });
  expect(await taskList(bank.context(), user, {})).toEqual({
    list: [
      { task: 'download_app', reward: '0.2000', completed: true },
      { task: 'notification', reward: '0.2000', completed: false },
    ],
  });
});

test('reward logs are filtered by type and paged, the newest first', async () => {
  const user = await bank.user();
  await claimTask(bank.context(), user, { task: 'notification' });
  await claimShareReward(bank.context(), user, {});
  const types = async (input: object) => {
    const { list, total } = await rewardLogs(bank.context(), user, { ...page, ...input });
    return { types: list.map(({ type }) => type), total };
  };
  expect([
    await types({}),
    await types({ page: 2, limit: 1 }),
    await types({ type: 'share_reward' }),
  ]).toEqual([
    { types: ['share_reward', 'notification_reward'], total: 2 },
    { types: ['notification_reward'], total: 2 },
    { types: ['share_reward'], total: 1 },
  ]);
});

test('the app’s configuration is what the operator set', async () => {
  await bank.configure({
    'marketing.rating': '4.5',
    'marketing.withdrawal_time': '24 hours',
    'ad.every_n_videos': '7',
    'reward.download_app': '0.2',
  });
  const push = { firebase: { apiKey: 'key' }, vapid_key: 'vapid' };
  const site = { publicUrl: 'https://clips.example', push };
  const visitor = { address: '203.0.113.7', country: 'KE' };
  expect(await getAppConfig(bank.context({ site, visitor }), null, {})).toEqual({
    product_name: 'Clipurse',
    daily_video_limit: 20,
    share: { extra_views: 2, extra_times_per_day: 1 },
    rewards: {
      registration: '1.0000',
      invite: '0.5000',
      share: '0.0500',
      download_app: '0.2000',
      notification: '0.2000',
    },
    commission_rates: ['0.07', '0.03', '0.01'],
    min_withdrawal: '1.0000',
    marketing: {
      users_rewarded: null,
      rating: '4.5',
      ratings: null,
      downloads: null,
      age_rating: null,
      withdrawal_time: '24 hours',
    },
    push,
    trace_url: null,
    country: 'KE',
  });
  expect(await getDisplayRules(bank.context(), null, {})).toEqual({
    every_n_videos: 7,
    countdown_seconds: 5,
    skippable_after_seconds: 5,
  });
});
