import type pg from 'pg';

/** Rows of every table that names a person; $1 is the person, $2 a word that no other person's rows have. */
const ROWS: Readonly<Record<string, string>> = {
  session: `insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at, browser,
      web_push) values (sha256(convert_to($2, 'UTF8')), $1, true, now(), now(), now(), $2,
      jsonb_build_object('endpoint', 'https://push.example/' || $2, 'auth', 'auth-' || $2))`,
  known_device: `insert into known_device values ($1, convert_to($2, 'UTF8'), now())`,
  registration_block: `insert into registration_block values ($1, convert_to($2, 'UTF8'), now())`,
  seen_from: `insert into seen_from
    values ($1, 'log-in', $2, 'of ' || $2, convert_to($2, 'UTF8'), now())`,
  reset_link: `insert into reset_link values ($1, convert_to('code' || $2, 'UTF8'), now())`,
  mail: `insert into mail (kind, email_key, user_id, code_hash, created_at, due_at, expires_at) values
    ('reset', $2 || '@example.org', $1, convert_to('mailed' || $2, 'UTF8'), now(), now(), now())`,
  email_link: `insert into email_link (user_id, kind, email, email_key, created_at, expires_at)
    values ($1, 'undo', 'was' || $2 || '@example.org', 'was' || $2 || '@example.org', now(), now())`,
  recovery_code: `insert into recovery_code values ($1, convert_to('rescue' || $2, 'UTF8'), now())`,
  passkey: `insert into passkey
    values ($1, convert_to('credential' || $2, 'UTF8'), '\\x01', 0, '{internal}', $2, now())`,
  consent: `insert into consent values ($1, 'terms', 1, $2, now())`,
  password_reset: `insert into password_reset values ($1, 'an-operator')`,
  audit: `insert into audit (at, who, action, what, reason)
    values (now(), 'user ' || $1, 'password changed', jsonb_build_object('user_id', $1), $2)`,
  refused_call: `insert into refused_call values
    ($1, '2026-03-01', '/api/task/claim', $2, 'unknown_task', now(), now(), 1)`,
  kept_answer: `insert into kept_answer (user_id, path, key, body_hash, answer, created_at, expires_at)
    values ($1, '/api/x', 'k', '', '{"word": "' || $2 || '"}', now(), now())`,
  limit_window: `insert into limit_window (bucket, starts_at, ends_at, used, reserved)
    values ('cancel:' || $1, now(), now(), 7, 1)`,
  push: `insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
    values ($1, 'withdrawal:1', '', 'withdrawal_paid', $2, now(), now())`,
  approved_alone: `insert into approved_alone values ('person', $1::text, '2026-03-01', 15000)`,
  transfer: `insert into transfer values
    ($1, 1, 'video', 'once', 'rewards', 'available', 12345, $2, now())`,
  outbox: `insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
    values ($1, 'invite', 'once', 1, $2, now())`,
  outbox_dead: `insert into outbox_dead (user_id, op, idempotency_key, amount, detail, created_at,
      failed_at, error) values ($1, 'invite', 'twice', 1, $2, now(), now(), 'an error')`,
  coming_reward: `insert into coming_reward (user_id, op, idempotency_key, friend_id, amount, detail,
      created_at) values ($1, 'invite', 'once', 999, 1, $2, now()),
      (998, 'invite', 'of ' || $1, $1, 77770000, 'for another', now())`,
  reward_release: `insert into reward_release values ($1, now())`,
  correction: `insert into correction (user_id, amount, reason, created_at)
    values ($1, -5000, $2, now())`,
  prepared_correction: `insert into prepared_correction (user_id, amount, reason, who, created_at)
    values ($1, 5000, $2, 'an-operator', now())`,
  objection: `insert into objection (user_id, correction_id, text, created_at, decide_at, decided_at,
      decided_by, is_upheld, answer)
    values ($1, 1, $2, now(), now(), now(), 'an-operator', true, $2)`,
  payout_info: `insert into payout_info (user_id, country, method, account_type, recipient_name,
      account, updated_at, account_key)
    values ($1, 'PH', 'gcash', 'phone', 'Recipient ' || $2, 'acc-' || $2, now(), 'key-' || $2)`,
  payout_account: `insert into payout_account select 'key-' || $2 where $1 > 0`,
  withdrawal: `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
      account_type, recipient_name, account, status, created_at, signals)
    values ($1, 20000, '2', 'USD', 'PH', 'gcash', 'phone', 'Paid ' || $2, 'paid-' || $2, 'pending',
      now(), '[{"name": "a signal"}]')`,
  withdrawal_step: `insert into withdrawal_step values ($1, 1, 1, 'pending', 'in_review', now())`,
  watched: `insert into watched (user_id, day, video_id, reward, watched_at)
    values ($1, '2026-03-01', 1, 500, now())`,
  ad_rewarded: `insert into ad_rewarded (user_id, day, ad_id, action, reward, rewarded_at)
    values ($1, '2026-03-01', 1, 'watch', 500, now())`,
  task_claimed: `insert into task_claimed values ($1, $2, 500, now())`,
  extra_views: `insert into extra_views values ($1, '2026-03-01', 5)`,
  unrewarded_share: `insert into unrewarded_share values ($1, '2026-03-01')`,
  served: `insert into served (user_id, kind, item_id, first_at) values ($1, 'video', 1, now())`,
  media_asked: `insert into media_asked values ($1, 1, '2026-03-01')`,
  feed_list: `insert into feed_list values ($1, '2026-03-01', array[1], 'n')`,
  feed_position: `insert into feed_position values ($1, 0, 1, '2026-03-01', -5, 2)`,
  report: `insert into report (kind, item_id, reason, text, user_id, created_at)
    values ('clip', 1, 'other', $2, $1, now())`,
  watch_ticket_used: `insert into watch_ticket_used values (convert_to($2, 'UTF8'), $1, now())`,
};

/** Gives a person rows in every table that can name one. */
export async function fillTables(pool: pg.Pool, userId: bigint, word: string): Promise<void> {
  for (const [table, sql] of Object.entries(ROWS)) {
    const typed = sql.replaceAll(/\$1(?!::)/g, '$1::bigint').replaceAll('$2', '$2::text');
    // Postgres refuses a parameter that the statement does not use
    const values = /\$2/.test(sql) ? [userId, word] : [userId];
    await pool.query(typed, values).catch((error: Error) => {
      throw new Error(`${table}: ${error.message}`);
    });
  }
}
