import { expect, test } from 'vitest';
import { rewardLogs } from '../../server/domain/ledger.ts';
import { DAY, SECOND } from '../../server/domain/time.ts';
import { playable, videoList } from '../../server/domain/videos.ts';
import { history } from '../../server/domain/watched-clips.ts';
import { record } from '../../server/domain/watching.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { refusalOf } from './support.ts';

const page = { page: 1, limit: 10 };

setUpDomain({
  empty: ['video'],
  settings: { 'video.daily_limit': '20', 'video.reward': '0.0500' },
});

test('pays a clip once its watch time is over, and tells what is left', async () => {
  const user = await domain.user();
  const clip = await domain.video({ title: 'Silk' });
  await playable(domain.context(), user, page);
  domain.advance(5 * SECOND);
  expect(await record(domain.context(), user, { videos_id: clip })).toEqual({
    reward: '0.0500',
    balance: '0.0500',
    remaining_today: 19,
  });
  expect(await rewardLogs(domain.context(), user, page)).toEqual({
    next: null,
    list: [
      {
        id: 1,
        type: 'video',
        amount: '0.0500',
        created_at: domain.now().toISOString(),
        detail: 'Silk',
      },
    ],
    page: 1,
    limit: 10,
    total: 1,
  });
});

test('is too early until the clip’s own watch time has passed, to the millisecond', async () => {
  const user = await domain.user();
  const clip = await domain.video({ watch_seconds: 3, reward: 1_000n });
  await playable(domain.context(), user, page);
  domain.advance(2_999);
  expect(await refusalOf(record(domain.context(), user, { videos_id: clip }))).toEqual({
    reason: 'too_early',
    retry_after: 1,
  });
  domain.advance(1);
  expect(await record(domain.context(), user, { videos_id: clip })).toMatchObject({
    reward: '0.1000',
  });
});

test('counts watch time from the first hand-out, not the last', async () => {
  const user = await domain.user();
  const clip = await domain.video();
  await playable(domain.context(), user, page);
  domain.advance(4 * SECOND);
  await playable(domain.context(), user, page);
  domain.advance(1 * SECOND);
  expect(await record(domain.context(), user, { videos_id: clip })).toMatchObject({
    reward: '0.0500',
  });
});

test('is too early for a clip that was never served to this user', async () => {
  const user = await domain.user();
  const clip = await domain.video();
  await videoList(domain.context(), user, page);
  await playable(domain.context(), await domain.user(), page);
  domain.advance(60 * SECOND);
  expect(await refusalOf(record(domain.context(), user, { videos_id: clip }))).toEqual({
    reason: 'too_early',
    retry_after: 5_000,
  });
});

test('is too early within the watch time of the previous rewarded clip', async () => {
  const user = await domain.user();
  const first = await domain.video();
  const second = await domain.video({ watch_seconds: 7 });
  await playable(domain.context(), user, page);
  domain.advance(60 * SECOND);
  await record(domain.context(), user, { videos_id: first });
  domain.advance(6 * SECOND);
  expect(await refusalOf(record(domain.context(), user, { videos_id: second }))).toEqual({
    reason: 'too_early',
    retry_after: 1_000,
  });
  domain.advance(1 * SECOND);
  expect(await record(domain.context(), user, { videos_id: second })).toMatchObject({
    balance: '0.1000',
  });
});

test('refuses a clip that does not exist or is disabled', async () => {
  const user = await domain.user();
  const clip = await domain.video();
  await playable(domain.context(), user, page);
  domain.advance(60 * SECOND);
  await domain.pool.query('update video set disabled_at = $1', [domain.now()]);
  for (const videos_id of [clip, 999]) {
    expect(await refusalOf(record(domain.context(), user, { videos_id }))).toEqual({
      reason: 'unknown_video',
    });
  }
});

test('refuses a clip that was paid today, and pays it again tomorrow', async () => {
  const user = await domain.user();
  const clip = await domain.video();
  await playable(domain.context(), user, page);
  domain.advance(60 * SECOND);
  await record(domain.context(), user, { videos_id: clip });
  domain.advance(60 * SECOND);
  expect(await refusalOf(record(domain.context(), user, { videos_id: clip }))).toEqual({
    reason: 'already_rewarded',
  });
  domain.advance(DAY);
  await playable(domain.context(), user, page);
  domain.advance(60 * SECOND);
  expect(await record(domain.context(), user, { videos_id: clip })).toEqual({
    reward: '0.0500',
    balance: '0.1000',
    remaining_today: 19,
  });
});

test('stops at the daily limit and goes on tomorrow', async () => {
  await domain.configure({ 'video.daily_limit': '1' });
  const user = await domain.user();
  const [first, second] = [await domain.video(), await domain.video()];
  await playable(domain.context(), user, page);
  domain.advance(60 * SECOND);
  expect(await record(domain.context(), user, { videos_id: first })).toMatchObject({
    remaining_today: 0,
  });
  domain.advance(60 * SECOND);
  expect(await refusalOf(record(domain.context(), user, { videos_id: second }))).toEqual({
    reason: 'daily_limit_reached',
  });
  domain.advance(DAY);
  await playable(domain.context(), user, page);
  domain.advance(60 * SECOND);
  expect(await record(domain.context(), user, { videos_id: second })).toMatchObject({
    balance: '0.1000',
  });
});

test('counts a clip that is worth nothing and moves nothing', async () => {
  const user = await domain.user();
  const clip = await domain.video({ reward: 0n });
  await playable(domain.context(), user, page);
  domain.advance(60 * SECOND);
  expect(await record(domain.context(), user, { videos_id: clip })).toEqual({
    reward: '0.0000',
    balance: '0.0000',
    remaining_today: 19,
  });
  const { rows } = await domain.pool.query(
    'select count(*)::int as n from transfer where user_id = $1',
    [user.userId],
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('the least that can be paid is paid and entered', async () => {
  const user = await domain.user();
  const clip = await domain.video({ reward: 1n });
  await playable(domain.context(), user, page);
  domain.advance(5 * SECOND);
  expect(await record(domain.context(), user, { videos_id: clip })).toMatchObject({
    reward: '0.0001',
    balance: '0.0001',
  });
  const { rows } = await domain.pool.query('select amount from transfer where user_id = $1', [
    user.userId,
  ]);
  expect(rows).toEqual([{ amount: 1n }]);
});

test('playable leaves out what was paid today and counts what remains', async () => {
  const user = await domain.user();
  const [first, second] = [await domain.video(), await domain.video()];
  await playable(domain.context(), user, page);
  domain.advance(60 * SECOND);
  await record(domain.context(), user, { videos_id: first });
  const answer = await playable(domain.context(), user, page);
  expect({ ...answer, list: answer.list.map(({ id }) => id) }).toEqual({
    list: [second],
    page: 1,
    limit: 10,
    total: 1,
    remaining_today: 19,
    daily_limit: 20,
    limit_today: 20,
    extra_shares_left: 3,
    rewards_paused: false,
  });
});

test('pages walk every clip once, in the order of the day', async () => {
  for (const _ of [1, 2, 3]) await domain.video();
  const { list: all } = await videoList(domain.context(), null, page);
  const ids = all.map(({ id }) => id);
  expect(ids.toSorted()).toEqual([1, 2, 3]);
  const pages = await Promise.all(
    [1, 2, 3].map((number) => videoList(domain.context(), null, { page: number, limit: 2 })),
  );
  expect(pages.map(({ list, total }) => ({ ids: list.map(({ id }) => id), total }))).toEqual([
    { ids: ids.slice(0, 2), total: 3 },
    { ids: ids.slice(2), total: 3 },
    { ids: [], total: 3 },
  ]);
});

test('history shows what each clip paid, the newest first', async () => {
  const user = await domain.user();
  const [first, second] = [
    await domain.video({ reward: 300n }),
    await domain.video({ reward: 700n }),
  ];
  await playable(domain.context(), user, page);
  for (const videos_id of [first, second]) {
    domain.advance(60 * SECOND);
    await record(domain.context(), user, { videos_id });
  }
  const { list, ...counts } = await history(domain.context(), user, page);
  expect({ ...counts, list: list.map(({ id, reward }) => ({ id, reward })) }).toEqual({
    next: null,
    page: 1,
    limit: 10,
    total: 2,
    paid_today: 2,
    limit_today: 20,
    share_paid_today: false,
    list: [
      { id: second, reward: '0.0700' },
      { id: first, reward: '0.0300' },
    ],
  });
  domain.advance(DAY);
  const { total, paid_today } = await history(domain.context(), user, page);
  expect({ total, paid_today }).toEqual({ total: 2, paid_today: 0 });
});
