import fc from 'fast-check';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { utcDay } from '../../server/domain/time.ts';
import { volume } from '../volume.ts';
import { domain, setUpDomain } from './domain.setup.ts';

setUpDomain();

interface Clip {
  /** seconds ago; null: never */
  readonly served: number | null;
  /** seconds ago, on an earlier day */
  readonly earlier?: number;
  readonly reward?: bigint;
  readonly seconds?: number;
  /** seconds since it was taken down */
  readonly gone?: number;
}

const CLIPS: readonly Clip[] = [
  ...Array.from({ length: 5 }, () => ({ served: 3_600 })),
  { served: 3_600, reward: 0n },
  { served: 3_600, reward: 900n },
  { served: 3_600, seconds: 2 },
  { served: 3, earlier: 11 * 3_600 },
  { served: 60, seconds: 9 },
  { served: 3 },
  { served: null },
  { served: 11 * 3_600 },
  { served: 60 * 3_600 },
  { served: 3_600, gone: 40 },
];
const UNKNOWN = 999_999;

const before = (seconds: number) => new Date(domain.now().getTime() - seconds * 1000);

/** Adds the user who claims, and the clips, which are the same for every run. */
async function someone(): Promise<{ userId: bigint; clips: readonly number[] }> {
  const { userId } = await domain.user();
  const clips: number[] = [];
  for (const { reward = null, seconds = null, served, earlier, gone } of CLIPS) {
    const id = await domain.video({ reward, watch_seconds: seconds });
    clips.push(id);
    if (gone !== undefined) {
      const down = [id, before(gone)];
      await domain.pool.query('update video set disabled_at = $2 where video_id = $1', down);
    }
    if (served === null) continue;
    await domain.pool.query(
      `insert into served (user_id, kind, item_id, first_at, earlier) values ($1, 'video', $2, $3, $4)`,
      [userId, id, before(served), earlier === undefined ? [] : [before(earlier)]],
    );
  }
  return { userId, clips };
}

/** The state before the claims. Most states allow claims: only if many are paid can the two ways differ. */
const stateBefore = fc.record({
  daysAgo: fc.constantFrom(0, 0, 1, 0, -1),
  videosToday: fc.constantFrom(0, 1, 3),
  extraViews: fc.constantFrom(0, 2, 6),
  lastWatch: fc.constantFrom(null, null, 3_000, 3_000, 40),
  spentUntil: fc.constantFrom(null, 3_000, 3_000, 20, -10),
  debt: fc.constantFrom(0n, 700n),
  hasComing: fc.boolean(),
  /** the room of an allotment; null: funds are not enforced */
  room: fc.constantFrom(null, null, null, 500n, 1_000n),
  watchedClip: fc.constantFrom(null, null, 1),
  /** the answer that is stored under the key of the third claim, if any */
  kept: fc.constantFrom(null, null, { isOver: true }, { isOver: false }),
  isDeleted: fc.constantFrom(false, false, false, false, false, false, false, true),
});
type State = typeof stateBefore extends fc.Arbitrary<infer Value> ? Value : never;

/** Most claims are as an app sends them: for different clips, each earned after the previous claim. */
const claim = fc.record({
  kind: fc.constantFrom(...Array.from({ length: 15 }, () => 'clip'), 'share'),
  odd: fc.constantFrom(null, null, null, 'clip', 'time'),
  place: fc.constantFrom(0, 1, 2, 10, 11, 12, 13, 14, CLIPS.length),
  /** seconds; null: now */
  earnedAgo: fc.oneof(
    fc.constant(null),
    fc.nat({ max: 60 }),
    fc.integer({ min: 11 * 3_600, max: 30 * 3_600 }),
  ),
  jitter: fc.nat({ max: 3 }),
});
const claims = fc.array(claim, { minLength: 2, maxLength: 12 }).map((all) =>
  all.map(({ kind, odd, place, earnedAgo, jitter }, key) => ({
    ...{ kind, key, place: odd === 'clip' ? place : key % 10 },
    earnedAgo: odd === 'time' ? earnedAgo : (all.length - key) * 7 + jitter,
  })),
);
type Claim = typeof claims extends fc.Arbitrary<readonly (infer Value)[]> ? Value : never;

async function setState(db: pg.PoolClient, userId: bigint, clips: readonly number[], is: State) {
  const day = utcDay(before(is.daysAgo * 86_400));
  const at = (ago: number | null) => (ago === null ? null : before(ago));
  await db.query(
    `update progress set day = $2, videos_today = $3, extra_views_today = $4, extra_times_today = 2,
       ads_watched_today = 3, ads_clicked_today = 4, shares_today = 1, last_watch_at = $5, spent_until = $6,
       has_coming_rewards = $7, is_deleted = $8, videos = 1 where user_id = $1`,
    [
      userId,
      day,
      is.videosToday,
      is.extraViews,
      at(is.lastWatch),
      at(is.spentUntil),
      is.hasComing,
      is.isDeleted,
    ],
  );
  await db.query('update wallet set debt = $2, corrected = $2 where user_id = $1', [
    userId,
    is.debt,
  ]);
  if (is.room !== null) {
    await db.query('update funding set is_enforced = true');
    await db.query('update funding_allotment set room = $1 where slot < 3', [is.room]);
  }
  if (is.watchedClip !== null) {
    await db.query(
      'insert into watched (user_id, day, video_id, reward, watched_at) values ($1, $2, $3, 1, $4)',
      [userId, utcDay(domain.now()), clips[is.watchedClip], before(3_000)],
    );
  }
  if (is.kept !== null) {
    await db.query(
      `insert into kept_answer (user_id, path, key, body_hash, answer, expires_at)
       values ($1, '/clip', 'key-2', 'hash', 'kept', $2)`,
      [userId, before(is.kept.isOver ? 1 : -1_000)],
    );
  }
}

interface Row {
  readonly session_end: number | null;
  readonly refusal: string | null;
  readonly is_served: boolean | null;
}

async function ask(
  db: pg.PoolClient,
  userId: bigint,
  clips: readonly number[],
  all: readonly Claim[],
) {
  const now = domain.now();
  const earned = all.map(({ earnedAgo }) => (earnedAgo === null ? null : before(earnedAgo)));
  const { rows } = await db.query<Row>(
    `select session_end, kept_text, is_same_body, refusal, paid, balance, remaining,
       case when refusal = 'too_early' then is_served end as is_served,
       case when refusal = 'too_early' then ready_at end as ready_at,
       case when refusal = 'too_early' then seconds end as seconds
     from record_claims($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 5, 4, 5, 10, 3, 4, 40, 4, null, null)`,
    [
      ...[userId, now, utcDay(now), all.map(({ kind }) => kind)],
      all.map(({ kind, place }) => (kind === 'clip' ? (clips[place] ?? UNKNOWN) : null)),
      ...[earned, earned.map((at) => utcDay(at ?? now)), all.map(() => 500n)],
      ...[all.map(({ kind }) => `/${kind}`), all.map(({ key }) => `key-${key}`)],
      ...[all.map(({ place }) => Buffer.from([place])), before(-100)],
    ],
  );
  return rows;
}

const TABLES = [
  'progress',
  'wallet',
  'transfer',
  'watched',
  'served',
  'reward_release',
  'kept_answer',
];

/** The result of the claims: all rows of the person, and the funds. */
async function left(db: pg.PoolClient, userId: bigint) {
  // `created_at` of a stored answer is the database's time, not the test's
  const rowsOf = (table: string) =>
    `(select jsonb_agg(row order by row::text) from (select to_jsonb(one) -
       case when '${table}' = 'kept_answer' then 'created_at' else '' end as row
     from ${table} as one where user_id = $1) rows) as ${table}`;
  const { rows } = await db.query(
    `select ${TABLES.map(rowsOf)},
       (select jsonb_agg(allotted order by slot) from funding_allotment allotted) as allotted`,
    [userId],
  );
  return rows[0];
}

/** Rolls `work` back, so that the next run begins with the same state. */
async function undone<Result>(work: (db: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const db = await domain.pool.connect();
  try {
    await db.query('begin');
    return await work(db);
  } finally {
    await db.query('rollback');
    db.release();
  }
}

test('claims that are sent together have the result of claims that are sent one by one', async () => {
  const { userId, clips } = await someone();
  let together = 0;
  await fc.assert(
    fc.asyncProperty(stateBefore, claims, async (is, all) => {
      const atOnce = await undone(async (db) => {
        await setState(db, userId, clips, is);
        return { rows: await ask(db, userId, clips, all), left: await left(db, userId) };
      });
      const oneByOne = await undone(async (db) => {
        await setState(db, userId, clips, is);
        const rows: Row[] = [];
        for (const one of all) {
          const [row] = await ask(db, userId, clips, [one]);
          if (row === undefined) break;
          rows.push(row);
          if (row.session_end !== null || (row.refusal === 'too_early' && row.is_served === false))
            break;
        }
        return { rows, left: await left(db, userId) };
      });
      expect(atOnce).toEqual(oneByOne);
      together += atOnce.rows.filter(({ refusal }) => refusal === null).length;
    }),
    // without shrinking: the first lists that differ are short enough to read
    { numRuns: volume(400, 150), endOnFailure: true },
  );
  expect(together).toBeGreaterThan(150);
});
