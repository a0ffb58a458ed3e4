import { beforeEach, describe, expect, test } from 'vitest';
import { depositFunds } from '../../../server/domain/funding.ts';
import { makeDevice } from '../web-push.support.ts';
import { expectAnswer, expectRefusal } from './proofs.ts';
import type { TestServer, User } from './server.ts';

const SECOND = 1000;
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
  test('a push token is stored and forgotten', async () => {
    const { client } = await server().user();
    expect(await expectAnswer(client, 'updateFcmToken', { fcm_token: 'token' })).toEqual({});
    expect(await expectAnswer(client, 'updateFcmToken', { fcm_token: '' })).toEqual({});
  });
  test('a push subscription is stored, at a push service alone', async () => {
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

async function insertAd(
  { domain }: TestServer,
  countries: string[] | null = null,
): Promise<number> {
  const { rows } = await domain.pool.query<{ ad_id: bigint }>(
    `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, countries,
       created_at)
     values ('Tea', 'Hills', '/media/tea.mp4', '/media/tea.webp', 'https://tea.example', 'Taste',
       9000, $1, $2)
     returning ad_id`,
    [countries, domain.now()],
  );
  return Number(rows[0]?.ad_id);
}

/** A user who was given the advertisements and has watched for long enough. */
async function viewer({ domain, user }: TestServer): Promise<User> {
  const watching = await user();
  await expectAnswer(watching.client, 'getAdList', page);
  domain.advance(5 * SECOND);
  return watching;
}

function advertisements(server: () => TestServer): void {
  test('the list is a country’s, and shows what was done today', async () => {
    const ad = await insertAd(server());
    await insertAd(server(), ['DE']);
    const { client } = await viewer(server());
    await expectAnswer(client, 'clickAdReward', { ad_id: ad });
    const list = await expectAnswer(client, 'getAdList', { ...page, country: 'IN' });
    expect(list).toMatchObject({
      list: [
        { id: ad, target_url: 'https://tea.example', clicked_today: true, watched_today: false },
      ],
      total: 1,
    });
    const visitors = await expectAnswer(server().visitor(), 'getAdList', { country: 'DE' });
    expect(visitors.total).toBe(2);
  });

  test('the display rules are the operator’s', async () => {
    expect(await expectAnswer(server().visitor(), 'getDisplayRules')).toEqual({
      every_n_videos: 4,
      countdown_seconds: 5,
      skippable_after_seconds: 5,
    });
  });

  test('watching and following are paid once a day each', async () => {
    const ad = { ad_id: await insertAd(server()) };
    const { client } = await viewer(server());
    expect(await expectAnswer(client, 'watchAdReward', ad)).toEqual({
      reward: '0.0500',
      balance: '0.0500',
    });
    expect(await expectAnswer(client, 'clickAdReward', ad)).toEqual({
      reward: '0.0200',
      balance: '0.0700',
    });
    server().domain.advance(5 * SECOND);
    await expectRefusal(client, 'watchAdReward', ad, 'already_rewarded');
    await expectRefusal(client, 'clickAdReward', ad, 'already_rewarded');
  });

  test('are refused: unknown, too early, over the daily limit', async () => {
    const { domain } = server();
    const [first, second] = [await insertAd(server()), await insertAd(server())];
    const { client } = await server().user();
    await expectRefusal(client, 'watchAdReward', { ad_id: 99 }, 'unknown_ad');
    await expectRefusal(client, 'clickAdReward', { ad_id: 99 }, 'unknown_ad');
    const early = { retry_after: 5000 };
    await expectRefusal(client, 'clickAdReward', { ad_id: first }, 'too_early', early);
    await expectAnswer(client, 'getAdList', page);
    await expectRefusal(client, 'watchAdReward', { ad_id: first }, 'too_early', early);
    await domain.configure({ 'ad.daily_limit': '1' });
    domain.advance(5 * SECOND);
    await expectAnswer(client, 'watchAdReward', { ad_id: first });
    await expectAnswer(client, 'clickAdReward', { ad_id: first });
    domain.advance(5 * SECOND);
    await expectRefusal(client, 'watchAdReward', { ad_id: second }, 'daily_limit_reached');
    await expectRefusal(client, 'clickAdReward', { ad_id: second }, 'daily_limit_reached');
    await domain.configure({ 'ad.daily_limit': '20' });
  });
}

/** A user who may claim all that there is, while nothing may be paid. */
function paused(server: () => TestServer): void {
  test('every claim is refused while the operator’s funds are used up', async () => {
    const { domain } = server();
    const ad = { ad_id: await insertAd(server()) };
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

/** A newcomer who comes after the first of the day. */
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
  test('the first of a UTC day is paid, the others are counted', async () => {
    const { client } = await server().user();
    expect(await expectAnswer(client, 'claimShareReward')).toEqual({
      reward: '0.0500',
      balance: '0.0500',
    });
    await expectRefusal(client, 'claimShareReward', {}, 'already_claimed');
    expect(await expectAnswer(client, 'incrementShare')).toEqual({ shares: 2 });
    server().domain.advance(24 * 3600 * SECOND - 1);
    await expectAnswer(client, 'claimShareReward');
  });
}

function extraViews(server: () => TestServer): void {
  test('come after a share, once the limit is reached, as often as configured', async () => {
    const { domain } = server();
    await domain.configure({
      'video.daily_limit': '1',
      'share.extra_views': '1',
      'share.extra_times_per_day': '1',
    });
    const clips = [await domain.video(), await domain.video()];
    const { client } = await server().user();
    await expectRefusal(client, 'checkAndAddExtraRewards', {}, 'limit_not_reached');
    for (const videos_id of clips) {
      await expectAnswer(client, 'playable', page);
      domain.advance(5 * SECOND);
      await expectAnswer(client, 'record', { videos_id });
      if (videos_id === clips[0]) {
        await expectRefusal(client, 'checkAndAddExtraRewards', {}, 'no_share_today');
        await expectAnswer(client, 'incrementShare');
        expect(await expectAnswer(client, 'checkAndAddExtraRewards')).toEqual({
          extra_views: 1,
          remaining_today: 1,
          limit_today: 2,
          extra_shares_left: 0,
        });
      }
    }
    await expectRefusal(client, 'checkAndAddExtraRewards', {}, 'no_extra_left');
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
    await expectRefusal(client, 'claimTask', { task: 'download_app' }, 'already_claimed');
    await expectRefusal(client, 'claimTask', { task: 'sing' }, 'unknown_task');
  });
}
