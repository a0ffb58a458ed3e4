import { expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { findFirstClip } from '../../server/domain/first-clip.ts';
import { DAY } from '../../server/domain/time.ts';
import { playable, videoList } from '../../server/domain/videos.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { rowsRead } from './rows-read.ts';

setUpDomain({
  empty: ['video', 'watched', 'feed_list', 'feed_position', 'feed_sum', 'served'],
  settings: { 'feed.personal': 'true', 'feed.new_every': '0', 'feed.spread': '0' },
});

interface Made {
  readonly language?: string;
  readonly countries?: readonly string[];
  readonly rank?: number;
  readonly isPinned?: boolean;
  /** added now, and never shown */
  readonly isNew?: boolean;
  readonly count?: number;
}

/** Adds clips of different authors, shown often and added long ago, unless they are new. */
async function clips({ language, countries, rank = 0, isPinned, isNew, count = 1 }: Made = {}) {
  const { rows } = await domain.pool.query<{ video_id: bigint }>(
    `insert into video (title, author, url, poster, width, height, duration_ms, created_at, feed_shown,
       feed_rank, feed_language, feed_countries, pinned_at)
     select 'Clip', 'Author ' || random(), '/' || i || random(), '/p', 540, 960, 8000,
       $1::timestamptz - $7 * interval '1 day', 10 * $7, $2, $3, $4, $5
     from generate_series(1, $6::int) as i returning video_id`,
    [
      ...[domain.now(), rank, language ?? '', countries, isPinned ? domain.now() : null, count],
      isNew ? 0 : 100,
    ],
  );
  return rows.map(({ video_id }) => Number(video_id));
}

async function person(language: string | null, country: string | null): Promise<Caller> {
  const user = await domain.user();
  const values = [user.userId, language, country];
  await domain.pool.query(
    'update account set language = $2, country = $3 where user_id = $1',
    values,
  );
  return user;
}

const list = async (user: Caller) =>
  (await playable(domain.context(), user, { page: 1, limit: 50 })).list;
const placesOf = async (user: Caller) => (await list(user)).map(({ id, reason }) => [id, reason]);
const idsOf = async (user: Caller) => (await list(user)).map(({ id }) => id);

test('clips for people of another language come after all clips for the member', async () => {
  const [german] = await clips({ language: 'de', rank: 10 });
  const [french] = await clips({ language: 'fr', rank: -10 });
  const [any] = await clips({ rank: 20 });
  expect(await placesOf(await person('de', null))).toEqual([
    [german, 'language'],
    [any, 'unseen'],
    [french, 'unseen'],
  ]);
  expect(await placesOf(await person('ja', null))).toEqual([
    [any, 'unseen'],
    [french, 'unseen'],
    [german, 'unseen'],
  ]);
});

test('a clip that names countries is for people of these countries, not of an unknown country', async () => {
  const [alps] = await clips({ countries: ['AT', 'CH'] });
  const [any] = await clips({ rank: 20 });
  expect(await placesOf(await person('de', 'CH'))).toEqual([
    [alps, 'country'],
    [any, 'unseen'],
  ]);
  for (const country of ['DE', null]) {
    expect(await idsOf(await person('de', country))).toEqual([any, alps]);
  }
});

test('a new clip for other countries is ordered by rank among the clips for other audiences', async () => {
  const [alps] = await clips({ countries: ['AT', 'CH'], isNew: true });
  const [french] = await clips({ language: 'fr', rank: -10 });
  const [any] = await clips();
  expect(await placesOf(await person('de', 'DE'))).toEqual([
    [any, 'unseen'],
    [french, 'unseen'],
    [alps, 'unseen'],
  ]);
});

test('a clip in pt is for readers of pt-PT too, a clip in pt-PT is not for readers of pt', async () => {
  const [portuguese] = await clips({ language: 'pt' });
  const [european] = await clips({ language: 'pt-PT' });
  const [any] = await clips({ rank: 20 });
  expect(await idsOf(await person('pt-PT', null))).toEqual([portuguese, european, any]);
  expect(await idsOf(await person('pt', null))).toEqual([portuguese, any, european]);
});

test('a clip that people finish has that reason, and clips for other audiences come before seen clips', async () => {
  const user = await person('de', 'DE');
  const [best] = await clips({ language: 'de', rank: -10 });
  expect(await placesOf(user)).toEqual([[best, 'finished']]);
  await domain.pool.query(
    `with claim as (
       insert into watched (user_id, day, video_id, reward, watched_at)
       values ($1, ($2::timestamptz at time zone 'UTC')::date, $3, 0, $2)
     )
     insert into served (user_id, kind, item_id, first_at) values ($1, 'video', $3, $2)
     on conflict do nothing`,
    [user.userId, domain.now(), best],
  );
  domain.advance(DAY);
  const [french] = await clips({ language: 'fr' });
  expect(await placesOf(user)).toEqual([
    [french, 'unseen'],
    [best, 'again'],
  ]);
});

test('a pinned clip is first only for members whom it is for', async () => {
  const [pinned] = await clips({ language: 'fr', isPinned: true });
  const [any] = await clips();
  expect(await placesOf(await person('fr', null))).toEqual([
    [pinned, 'pinned'],
    [any, 'unseen'],
  ]);
  expect(await idsOf(await person('de', null))).toEqual([any, pinned]);
});

test('the list of a day stays the same when the member’s language changes', async () => {
  const user = await person('de', null);
  await clips({ language: 'de', count: 3 });
  await clips({ language: 'fr', count: 3 });
  const first = await idsOf(user);
  await domain.pool.query('update account set language = $2 where user_id = $1', [
    user.userId,
    'fr',
  ]);
  expect(await idsOf(user)).toEqual(first);
  domain.advance(DAY);
  expect(await idsOf(user)).not.toEqual(first);
});

test('visitors begin with a clip for everybody, or else with the best of the other clips', async () => {
  const [french, german] = [
    ...(await clips({ language: 'fr', rank: -10, isPinned: true })),
    ...(await clips({ countries: ['DE'], rank: -5 })),
  ];
  expect((await findFirstClip(domain.context(), null))?.video.id).toBe(french);
  const [any] = await clips({ rank: 30 });
  expect((await findFirstClip(domain.context(), null))?.video.id).toBe(any);
  const { list: shown } = await videoList(domain.context(), null, { page: 1, limit: 50 });
  expect(shown.map(({ id }) => id)).toEqual([any, french, german]);
});

test('a list reads no more rows if there are a thousand clips in another language', async () => {
  await clips({ language: 'de', count: 60 });
  const user = await person('de', null);
  const read = async () => {
    await domain.pool.query('analyze video');
    const work = async (db: Database) => {
      const context = { ...domain.context(), db };
      expect((await playable(context, user, { page: 1, limit: 10 })).list).toHaveLength(10);
    };
    return (await rowsRead(domain.pool, work))('video');
  };
  const few = await read();
  await clips({ language: 'fr', rank: -10, count: 1_000 });
  expect(await read()).toBeLessThanOrEqual(few);
});
