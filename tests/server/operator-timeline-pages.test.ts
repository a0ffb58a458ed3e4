import { expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { readTimeline, readTimelinePlace } from '../../server/domain/letters/timeline.ts';
import type { TimelineEvent } from '../../server/domain/letters/timeline-events.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { rowsReadBy } from './plans.ts';

setUpDomain();

const START_OF_MARCH = new Date('2026-03-01');
/** after all rows that the tests add */
const LATER = new Date('2027-03-01');

/** Makes a user with entries, three at each moment, and failed log-ins every ten minutes. */
async function fill(entries: number): Promise<bigint> {
  const { userId } = await domain.user();
  const { pool } = domain;
  await pool.query(
    `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail, created_at)
     select $1, n, 'video', n, 'rewards', 'available', 500, 'Clip',
       timestamptz '2026-03-01 00:00:00.000123Z' + (n / 3) * interval '10 min'
     from generate_series(1, $2::int) as n`,
    [userId, entries],
  );
  await pool.query(
    `insert into audit (at, who, action, what)
     select timestamptz '2026-03-01 00:00:00.000456Z' + n * interval '10 min', 'login', 'login failed',
       jsonb_build_object('user_id', $1::bigint)
     from generate_series(1, $2::int / 3) as n`,
    [userId, entries],
  );
  await pool.query('vacuum analyze transfer');
  return userId;
}

async function readAll(userId: bigint, limit: number): Promise<TimelineEvent[]> {
  const range = { from: START_OF_MARCH, to: null };
  const rows: TimelineEvent[] = [];
  for (let after: string | null = null; ; ) {
    const place = after === null ? null : readTimelinePlace(after, range);
    const selection = { ...range, page: 1, after: place, limit };
    const page = await readTimeline(domain.pool, userId, selection, LATER);
    rows.push(...page.rows);
    after = page.next;
    if (after === null) return rows;
  }
}

test('a timeline continues by its keys through all lines, each once and in order', async () => {
  const userId = await fill(90);
  const whole = await readAll(userId, 1_000);
  expect(whole.filter(({ kind }) => kind === 'failed login').length).toBeGreaterThan(4);
  for (const limit of [1, 7]) expect(await readAll(userId, limit)).toEqual(whole);
});

test('a delayed entry, and a clip that ended after midnight, are in the order of their times', async () => {
  const { userId } = await domain.user();
  const entered = [
    '02T10:00',
    '02T12:30',
    '02T11:45',
    '02T12:45',
    '04T09:00',
    '04T08:01',
    '09T00:00',
  ];
  await domain.pool.query(
    `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail, created_at)
     select $1, n, 'video', n, 'rewards', 'available', 500, 'Clip', at::timestamptz
     from unnest($2::text[]) with ordinality as entered (at, n)`,
    [userId, entered.map((at) => `2026-03-${at}Z`)],
  );
  await domain.pool.query(
    `insert into watched (user_id, day, video_id, reward, watched_at)
     values ($1, '2026-03-04', 1, 500, '2026-03-05T00:00:02Z')`,
    [userId],
  );
  const inOrder = [...entered, '05T00:00'].sort().map((at) => `2026-03-${at}`);
  for (const limit of [1, 2, 100]) {
    const rows = await readAll(userId, limit);
    const moments = rows.filter(({ kind }) => kind !== 'account').map(({ at }) => at.toISOString());
    expect(moments.map((at) => at.slice(0, 'yyyy-mm-ddThh:mm'.length))).toEqual(inOrder);
  }
});

/** Adds a paid clip, a paid ad, a refusal, a friend and a log entry for every ten minutes. */
async function fillMore(userId: bigint, times: number): Promise<void> {
  const at = "(timestamptz '2026-03-01Z' + n * interval '10 min')";
  const rows = [
    `watched (user_id, day, video_id, reward, watched_at) select $1, ${at}::date, n, 500, ${at}`,
    `ad_rewarded (user_id, day, ad_id, action, reward, rewarded_at)
     select $1, ${at}::date, n, 'watch', 500, ${at}`,
    `refused_call (user_id, day, call, item, reason, first_at, last_at, times)
     select $1, ${at}::date, '/api/video/record', n, 'too_early', ${at}, ${at}, 1`,
    `friend (user_id, friend_id, level, created_at) select $1, 1000000 + n, 1, ${at}`,
    `audit (at, who, action, what)
     select ${at}, 'bo', 'users show', jsonb_build_object('user_id', $1::bigint)`,
  ];
  for (const row of rows) {
    await domain.pool.query(`insert into ${row} from generate_series(1, $2::int) as n`, [
      userId,
      times,
    ]);
  }
  await domain.pool.query('analyze');
}

test('a page reads about as many rows in a timeline with twenty times as many rows, also far into it', async () => {
  const reads = [];
  const range = { from: START_OF_MARCH, to: null };
  const far = { moment: BigInt(Date.UTC(2026, 2, 3)) * 1_000n, passed: 1 };
  for (const times of [600, 12_000]) {
    const userId = await fill(3 * times);
    await fillMore(userId, times);
    for (const after of [null, far]) {
      const selection = { ...range, page: 1, after, limit: 20 };
      const read = (db: Database) => readTimeline(db, userId, selection, LATER);
      const rows = await rowsReadBy(domain.pool, read);
      reads.push(rows.reduce((sum, one) => sum + one, 0));
    }
  }
  const [first = 0, later = 0, firstOfMore = 0, laterOfMore = 0] = reads;
  // entries are found by bisection, which needs a few more steps in a longer timeline
  const halves = 250;
  expect(first).toBeGreaterThan(20);
  expect(firstOfMore).toBeLessThanOrEqual(first + halves);
  expect(laterOfMore).toBeLessThanOrEqual(later + halves);
  expect(later).toBeLessThan(2 * first);
});
