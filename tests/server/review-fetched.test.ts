import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { assess } from '../../server/domain/review/review.ts';
import { diskStorage } from '../../server/media/disk.ts';
import { s3Storage } from '../../server/media/s3/storage.ts';
import { recordMediaLocation } from '../../server/media/takedown-sync.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { finding, payee, REVIEW } from './review.support.ts';

setUpDomain({ settings: REVIEW });

/** The ids of clips that this server stores. */
let clips: number[];
let user: Caller;

beforeEach(async () => {
  domain.setNow(new Date('2026-03-20T10:00:00.000Z'));
  await domain.pool.query('truncate video, media_asked');
  await domain.pool.query(
    'update media_coverage set since = null, log_since = null, log_until = null, is_elsewhere = false',
  );
  clips = await Promise.all(Array.from({ length: 10 }, () => domain.video()));
  await domain.pool.query("update video set url = '/media/of-' || video_id || '.mp4'");
  user = await payee(domain);
  // another user's app fetches a clip
  await sent((await payee(domain)).userId, [1]);
});

const sent = (userId: bigint, ids: readonly number[]) =>
  domain.pool.query(
    `insert into media_asked select $1, id, '2026-03-19' from unnest($2::bigint[]) as id`,
    [userId, ids],
  );

/** Adds claims of `count` clips on a day of March. */
const claim = (day: number, count: number) =>
  domain.pool.query(
    `insert into watched (user_id, day, video_id, reward, watched_at)
     select $1, $2::date, id, 500, $2::timestamptz + interval '10 hours' from unnest($3::bigint[]) as id`,
    [user.userId, `2026-03-${day}T00:00:00Z`, clips.slice(0, count)],
  );

const look = () => finding(domain, user, 'not_fetched');

test('claims of ten clips of which none was sent are a signal that needs a decision', async () => {
  await claim(20, 10);
  expect(await look()).toEqual({
    name: 'not_fetched',
    raised: true,
    text:
      'claims of clips of which no file was sent to this account: 9 of 9, 100%, without the first ' +
      'claim of each day (a signal from 90% of at least 8)',
  });
  const { pool: db, settings } = domain;
  const { review } = await assess({ db, settings, now: domain.now() }, user.userId);
  expect(review).toMatchObject({ needsDecision: true });
});

test.each([
  [[20], 9, true],
  [[20], 8, false],
  [[19, 20], 5, true],
  [[18, 19, 20], 3, false],
])('on each of the days %j, claims of %i clips; a signal: %s', async (days, count, raised) => {
  for (const day of days) await claim(day, count);
  expect(await look()).toMatchObject({ raised });
});

test('eight clips that a phone had cached for a visitor raise no signal', async () => {
  await claim(20, 10);
  await sent(user.userId, clips.slice(8));
  expect(await look()).toMatchObject({
    raised: false,
    text: expect.stringContaining('7 of 9, 77%'),
  });
});

test('a clip that was sent once counts as sent on every day', async () => {
  for (let day = 11; day <= 20; day += 1) await claim(day, 10);
  await sent(user.userId, clips);
  expect(await look()).toMatchObject({
    raised: false,
    text: expect.stringContaining('0 of 90, 0%'),
  });
});

test('clips on another server are not counted', async () => {
  await domain.pool.query("update video set url = 'https://elsewhere.example/' || video_id");
  await claim(20, 10);
  expect(await look()).toMatchObject({ raised: false, text: expect.stringContaining('0 of 0') });
});

test('the signal is not known if the server has sent no file to a member', async () => {
  await domain.pool.query('truncate media_asked');
  await claim(20, 10);
  expect(await look()).toEqual({
    name: 'not_fetched',
    raised: false,
    text:
      'claims of clips of which no file was sent to this account: not known, this server has sent ' +
      'no file of a clip to a logged-in user',
  });
});

test('claims from before the coverage began are not counted', async () => {
  await domain.pool.query("update media_coverage set since = '2026-03-20'");
  await claim(19, 10);
  await claim(20, 8);
  expect(await look()).toMatchObject({ raised: false, text: expect.stringContaining('7 of 7') });
});

test('behind a CDN only claims within the time of its logs are counted', async () => {
  await domain.configure({ 'review.media_at_cdn': 'true' });
  for (const day of [14, 15, 16, 20]) await claim(day, 10);
  expect(await look()).toMatchObject({
    raised: false,
    text: expect.stringContaining('not known, no log of the CDN was imported'),
  });
  await domain.pool.query(
    `update media_coverage set log_since = '2026-03-11T08:00:00Z', log_until = '2026-03-20T09:00:00Z'`,
  );
  // counted from four days after the log's first line, because a phone may have cached clips before it
  expect(await look()).toMatchObject({ raised: true, text: expect.stringContaining('18 of 18') });
});

test('while media are in an S3 store, only logs count, with any value of review.media_at_cdn', async () => {
  const elsewhere = s3Storage({
    ...{ endpoint: 'http://127.0.0.1:1', bucket: 'clips', publicUrl: 'https://media.example' },
    ...{ region: 'auto', accessKeyId: 'key', secretAccessKey: 'secret', waitMs: 0 },
  });
  for (const day of [14, 15, 16]) await claim(day, 10);
  await recordMediaLocation(domain.pool, elsewhere);
  expect(await look()).toMatchObject({ raised: false, text: expect.stringContaining('not known') });
  // after a move back to the disk the server does not know which files the store has sent
  await recordMediaLocation(domain.pool, diskStorage(''));
  expect(await look()).toMatchObject({ raised: false });
});
