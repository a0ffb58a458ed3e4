import type { OperatorContext } from '../../server/operator/command.ts';
import { commands } from '../../server/operator/commands.ts';
import { domain } from './operator.setup.ts';
import { rowsRead } from './rows-read.ts';

/** Adds one row per moment to every listed table, with 1.0000 as amount if it has one. */
export async function addRows(times: readonly string[]): Promise<void> {
  for (const at of times) {
    const { userId } = await domain.user();
    const insert = (sql: string, ...values: unknown[]) => domain.pool.query(sql, [at, ...values]);
    await insert(
      `insert into payout_batch (method, format, content, who, created_at)
       values ('paypal', 'csv', '', '=1+1', $1)`,
    );
    await insert(
      `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
         account_type, recipient_name, account, status, step, previous_step, step_number, settled_at,
         batch_id, payout_reference, created_at)
       select $2, 10000, '1', 'EUR', 'DE', 'paypal', 'phone', '=1+1', '+49', 'paid', 'paid',
         'processing', 2, $1::timestamptz, max(batch_id), 'B' || max(batch_id), $1::timestamptz
       from payout_batch`,
      userId,
    );
    await insert(
      `insert into outbox_dead
         (user_id, op, idempotency_key, amount, detail, created_at, failed_at, error)
       values ($2, 'invite', 'a', 10000, '', '2020-01-01', $1, '=1+1')`,
      userId,
    );
    await insert(`insert into audit (at, who, action, what) values ($1, '=1+1', 'tested', '{}')`);
    await insert(
      `insert into video (title, author, url, poster, width, height, duration_ms, created_at)
       values ('=1+1', 'A', gen_random_uuid(), '/p', 540, 960, 8000, $1)`,
    );
    await insert(
      `insert into ad (title, advertiser, url, poster, target_url, cta, duration_ms, created_at)
       values ('=1+1', 'A', '/', '/p', '/', '', 8000, $1)`,
    );
    await insert(
      `insert into objection (user_id, correction_id, text, created_at, decide_at)
       values ($2, 1, '=1+1', $1, $1)`,
      userId,
    );
    await insert(
      `insert into report (kind, item_id, reason, text, user_id, created_at)
       values ('clip', 1, 'other', '=1+1', $2, $1)`,
      userId,
    );
  }
}

/** Each list with a time, its column with a formula, and whether it has a sum. */
export const lists = [
  ['withdrawals list', 'recipient_name', true],
  ['payouts list', 'who', true],
  ['outbox list', 'error', true],
  ['audit list', 'who', false],
  ['videos list', 'title', false],
  ['videos stats', 'title', false],
  ['ads list', 'title', false],
  ['reports list', 'text', false],
  ['objections list', 'text', false],
] as const;

const tables: Readonly<Record<(typeof lists)[number][0], string>> = {
  'withdrawals list': 'withdrawal',
  'payouts list': 'payout_batch',
  'outbox list': 'outbox_dead',
  'audit list': 'audit',
  'videos list': 'video',
  'videos stats': 'video',
  'ads list': 'ad',
  'reports list': 'report',
  'objections list': 'objection',
};

/** @returns how many rows of its table a list reads */
export async function rowsOfList(
  name: keyof typeof tables,
  values: Record<string, string>,
): Promise<number> {
  const list = commands.find((command) => command.name === name);
  const reads = await rowsRead(domain.pool, async (db) => {
    const context = { db, now: domain.now() } as OperatorContext;
    await list?.run(context, { positionals: [], values });
  });
  return reads(tables[name]);
}
