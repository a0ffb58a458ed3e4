import type pg from 'pg';
import { hashPassword } from '../server/domain/passwords.ts';

/** Password of the account that logs in; the others have none. */
export const PASSWORD = 'of the bench of lists';

/** The most requests in review. */
const IN_REVIEW = 1_000;

/**
 * $1 people, all registered from one block of addresses; the first of each hundred invited the others.
 * As many clips. Each person has 20 rewards for 20 watched clips, and two refused claims. The first $2
 * people have a withdrawal in review; the people after them, up to half of all, were paid once. A
 * person's rewards and watched clips are scattered over their tables, as in production.
 */
const SEED = [
  `insert into account (username, username_key, email, email_key, password_hash, invite_code,
     created_at, password_changed_at)
   select 'u' || i, 'u' || i, i || '@e.org', i || '@e.org', '', 'C' || i, now(), now()
   from generate_series(1, $1::int) as i where $2::int is not null`,
  `insert into friend (user_id, friend_id, level, created_at)
   select i - (i - 1) % 100, i, 1, now() from generate_series(1, $1::int) as i
   where i % 100 <> 1 and $2::int is not null`,
  `insert into progress (user_id) select i from generate_series(1, $1::int) as i
   where $2::int is not null`,
  `insert into registration_block (user_id, block_hash, registered_at)
   select i, 'block', now() from generate_series(1, $1::int) as i where $2::int is not null`,
  `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
   select 'Clip', 'Author', '/' || i, '/p', 540, 960, 8000, now()
   from generate_series(1, $1::int) as i where $2::int is not null`,
  `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
     created_at)
   select i, n, 'video', 'video:' || n, 'rewards', 'available', 500, 'Clip', now()
   from generate_series(1, 20) as n, generate_series(1, $1::int) as i where $2::int is not null
   order by random()`,
  `insert into watched (user_id, day, video_id, reward, watched_at, watch_seconds)
   select i, now()::date, n, 500, now(), 5
   from generate_series(1, 20) as n, generate_series(1, $1::int) as i where $2::int is not null
   order by random()`,
  `insert into refused_call (user_id, day, call, item, reason, first_at, last_at, times)
   select i, now()::date, '/api/video/record', n, 'too_early', now(), now(), 1
   from generate_series(1, $1::int) as i, generate_series(1, 2) as n where $2::int is not null`,
  `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
     created_at)
   select i, 20 + n, op, 'withdrawal:' || i, debit, credit, 1000, '', now()
   from generate_series(1, $1::int / 2) as i, (values
     (1, 'withdrawal_held', 'available', 'held'), (2, 'withdrawal_paid', 'held', 'payouts')
   ) as move (n, op, debit, credit) where n = 1 or i > $2::int`,
  `insert into wallet (user_id, available, held, credited, debited, version)
   select i, case when i <= $1 / 2 then 9000 else 10000 end, case when i <= $2 then 1000 else 0 end,
     10000, case when i > $2 and i <= $1 / 2 then 1000 else 0 end,
     20 + (i <= $1 / 2)::int + (i > $2 and i <= $1 / 2)::int
   from generate_series(1, $1::int) as i where $2::int is not null`,
  `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
     account_type, recipient_name, account, status, step, previous_step, step_number,
     review_due_at, created_at, settled_at)
   select i, 1000, '1', 'EUR', 'DE', 'm', 'phone', 'Anna', '49' || i,
     case when i <= $2 then 'pending' else 'paid' end,
     case when i <= $2 then 'in_review' else 'paid' end, 'pending', 1,
     case when i <= $2 then now() end, now(), case when i > $2 then now() end
   from generate_series(1, $1::int / 2) as i where $2::int is not null`,
  `insert into withdrawal_step (user_id, withdrawal_id, number, from_step, to_step, at)
   select user_id, withdrawal_id, 1, 'pending', step, now() from withdrawal
   where $1::int is not null and $2::int is not null`,
  `insert into audit (at, who, action, what)
   select now(), 'somebody', 'login failed', jsonb_build_object('user_id', i)
   from generate_series(1, $1::int) as i where $2::int is not null`,
];

/** Fills a migrated database. @param people number of accounts, and of clips */
export async function fillLists(pool: pg.Pool, people: number): Promise<void> {
  for (const statement of SEED) {
    await pool.query(statement, [people, Math.min(IN_REVIEW, Math.floor(people / 4))]);
  }
  await pool.query('update account set password_hash = $1 where user_id = 1', [
    await hashPassword(PASSWORD, ''),
  ]);
  await pool.query('vacuum analyze');
}
