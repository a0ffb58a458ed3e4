import { beforeEach, describe, expect, test } from 'vitest';
import { depositFunds } from '../../../server/domain/funding.ts';
import { addAd } from '../ad.support.ts';
import { makeDevice } from '../web-push.support.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import type { TestServer, User } from './server.ts';

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
const page = { page: 1, limit: 10 };

export function earningCalls(server: () => TestServer): void {
  beforeEach(async () => {
    await server().domain.pool.query('truncate video, ad restart identity');
  });
  describe('advertisements', () => advertisements(server));
  describe('funds', () => paused(server));
  describe('promises of a day', () => usedUp(server));
  describe('shares', () => shares(server));
  describe('extra views', () => extraViews(server));
  describe('tasks', () => tasks(server));
  test('a push token is stored and removed', async () => {
    const { client } = await server().user();
    expect(await expectAnswer(client, 'updateFcmToken', { fcm_token: 'token' })).toEqual({});
    expect(await expectAnswer(client, 'updateFcmToken', { fcm_token: '' })).toEqual({});
  });
  test('a push subscription is stored, for known push services only', async () => {
    const { client } = await server().user();
    const { subscription } = makeDevice('https://web.push.apple.com/phone');
    expect(await expectAnswer(client, 'updatePushSubscription', subscription)).toEqual({});
    const elsewhere = { ...subscription, endpoint: 'https://10.0.0.1/phone' };
    await expectRefusal(client, 'updatePushSubscription', elsewhere, 'unknown_push_service');
    for (const bad of [
      { endpoint: `https://web.push.apple.com/${'a'.repeat(2048)}` },
      { p256dh: `${subscription.p256dh}A` },
      { auth: '' },
    ]) {
      const { status } = await client.send('updatePushSubscription', { ...subscription, ...bad });
      expect(status).toBe(400);
    }
  });
}

/** Makes a user who was served the advertisements and has watched for long enough. */
async function viewer({ domain, user }: TestServer): Promise<User> {
  const watching = await user();
  await expectAnswer(watching.client, 'getAdList', page);
  domain.advance(5 * SECOND);
  return watching;
}

function advertisements(server: () => TestServer): void {
  test('getDisplayRules answers the operator’s settings', async () => {
    expect(await expectAnswer(server().visitor(), 'getDisplayRules')).toEqual({
      every_n_videos: 4,
      countdown_seconds: 5,
      skippable_after_seconds: 5,
    });
  });

  test('are refused: unknown, disabled, too early, paid today, above the daily limit', async () => {
    const { domain } = server();
    const [first, second] = [await addAd(server().domain), await addAd(server().domain)];
    const { client } = await server().user();
    await expectRefusal(client, 'watchAdReward', { ad_id: 99 }, 'unknown_ad');
    await expectRefusal(client, 'clickAdReward', { ad_id: 99 }, 'unknown_ad');
    const early = { retry_after: 5000 };
    await expectRefusal(client, 'clickAdReward', { ad_id: first }, 'too_early', early);
    await expectAnswer(client, 'getAdList', { ...page, country: 'IN' });
    await expectRefusal(client, 'watchAdReward', { ad_id: first }, 'too_early', early);
    await domain.configure({ 'ad.daily_limit': '1' });
    domain.advance(5 * SECOND);
    await expectAnswer(client, 'watchAdReward', { ad_id: first });
    await expectAnswer(client, 'clickAdReward', { ad_id: first });
    domain.advance(5 * SECOND);
    await expectRefusal(client, 'watchAdReward', { ad_id: second }, 'daily_limit_reached');
    await expectRefusal(client, 'clickAdReward', { ad_id: second }, 'daily_limit_reached');
    await expectRefusal(client, 'watchAdReward', { ad_id: first }, 'already_rewarded');
    await expectRefusal(client, 'clickAdReward', { ad_id: first }, 'already_rewarded');
    await domain.pool.query('update ad set disabled_at = now() where ad_id = $1', [second]);
    await expectRefusal(client, 'watchAdReward', { ad_id: second }, 'unknown_ad');
    await expectRefusal(client, 'clickAdReward', { ad_id: second }, 'unknown_ad');
    await domain.configure({ 'ad.daily_limit': '20' });
  });
}

function paused(server: () => TestServer): void {
  test('every claim is refused while the operator’s funds are used up', async () => {
    const { domain } = server();
    const ad = { ad_id: await addAd(server().domain) };
    const clip = { videos_id: await domain.video() };
    await domain.configure({ 'funding.enforce': 'true' });
    const { client } = await viewer(server());
    const { rewards_paused } = await expectAnswer(client, 'playable', page);
    expect(rewards_paused).toBe(true);
    domain.advance(5 * SECOND);
    await expectRefusal(client, 'record', clip, 'paused_by_operator');
    await expectRefusal(client, 'watchAdReward', ad, 'paused_by_operator');
    await expectRefusal(client, 'clickAdReward', ad, 'paused_by_operator');
    await expectRefusal(client, 'claimShareReward', {}, 'paused_by_operator');
    await expectRefusal(client, 'claimTask', { task: 'notification' }, 'paused_by_operator');
    await expectRefusal(client, 'handleLoginReward', {}, 'paused_by_operator');
    expect(await expectAnswer(server().visitor(), 'getAppConfig')).toMatchObject({
      rewards_paused: true,
    });
    await domain.configure({ 'funding.enforce': 'false' });
    await expectAnswer(client, 'record', clip);
  });
}

function usedUp(server: () => TestServer): void {
  test('registrations and tasks are refused once the day’s promises are used up', async () => {
    const { domain, user } = server();
    await depositFunds(domain.pool, 10_000_000n, 'a test', domain.now());
    const nearlyNone = { 'funding.promises_a_day': '0.000001' };
    await domain.configure({ 'funding.enforce': 'true', ...nearlyNone });
    const first = await user();
    const { client } = await user();
    await expectAnswer(first.client, 'claimTask', { task: 'notification' });
    const day = 24 * 3600;
    const wait = { retry_after: day - (Math.floor(domain.now().getTime() / SECOND) % day) };
    const task = { task: 'notification' };
    await expectRefusal(client, 'claimTask', task, 'no_more_today', wait);
    await expectRefusal(client, 'handleLoginReward', {}, 'no_more_today', wait);
    await domain.configure({ 'funding.promises_a_day': '1' });
    await expectAnswer(client, 'handleLoginReward');
    await domain.configure({ 'funding.enforce': 'false' });
  });
}

function shares(server: () => TestServer): void {
  test('the first share of a UTC day is paid, the others are counted', async () => {
    const { domain } = server();
    // a millisecond before the day is over
    domain.advance(DAY - 1 - (domain.now().getTime() % DAY));
    const { client } = await server().user();
    const share = () => expectAnswer(client, 'claimShareReward');
    expect(await share()).toEqual({ reward: '0.0500', balance: '0.0500' });
    await expectRefusal(client, 'claimShareReward', {}, 'already_claimed');
    expect(await expectAnswer(client, 'incrementShare')).toEqual({ shares: 2 });
    domain.advance(1);
    expect(await share()).toEqual({ reward: '0.0500', balance: '0.1000' });
    expect(await expectAnswer(client, 'incrementShare')).toEqual({ shares: 4 });
  });
}

function extraViews(server: () => TestServer): void {
  test('are added after a share once the limit is reached, as often as configured, for today only', async () => {
    const { domain } = server();
    await domain.configure({
      'video.daily_limit': '1',
      'share.extra_views': '2',
      'share.extra_times_per_day': '1',
    });
    for (let count = 0; count < 4; count += 1) await domain.video();
    const { client } = await server().user({ keep: true });
    const { list } = await expectAnswer(client, 'playable', page);
    const clip = (index: number) => ({ videos_id: list[index]?.id ?? 0 });
    const watch = (index: number) => {
      domain.advance(5 * SECOND);
      return expectAnswer(client, 'record', clip(index));
    };
    const told = async (counts: object) =>
      expect(await expectAnswer(client, 'playable', page)).toMatchObject(counts);
    await expectRefusal(client, 'checkAndAddExtraRewards', {}, 'limit_not_reached');
    await watch(0);
    await expectRefusal(client, 'checkAndAddExtraRewards', {}, 'no_share_today');
    await expectAnswer(client, 'incrementShare');
    const left = { limit_today: 1, extra_shares_left: 1 };
    await told({ ...left, remaining_today: 0 });
    const added = { remaining_today: 2, limit_today: 3, extra_shares_left: 0 };
    const extra = await expectAnswer(client, 'checkAndAddExtraRewards');
    expect(extra).toEqual({ ...added, extra_views: 2 });
    await told({ ...added, daily_limit: 1 });
    const counts = { paid_today: 1, limit_today: 3 };
    expect(await expectAnswer(client, 'history', page)).toMatchObject(counts);
    expect(await watch(1)).toMatchObject({ remaining_today: 1 });
    expect(await watch(2)).toMatchObject({ remaining_today: 0 });
    domain.advance(5 * SECOND);
    await expectRefusal(client, 'record', clip(3), 'daily_limit_reached');
    await expectRefusal(client, 'checkAndAddExtraRewards', {}, 'no_extra_left');
    domain.advance(DAY);
    await told({ ...left, remaining_today: 1 });
    await domain.configure({ 'share.extra_views': '0' });
    await told({ extra_shares_left: 0 });
    await domain.configure({
      'video.daily_limit': '20',
      'share.extra_views': '5',
      'share.extra_times_per_day': '3',
    });
  });
}

function tasks(server: () => TestServer): void {
  test('are claimed once', async () => {
    const { client } = await server().user();
    const claimed = await expectAnswer(client, 'claimTask', { task: 'download_app' });
    expect(claimed).toEqual({ reward: '0.2000', balance: '0.2000' });
    expect(await expectAnswer(client, 'taskList')).toEqual({
      list: [
        { task: 'download_app', reward: '0.2000', completed: true },
        { task: 'notification', reward: '0.2000', completed: false },
      ],
    });
    // a later change of the reward does not change an amount that was paid
    await server().domain.configure({ 'reward.download_app': '3' });
    expect((await expectAnswer(client, 'taskList')).list[0]).toMatchObject({ reward: '0.2000' });
    await server().domain.configure({ 'reward.download_app': '0.2' });
    await expectRefusal(client, 'claimTask', { task: 'download_app' }, 'already_claimed');
    await expectRefusal(client, 'claimTask', { task: 'sing' }, 'unknown_task');
  });
}
