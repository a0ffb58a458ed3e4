import type pg from 'pg';
import { DAY } from '../server/domain/time.ts';
import { withDatabases } from './farm/databases.ts';

const HISTORIES = [180, 675, 1_800];
const DAYS = 3;
const CALLS = 50;

/**
 * $1 watches of one person, of 5 s each, over the last days; $2 number of days. A clip for each watch,
 * and fifty more that nobody has watched, all served on each day.
 */
const SEED = [
  `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
   select 'Clip', 'Author', '/' || i, '/p', 540, 960, 8000, now()
   from generate_series(1, $1::int + ${CALLS}) as i where $2::int > 0`,
  `insert into account (username, username_key, email, email_key, password_hash, invite_code,
     created_at, password_changed_at)
   select 'u', 'u', 'u@e.org', 'u@e.org', '', 'C', now() - interval '9 days', now()
   where $1::int > 0 and $2::int > 0`,
  'insert into wallet (user_id) select user_id from account where $1::int > 0 and $2::int > 0',
  `insert into progress (user_id, day, last_watch_at)
   select user_id, (now() at time zone 'UTC')::date, now() from account
   where $1::int > 0 and $2::int > 0`,
  `insert into served (user_id, kind, item_id, first_at, earlier)
   select user_id, 'video', video_id, now(), array(
     select now() - day * interval '1 day' from generate_series($2::int + 1, 1, -1) as day)
   from account, video where $1::int > 0`,
  `insert into watched (user_id, day, video_id, reward, watched_at, watch_seconds)
   select user_id, (at at time zone 'UTC')::date, i, 500, at, 5
   from account, generate_series(1, $1::int) as i,
     lateral (select now() - i * $2::int * interval '1 day' / $1::int as at) as moment`,
];

const CLAIM = `
  select refusal from record_watch((select user_id from account), $1, now(),
    (now() at time zone 'UTC')::date, $2, ($2 at time zone 'UTC')::date, 500, 5, 10000, 3, 10000,
    86400, 0, null, null, null, null, null, null)`;

/**
 * Measures the cost of a claim of two days ago for a person who has watched little, and for a person
 * who has watched much.
 */
export function benchLate(): Promise<void> {
  const names = HISTORIES.map((watches) => `late_${watches}`);
  return withDatabases(names, async (places) => {
    for (const [index, { pool }] of places.entries()) {
      const watches = HISTORIES[index] ?? 0;
      const client = await pool.connect();
      try {
        console.log(`${watches} watches in ${DAYS} days: ${await measure(client, watches)}`);
      } finally {
        client.release();
      }
    }
  });
}

async function measure(client: pg.PoolClient, watches: number): Promise<string> {
  for (const text of SEED) await client.query(text, [watches, DAYS]);
  await client.query('analyze');
  const earned = new Date(Date.now() - 2 * DAY);
  const times: number[] = [];
  for (let call = 1; call <= CALLS; call += 1) {
    const begun = performance.now();
    const { rows } = await client.query(CLAIM, [watches + call, earned]);
    times.push(performance.now() - begun);
    if (rows[0]?.refusal) throw new Error(`a claim was refused: ${rows[0].refusal}`);
  }
  const sorted = times.toSorted((left, right) => left - right);
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1);
  return `a late claim takes ${at(0.5)} ms, ${at(0.95)} ms at most for 95 of 100`;
}
