import type pg from 'pg';
import { countFrom } from '../scripts/usage.ts';

/** The people in the database before the measurement. */
export interface Population {
  /** number of users; their ids count from 1 */
  readonly users: number;
  /** SQL: id of the inviter of user `n`; 0: none */
  readonly inviter: string;
  /** number of users that make the calls, spread evenly over all */
  readonly active: number;
  /** clips that each active user was served an hour ago and has not claimed */
  readonly clips: number;
  /** whether everybody has earned, withdrawn and invited for three months */
  readonly history: boolean;
}

/** A small product on its first day. */
export const FIRST_DAY: Population = {
  users: 1000,
  inviter: '0',
  active: 1000,
  clips: countFrom('BENCH_CLIPS', 400),
  history: false,
};

/** Everybody's session: its token names the user, and its secret is derived from the id. */
export const tokenOf = (userId: number) => `${userId}-${String(userId).padStart(43, '-')}`;

const accounts = (inviter: string) => `
  insert into account (username, username_key, email, email_key, password_hash, invite_code,
    inviter_id, created_at, password_changed_at, welcomed_at)
  select 'bench_' || n, 'bench_' || n, n || '@example.org', n || '@example.org', '', 'B' || n,
    nullif(${inviter}, 0), at, at, case when $2 then at end
  from generate_series(1, $1::int) n,
    lateral (select now() - interval '1 day' * (2 + n % 90) as at) joined
  order by n`;

/** `seen_at` lies in the future, so that no session is prolonged during the measurement. */
const SESSIONS = `
  insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at)
  select sha256(convert_to(user_id || '-' || lpad(user_id::text, 43, '-'), 'UTF8')), user_id, true,
    now(), now() + interval '1 hour', now() + interval '30 days'
  from account`;

const PLAIN = [
  'insert into wallet (user_id) select user_id from account',
  'insert into progress (user_id) select user_id from account',
];

/**
 * Everybody: the registration reward and four clips on four days; every twentieth user only two clips,
 * and the whole balance withdrawn and paid. So five transfers each. Amounts are the defaults.
 */
const HISTORY = [
  `create temporary table clip as
     select video_id, row_number() over (order by video_id) - 1 as place, count(*) over () as clips
     from video`,
  `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
     account_type, recipient_name, account, status, created_at, settled_at, step, previous_step,
     step_number)
   select user_id, 11000, '1.10', 'USD', 'PH', 'gcash', 'phone', 'Maria Cruz', '09171234567', 'paid',
     created_at + interval '10 hours', created_at + interval '20 hours', 'paid', 'pending', 1
   from account where user_id % 20 = 0 order by user_id`,
  `insert into withdrawal_step (user_id, withdrawal_id, number, from_step, to_step, at)
   select user_id, withdrawal_id, 1, 'pending', 'paid', settled_at from withdrawal`,
  `insert into watched (user_id, day, video_id, reward, watched_at)
   select user_id, (at at time zone 'UTC')::date, video_id, 500, at
   from account
   cross join lateral generate_series(1, case when user_id % 20 = 0 then 2 else 4 end) nth
   cross join lateral (select account.created_at + nth * interval '2 hours' as at) moment
   join clip on place = (user_id * 7 + nth) % clips order by user_id, nth`,
  `insert into served (user_id, kind, item_id, first_at)
   select user_id, 'video', video_id, watched_at - interval '1 minute' from watched
   order by user_id, video_id`,
  `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
     created_at)
   select user_id, row_number() over (partition by user_id order by at, place), op, key, debit,
     credit, amount, detail, at
   from (
     select user_id, 'new_user_reward' as op, 'new_user_reward' as key, 'rewards' as debit,
       'available' as credit, 10000 as amount, '' as detail, created_at as at, 1 as place
     from account
     union all
     select user_id, 'video', 'video:' || video_id || ':' || day, 'rewards', 'available', 500,
       'Clip', watched_at, 2
     from watched
     union all
     select user_id, 'withdrawal_held', 'withdrawal:' || withdrawal_id, 'available', 'held', amount,
       '', created_at, 3
     from withdrawal
     union all
     select user_id, 'withdrawal_paid', 'withdrawal:' || withdrawal_id, 'held', 'payouts', amount,
       '', settled_at, 4
     from withdrawal
   ) movement order by user_id, at, place`,
  `insert into wallet (user_id, available, credited, debited, version)
   select user_id, case when user_id % 20 = 0 then 0 else 12000 end,
     case when user_id % 20 = 0 then 11000 else 12000 end,
     case when user_id % 20 = 0 then 11000 else 0 end, 5
   from account order by user_id`,
  `insert into progress (user_id, day, videos_today, videos, last_watch_at)
   select user_id, max(day), count(*) filter (where day = newest), count(*), max(watched_at)
   from (select *, max(day) over (partition by user_id) as newest from watched) w
   group by user_id order by user_id`,
  `insert into friend (user_id, friend_id, level, created_at)
   select user_id / power, account.user_id, level, created_at
   from account, (values (1, 10), (2, 100), (3, 1000)) as line (level, power)
   where account.user_id / power > 0 order by 1`,
];

/** The active users' new clips, as if `playable` had served them. */
const SERVED = `
  insert into served (user_id, kind, item_id, first_at)
  select user_id, 'video', video_id,
    -- what was served yesterday is not paid today
    greatest(now() - interval '1 hour', date_trunc('day', now(), 'UTC'))
  from account, video where author = 'Bench' and user_id % $1 = 0 order by user_id, video_id`;

/**
 * Fills an empty database.
 * @param log called with a line for each step
 * @returns the tokens of the active users, and the first of their served clips
 */
export async function populate(
  pool: pg.Pool,
  { users, inviter, active, clips, history }: Population,
  log: (line: string) => void,
): Promise<{ tokens: string[]; firstClip: number }> {
  // one connection, because only the connection that creates a temporary table can use it
  const client = await pool.connect();
  const began = performance.now();
  const step = users / active;
  const run = async (text: string, values: unknown[] = []) => {
    const { rowCount } = await client.query(text, values);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    if (users > 10_000) log(`  ${seconds} s: ${text.trim().split('\n')[0]}: ${rowCount ?? ''}`);
  };
  try {
    await run(accounts(inviter), [users, history]);
    await run(SESSIONS);
    for (const statement of history ? HISTORY : PLAIN) await run(statement);
    const made = await client.query<{ video_id: bigint }>(
      `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
       select 'Clip', 'Bench', '/media/bench-' || n || '.mp4', '/p.webp', 540, 960, 8000, now()
       from generate_series(1, $1::int) n returning video_id`,
      [clips],
    );
    await run(SERVED, [step]);
    await run('vacuum (analyze)');
    const tokens = Array.from({ length: active }, (_, index) => tokenOf((index + 1) * step));
    return { tokens, firstClip: Number(made.rows[0]?.video_id) };
  } finally {
    client.release();
  }
}
