import { expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { readTimeline, readTimelinePlace } from '../../server/domain/letters/timeline.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { rowsReadBy } from './plans.ts';

setUpDomain();

const START_OF_MARCH = new Date('2026-03-01');

/** Entries of many days, failed log-ins every ten minutes, and what was served, three at each moment. */
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

test('a timeline goes on by its keys through all lines, each once and in their order', async () => {
  const userId = await fill(90);
  const read = (after: string | null, limit: number) => {
    const range = { from: START_OF_MARCH, to: null };
    const place = after === null ? null : readTimelinePlace(after, range);
    return readTimeline(domain.pool, userId, { ...range, page: 1, after: place, limit });
  };
  const whole = await read(null, 1_000);
  expect(whole.next).toBeNull();
  expect(whole.rows.filter(({ kind }) => kind === 'failed login').length).toBeGreaterThan(4);
  for (const limit of [1, 7]) {
    const rows = [];
    for (let after: string | null = null; ; ) {
      const page = await read(after, limit);
      rows.push(...page.rows);
      after = page.next;
      if (after === null) break;
    }
    expect(rows).toEqual(whole.rows);
  }
});

test('a page far into a timeline reads no more than the first one', async () => {
  const userId = await fill(3_000);
  const range = { from: START_OF_MARCH, to: null };
  const far = { moment: BigInt(Date.UTC(2026, 2, 7)) * 1_000n, passed: 1 };
  const reads = [];
  for (const after of [null, far]) {
    const selection = { ...range, page: 1, after, limit: 20 };
    const read = (db: Database) => readTimeline(db, userId, selection);
    reads.push((await rowsReadBy(domain.pool, read))[0] ?? 0);
  }
  const [first = 0, page = 0] = reads;
  expect(page).toBeGreaterThan(0);
  expect(page).toBeLessThanOrEqual(first);
});
