import { expect, test } from 'vitest';
import { countEndedLists } from '../../server/domain/feed/statistics.ts';
import { findFirstClip } from '../../server/domain/first-clip.ts';
import { DAY, utcDay } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { clips, disable, idsOf, list, visitorList, watched } from './feed-order.support.ts';
import { rowsRead } from './rows-read.ts';

setUpDomain({
  empty: ['video', 'watched', 'feed_list', 'feed_position', 'feed_sum', 'served'],
  settings: { 'feed.personal': 'true', 'feed.new_every': '5', 'feed.spread': '10' },
});

test('unwatched clips come first, then watched clips with their day, the longest ago first', async () => {
  const user = await domain.user();
  const [one = 0, two = 0, three = 0, four = 0] = await clips(4);
  await watched(user, [one, two], 9);
  await watched(user, [one], 3);
  await watched(user, [three], 1);
  expect((await list(user)).map(({ id, reason, seen_on }) => [id, reason, seen_on])).toEqual([
    [four, 'rarely_shown', undefined],
    [two, 'again', '2026-02-20'],
    [one, 'again', '2026-02-26'],
    [three, 'again', '2026-02-28'],
  ]);
});

test('a clip that was passed by counts as seen, also if the list was counted meanwhile', async () => {
  await clips(12);
  const user = await domain.user();
  const first = idsOf(await list(user));
  await domain.pool.query(
    `insert into served (user_id, kind, item_id, first_at)
     select $1, 'video', video_id, now() from unnest($2::bigint[]) as video_id on conflict do nothing`,
    [user.userId, first],
  );
  // the fourth clip was paid, the clips before it were not
  await watched(user, first.slice(3, 4));
  domain.advance(DAY);
  const second = await list(user);
  const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
  expect(sorted(idsOf(second.slice(0, 8)))).toEqual(sorted(first.slice(4)));
  expect(second.slice(8).map(({ reason, seen_on }) => [reason, seen_on])).toEqual(
    first.slice(0, 4).map(() => ['again', utcDay(new Date(domain.now().getTime() - DAY))]),
  );
  // the member is away for a day: housekeeping counts the list before the next request
  await watched(user, idsOf(second).slice(7, 8));
  domain.advance(2 * DAY);
  await countEndedLists(domain.pool, domain.settings, domain.now());
  const third = await list(user);
  expect(sorted(idsOf(third.slice(0, 4)))).toEqual(sorted(first.slice(0, 4)));
});

test('a claim that arrives days late counts for the next list', async () => {
  const user = await domain.user();
  await clips(2);
  const [one = 0, two = 0] = idsOf(await list(user));
  domain.advance(2 * DAY);
  await list(user);
  domain.advance(DAY);
  await watched(user, [one], 3);
  expect(idsOf(await list(user))).toEqual([two, one]);
});

test('each member has their own order, the same all day and another the next day', async () => {
  await clips(30);
  const [user, other] = [await domain.user(), await domain.user()];
  const first = idsOf(await list(user));
  expect(first).toHaveLength(30);
  domain.advance(DAY / 4);
  expect(idsOf(await list(user))).toEqual(first);
  expect(idsOf(await list(other))).not.toEqual(first);
  domain.advance(DAY);
  expect(idsOf(await list(user))).not.toEqual(first);
});

test('without feed.personal members get the visitors’ list, without clips paid today', async () => {
  await domain.configure({ 'feed.personal': 'false' });
  await clips(30);
  const user = await domain.user();
  const all = idsOf(await visitorList());
  expect(idsOf(await list(user))).toEqual(all);
  await watched(user, all.slice(0, 2));
  expect(idsOf(await list(user))).toEqual(all.slice(2));
});

test('simultaneous first requests of a member’s devices get one list', async () => {
  await clips(120);
  const user = await domain.user();
  const lists = await Promise.all(Array.from({ length: 8 }, () => list(user, { limit: 60 })));
  expect(new Set(lists.map((each) => idsOf(each).join())).size).toBe(1);
});

test.each(['a member', 'a visitor'])(
  '%s who pages by `after` gets each clip once while clips are added, watched and disabled',
  async (who) => {
    const all = await clips(160);
    const user = await domain.user();
    const next = (after?: number) =>
      who === 'a member' ? list(user, { limit: 20, after }) : visitorList({ limit: 20, after });
    const seen = idsOf(await next());
    await disable(seen[3]);
    await disable(seen[19]);
    if (who === 'a member') await watched(user, seen.slice(5, 12));
    const [added = 0] = await clips(1);
    for (let after = seen.at(-1); after; ) {
      const page = idsOf(await next(after));
      seen.push(...page);
      after = page.at(-1);
    }
    expect(seen.toSorted((one, other) => one - other)).toEqual([...all, added]);
  },
);

test('`page` and `after` reach every clip that was not paid today, also beyond the longest list', async () => {
  const all = await clips(620);
  const user = await domain.user();
  await watched(user, all.slice(0, 7));
  const seen: number[] = [];
  for (let page = 1; page <= 7; page += 1) seen.push(...idsOf(await list(user, { page })));
  expect(seen.toSorted((one, other) => one - other)).toEqual(all.slice(7));
  const after: number[] = [];
  for (let last: number | undefined; ; last = after.at(-1)) {
    const page = idsOf(await list(user, { after: last }));
    if (page.length === 0) break;
    after.push(...page);
  }
  expect(after).toEqual(seen);
});

test('a clip that is added to a short list during its day comes at the end', async () => {
  await clips(3);
  const user = await domain.user();
  const before = idsOf(await list(user));
  const [added = 0] = await clips(1);
  expect(idsOf(await list(user))).toEqual([...before, added]);
});

test('an ended list is counted: clips up to the last paid one as shown, paid clips as finished', async () => {
  await clips(40);
  const user = await domain.user();
  const order = idsOf(await list(user, { limit: 10 }));
  await watched(user, [order[0] ?? 0, order[3] ?? 0]);
  // another member finishes no clip
  await list(await domain.user());
  await visitorList();
  const count = () => countEndedLists(domain.pool, domain.settings, domain.now());
  await count();
  domain.advance(DAY);
  await count();
  await count();
  const { rows } = await domain.pool.query<{ id: number }>(
    `select video_id::int as id, feed_shown as shown, feed_finished as finished, feed_rank as rank
     from video where feed_shown > 0`,
  );
  // (finished - shown / 2) / (shown + 20)
  expect(rows.toSorted((one, two) => order.indexOf(one.id) - order.indexOf(two.id))).toEqual([
    { id: order[0], shown: 1, finished: 1, rank: -238 },
    { id: order[1], shown: 1, finished: 0, rank: 238 },
    { id: order[2], shown: 1, finished: 0, rank: 238 },
    { id: order[3], shown: 1, finished: 1, rank: -238 },
  ]);
  expect((await domain.pool.query('select from feed_list')).rowCount).toBe(0);
});

test('visitors begin with the clip that was pinned last, or else with the clip finished most', async () => {
  const ids = await clips(5);
  await domain.pool.query('update video set feed_rank = -5 where video_id = $1', [ids[3]]);
  const first = async () => (await findFirstClip(domain.context(), null))?.video.id;
  expect(await first()).toBe(ids[3]);
  await domain.pool.query('update video set pinned_at = now() where video_id = $1', [ids[1]]);
  expect(await first()).toBe(ids[1]);
  expect((await visitorList())[0]).toMatchObject({ id: ids[1], reason: 'pinned' });
  await disable(ids[1]);
  expect(await first()).toBe(ids[3]);
});

test('a clip whose rank rises above the place that a member has reached is found in a later list', async () => {
  const all = await clips(300);
  const user = await domain.user();
  await watched(user, all.slice(0, 150), 1);
  await list(user, { limit: 10 });
  domain.advance(DAY);
  // 140 of the clips that the member has seen
  await domain.pool.query('update video set feed_rank = -9 where video_id = any($1)', [
    all.slice(0, 140),
  ]);
  await domain.pool.query('update video set feed_rank = -5 where video_id = $1', [all[299]]);
  const found: boolean[] = [];
  for (const _ of [1, 2]) {
    found.push(idsOf(await list(user, { limit: 30 })).includes(all[299] ?? 0));
    domain.advance(DAY);
  }
  // the clip comes after 140 clips, of which one list reads 128
  expect(found).toEqual([false, true]);
});

test('a list reads a bounded number of rows, for any number of clips and watches', async () => {
  const all = await clips(6_000);
  const user = await domain.user();
  for (let day = 1; day <= 100; day += 1) {
    await watched(user, all.slice(20 * (day - 1), 20 * day), day);
  }
  await domain.pool.query('analyze');
  const page = { page: 1, limit: 10 };
  // the first list reads past the watched clips, and the next days’ lists continue from there
  for (const _ of [1, 2, 3]) {
    await list(user, page);
    domain.advance(DAY);
  }
  const work = (db: typeof domain.pool) => playable(domain.context({ db }), user, page);
  const reads = await rowsRead(domain.pool, (db) => work(db as typeof domain.pool));
  expect(reads('video')).toBeLessThan(350);
  expect(reads('watched')).toBeLessThan(350);
});

test('visitors read their list while the database takes no writes', async () => {
  await clips(5);
  await domain.pool.query(
    `create function refuse_list() returns trigger language plpgsql as
     $$ begin raise exception 'could not write' using errcode = '53100'; end $$;
     create trigger refuse before insert on feed_list execute function refuse_list()`,
  );
  const read = idsOf(await visitorList());
  await domain.pool.query('drop function refuse_list cascade');
  expect([read.length, read]).toEqual([5, idsOf(await visitorList())]);
});
