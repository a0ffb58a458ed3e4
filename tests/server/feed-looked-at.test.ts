import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import {
  addProgressReports,
  type StoredProgress,
  sendProgress,
} from '../../server/domain/feed/clip-progress.ts';
import { passedClipsIn } from '../../server/domain/feed/seen.ts';
import { countEndedLists } from '../../server/domain/feed/statistics.ts';
import { DAY, utcDay } from '../../server/domain/time.ts';
import { playable } from '../../server/domain/videos.ts';
import { domain, setUpDomain } from './domain.setup.ts';

setUpDomain({
  empty: ['video', 'watched', 'feed_list', 'feed_position', 'feed_sum', 'served'],
  settings: { 'video.watch_seconds': '5', 'feed.new_every': '0', 'feed.spread': '0' },
});

const none: StoredProgress = { lookedAt: [], lookedThrough: [], until: null };
const now = new Date('2026-03-02T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const left = (id: number, seconds = 2) => ({ id, seconds, ended: false });
/** Returns a duration and a watch time for each clip id. */
const timesOf = (durationMs: number, watchSeconds: number, ids = [1, 2, 3]) =>
  new Map(ids.map((id) => [id, { durationMs, watchSeconds }]));
const long = timesOf(60_000, 5);

describe('the noted progress of a list', () => {
  test.each([
    ['was left before its watch time', left(1, 4), 60_000, []],
    ['played for its watch time', left(1, 5), 60_000, [1]],
    [
      'is shorter than its watch time, and played to its end',
      { id: 1, seconds: 3, ended: true },
      3_900,
      [1],
    ],
    ['ended one second early in the player', { id: 1, seconds: 2, ended: true }, 3_900, [1]],
    ['reports its end too early', { id: 1, seconds: 1, ended: true }, 3_900, []],
    ['is short, and was left before its end', left(1, 3), 3_900, []],
  ])('a clip that %s', (_, told, durationMs, through) => {
    const { noted, count } = addProgressReports(none, [told], timesOf(durationMs, 5), now);
    expect(noted).toMatchObject({ lookedAt: [1], lookedThrough: through });
    expect(count).toBe(1);
  });

  test('a clip counts once, and once more when it is watched through later', () => {
    const told = [left(1), left(1), left(1, 5), left(1, 5), left(1)];
    const { noted, count } = addProgressReports(none, told, long, now);
    expect(noted).toMatchObject({ lookedAt: [1], lookedThrough: [1] });
    expect(count).toBe(2);
  });

  test('reported clips need real time, each at least a second, and at most the last ten minutes count', () => {
    const first = addProgressReports(none, [left(1, 300), left(2, 300), left(3, 0)], long, now);
    expect(first).toEqual({
      noted: { lookedAt: [1, 2], lookedThrough: [1, 2], until: now },
      count: 2,
    });
    expect(addProgressReports(first.noted, [left(3, 0)], long, at(0.9)).count).toBe(0);
    expect(addProgressReports(first.noted, [left(3, 0)], long, at(1)).count).toBe(1);
    expect(addProgressReports(first.noted, [left(3, 601)], long, at(86_400)).count).toBe(0);
    // a clip that exceeds the ten minutes takes no time from the next clip
    expect(
      addProgressReports(none, [left(1, 601), left(2, 600)], long, now).noted.lookedAt,
    ).toEqual([2]);
  });
});

async function clips(count: number): Promise<number[]> {
  await domain.pool.query('insert into feed_sum default values on conflict do nothing');
  const ids: number[] = [];
  for (let author = 1; author <= count; author += 1) {
    ids.push(await domain.video({ author: `Author ${author}` }));
  }
  return ids;
}

const list = async (user: Caller) =>
  (await playable(domain.context(), user, { page: 1, limit: 100 })).list.map(({ id }) => id);

const tell = (user: Caller, ids: readonly number[], seconds = 5) =>
  sendProgress(domain.context(), user, {
    clips: ids.map((id) => ({ id, seconds, ended: false })),
  });

const pay = (user: Caller, ids: readonly number[]) =>
  domain.pool.query(
    `insert into watched (user_id, day, video_id, reward, watched_at)
     select $1, $2, video_id, 0, $3 from unnest($4::bigint[]) as video_id`,
    [user.userId, utcDay(domain.now()), domain.now(), ids],
  );

/** Ends the day and counts its lists. @returns for each shown clip how often it was finished and shown */
async function counted(): Promise<Record<number, string>> {
  domain.advance(DAY);
  await countEndedLists(domain.pool, domain.settings, domain.now());
  const { rows } = await domain.pool.query<{ id: number; finished: number; shown: number }>(
    `select video_id::int as id, feed_finished as finished, feed_shown as shown from video
     where feed_shown > 0 or feed_finished > 0`,
  );
  return Object.fromEntries(rows.map(({ id, finished, shown }) => [id, `${finished} of ${shown}`]));
}

test('paid clips count, and clips that were reported after the last paid clip, each clip once', async () => {
  await clips(6);
  const user = await domain.user();
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = await list(user);
  await pay(user, [a, c]);
  // reports the paid clips too, and the clip that was left between them
  await tell(user, [a, c, d]);
  await tell(user, [b, e], 2);
  expect(await counted()).toEqual({
    [a]: '1 of 1',
    [b]: '0 of 1',
    [c]: '1 of 1',
    [d]: '1 of 1',
    [e]: '0 of 1',
  });
});

test('reports of a member without paid clips do not count, nor reports of more clips than were paid', async () => {
  await clips(6);
  const [idle, user] = [await domain.user(), await domain.user()];
  await tell(idle, await list(idle));
  const [a = 0, b = 0, ...rest] = await list(user);
  await pay(user, [b]);
  // of the clips after the paid one, only the first of the list counts, in any order of the report
  await tell(user, [...rest].reverse());
  expect(await counted()).toEqual({ [a]: '0 of 1', [b]: '1 of 1', [rest[0] ?? 0]: '1 of 1' });
});

test('before the last paid clip, no more reported clips count as finished than were paid', async () => {
  await clips(4);
  const user = await domain.user();
  const [a = 0, b = 0, c = 0] = await list(user);
  await pay(user, [c]);
  await tell(user, [b, a]);
  expect(await counted()).toEqual({ [a]: '1 of 1', [b]: '0 of 1', [c]: '1 of 1' });
});

test('a clip that was looked at without pay counts as seen: the next day begins with other clips', async () => {
  await clips(4);
  const user = await domain.user();
  const first = await list(user);
  await tell(user, first.slice(0, 2), 1);
  domain.advance(DAY);
  expect((await list(user)).slice(0, 2)).toEqual(first.slice(2));
});

test('a reported clip that is not in the list is ignored', async () => {
  await clips(3);
  const user = await domain.user();
  const ids = await list(user);
  const [later = 0] = await clips(1);
  expect(await tell(user, [later, ...ids])).toEqual({ noted: 3 });
  const other = await domain.user();
  expect(await tell(other, ids)).toEqual({ noted: 0 });
});

test('simultaneous reports of two devices are both noted, each clip once', async () => {
  await clips(3);
  const user = await domain.user();
  const [a = 0, b = 0, c = 0] = await list(user);
  const told = await inTransaction(domain.pool, async (db) => {
    await db.query('select from feed_list where user_id = $1 for update', [user.userId]);
    const both = [tell(user, [a, b], 1), tell(user, [b, c], 1)];
    // both reports wait for the row
    await expect.poll(waiting).toBe(2);
    return both;
  });
  const noted = (await Promise.all(told)).reduce((sum, answer) => sum + answer.noted, 0);
  const { rows } = await domain.pool.query('select looked_at::int[] as clips from feed_list');
  expect([noted, rows[0]?.clips.toSorted()]).toEqual([3, [a, b, c].toSorted()]);
});

/** Returns the number of statements that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await domain.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}

const loopsOf = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table ? plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, each) => sum + loopsOf(each, table), 0);

test('the paid clips of a list are read once, for any number of places', async () => {
  await clips(8);
  const user = await domain.user();
  const ids = await list(user);
  await pay(user, ids.slice(0, 2));
  await tell(user, ids);
  const { rows } = await domain.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json)
     with ${passedClipsIn('(select * from feed_list)')} select count(is_paid) from passed`,
  );
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  expect(plan && loopsOf(plan.Plan, 'watched')).toBe(1);
});
