import { expect, test } from 'vitest';
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

test('a clip’s watch time counts from the first time it was served, not from the last', async () => {
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

test('a claim is too early for a clip that was never served to this user', async () => {
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

test('a claim is too early within the watch time of the previous paid clip', async () => {
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

test('history lists the reward of each clip, the newest first', async () => {
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
