import { beforeEach, describe, expect, test } from 'vitest';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { linkedClips } from './linked.suite.ts';
import type { TestServer, User } from './server.ts';

const SECOND = 1000;
const page = { page: 1, limit: 10 };

export function watchingCalls(server: () => TestServer): void {
  beforeEach(async () => {
    await server().domain.pool.query('truncate video, feed_list restart identity');
    await server().domain.configure({
      'video.daily_limit': '20',
      'video.watch_seconds': '5',
      'feed.spread': '0',
    });
  });
  describe('the clips', () => lists(server));
  describe('their order', () => orders(server));
  describe('a clip that a link names', () => linkedClips(server));
  describe('record', () => recording(server));
  describe('handleLoginReward and rewardLogs', () => rewards(server));
}

/** Makes a user who was served the clips and has watched for long enough. */
async function watcher({ domain, user }: TestServer): Promise<User> {
  const watching = await user();
  await expectAnswer(watching.client, 'playable', page);
  domain.advance(5 * SECOND);
  return watching;
}

function lists(server: () => TestServer): void {
  test('videoList shows enabled clips to everybody, a page at a time', async () => {
    const { domain } = server();
    const ids = [await domain.video({ title: 'One' }), await domain.video(), await domain.video()];
    await domain.pool.query('update video set disabled_at = $1 where video_id = $2', [
      domain.now(),
      ids[1],
    ]);
    const second = await expectAnswer(server().visitor(), 'videoList', { page: 2, limit: 1 });
    expect(second).toMatchObject({ list: [{ id: ids[2] }], page: 2, limit: 1, total: 2 });
    const first = await expectAnswer(server().visitor(), 'videoList');
    expect(first.list[0]).toMatchObject({ title: 'One', reward: '0.0500', watch_seconds: 5 });
    expect(first).toMatchObject({ page: 1, limit: 10, total: 2 });
  });

  test('lists have the media that were taken down in the last days', async () => {
    const { domain, visitor, user } = server();
    const gone = { url: '/media/gone.mp4', old: '/media/old.mp4' };
    const days = (count: number) => new Date(domain.now().getTime() - count * 24 * 3_600_000);
    await domain.pool.query('insert into gone_media values ($1, $2), ($3, $4)', [
      ...[gone.url, days(1), gone.old, days(6)],
    ]);
    const { client } = await user();
    expect(await expectAnswer(visitor(), 'videoList')).toMatchObject({ taken_down: [gone.url] });
    expect(await expectAnswer(client, 'playable')).toMatchObject({ taken_down: [gone.url] });
    await domain.pool.query('delete from gone_media');
  });

  test('playable leaves out clips that were paid today; history has them', async () => {
    const { domain } = server();
    const clip = await domain.video({ title: 'Silk' });
    const other = await domain.video();
    const { client } = await watcher(server());
    await expectAnswer(client, 'record', { videos_id: clip });
    const { list, ...counts } = await expectAnswer(client, 'playable', page);
    expect(list.map(({ id }) => id)).toEqual([other]);
    expect(counts).toEqual({
      ...{ page: 1, limit: 10, total: 1 },
      ...{ remaining_today: 19, daily_limit: 20, limit_today: 20, extra_shares_left: 3 },
      rewards_paused: false,
    });
    expect(await expectAnswer(client, 'history', page)).toMatchObject({
      list: [{ id: clip, title: 'Silk', reward: '0.0500', watched_at: domain.now().toISOString() }],
      total: 1,
    });
  });
}

function orders(server: () => TestServer): void {
  test('lists continue after a given clip, and have the reason of each clip’s place', async () => {
    const { domain } = server();
    const ids = [await domain.video(), await domain.video(), await domain.video()];
    const after = { limit: 2, after: ids[0] ?? 0 };
    const { client } = await watcher(server());
    const rest = ids.slice(1).map((id) => ({ id, reason: 'new' }));
    expect((await expectAnswer(client, 'playable', after)).list).toMatchObject(rest);
    expect((await expectAnswer(server().visitor(), 'videoList', after)).list).toMatchObject(rest);
    expect((await client.send('playable', { after: '0' })).status).toBe(400);
    await expectAnswer(client, 'record', { videos_id: ids[0] ?? 0 });
    const day = domain.now().toISOString().slice(0, 10);
    domain.advance(23 * 3600 * SECOND);
    const { list } = await expectAnswer(client, 'playable', page);
    expect(list.find(({ id }) => id === ids[0])).toMatchObject({ reason: 'again', seen_on: day });
  });
}

function recording(server: () => TestServer): void {
  test('pays a watched clip', async () => {
    const clip = await server().domain.video();
    const { client } = await watcher(server());
    expect(await expectAnswer(client, 'record', { videos_id: clip })).toEqual({
      reward: '0.0500',
      balance: '0.0500',
      remaining_today: 19,
    });
  });

  test('accepts the number as text too, from a form', async () => {
    const clip = await server().domain.video();
    const { client } = await watcher(server());
    await expectAnswer(client, 'record', { videos_id: String(clip) });
  });

  test('is refused for a clip that does not exist or is disabled', async () => {
    const { domain } = server();
    const clip = await domain.video();
    const { client } = await watcher(server());
    await domain.pool.query('update video set disabled_at = $1', [domain.now()]);
    for (const videos_id of [clip, 999]) {
      await expectRefusal(client, 'record', { videos_id }, 'unknown_video');
    }
  });

  test('is refused before the watch time is over, with the milliseconds to wait', async () => {
    const clip = await server().domain.video();
    const { client } = await server().user();
    const input = { videos_id: clip };
    await expectRefusal(client, 'record', input, 'too_early', { retry_after: 5000 });
    await expectAnswer(client, 'playable', page);
    server().domain.advance(4999);
    await expectRefusal(client, 'record', input, 'too_early', { retry_after: 1 });
    server().domain.advance(1);
    await expectAnswer(client, 'record', input);
  });

  test('pays a clip once a day, and again tomorrow', async () => {
    const clip = await server().domain.video();
    const { client } = await watcher(server());
    const input = { videos_id: clip };
    await expectAnswer(client, 'record', input);
    server().domain.advance(5 * SECOND);
    await expectRefusal(client, 'record', input, 'already_rewarded');
    server().domain.advance(23 * 3600 * SECOND);
    await expectAnswer(client, 'playable', page);
    server().domain.advance(5 * SECOND);
    const paid = { reward: '0.0500', balance: '0.1000', remaining_today: 19 };
    expect(await expectAnswer(client, 'record', input)).toEqual(paid);
  });

  test('is refused above the daily limit', async () => {
    const { domain } = server();
    await domain.configure({ 'video.daily_limit': '1' });
    const clips = [await domain.video(), await domain.video()];
    const { client } = await watcher(server());
    await expectAnswer(client, 'record', { videos_id: clips[0] ?? 0 });
    domain.advance(5 * SECOND);
    await expectRefusal(client, 'record', { videos_id: clips[1] ?? 0 }, 'daily_limit_reached');
  });
}

function rewards(server: () => TestServer): void {
  test('the registration reward is credited once', async () => {
    const { domain } = server();
    const { client } = await server().user();
    const first = await expectAnswer(client, 'handleLoginReward');
    expect(first).toEqual({
      rewards: [
        {
          id: 1,
          type: 'new_user_reward',
          amount: '1.0000',
          created_at: domain.now().toISOString(),
          detail: expect.any(String),
        },
      ],
      balance: '1.0000',
    });
    const second = await expectAnswer(client, 'handleLoginReward', { watch_ticket: 'any' });
    expect(second).toEqual({ rewards: [], balance: '1.0000' });
  });

  test('rewardLogs has the newest first, and filters by type', async () => {
    const clip = await server().domain.video({ title: 'Aurora' });
    const { client } = await watcher(server());
    await expectAnswer(client, 'handleLoginReward');
    await expectAnswer(client, 'record', { videos_id: clip });
    const all = await expectAnswer(client, 'rewardLogs', page);
    expect(all.list.map(({ type }) => type)).toEqual(['video', 'new_user_reward']);
    const some = await expectAnswer(client, 'rewardLogs', { ...page, type: 'video' });
    expect(some).toMatchObject({ list: [{ type: 'video', detail: 'Aurora' }], total: 1 });
    const second = await expectAnswer(client, 'rewardLogs', { page: 2, limit: 1 });
    expect(second).toMatchObject({ list: [{ type: 'new_user_reward' }], total: 2 });
    const { next } = await expectAnswer(client, 'rewardLogs', { limit: 1 });
    const before = { limit: 1, before: next ?? '' };
    expect((await expectAnswer(client, 'rewardLogs', before)).list).toEqual(second.list);
    // all other lists that continue by a key take `before` too
    const end = { before: '1' };
    for (const name of ['invitedUsers', 'withdrawals', 'corrections'] as const) {
      expect((await expectAnswer(client, name, end)).list).toEqual([]);
    }
    expect((await expectAnswer(client, 'history', { before: '1-1' })).list).toEqual([]);
  });
}
