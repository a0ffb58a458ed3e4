import type pg from 'pg';
import { afterRivals, type Database } from '../database/database.ts';
import { queuePush } from '../push/queue.ts';
import type { WithdrawalRow } from './withdrawals.ts';

/**
 * Ends a pending request: $1 its id, $2 the new status, $3 the reason, $4 now, $5 the movement's
 * kind, $6 the account that the held amount goes to. The wallet is locked before the request, as
 * by `withdraw`: two that lock in one order never wait for each other.
 */
const SETTLE = `
  with w as (
    select wallet.user_id from wallet where user_id = (
      select user_id from withdrawal where withdrawal_id = $1
    ) for update
  ),
  settled as (
    update withdrawal set status = $2, reason = $3, settled_at = $4
    from w where withdrawal.user_id = w.user_id and withdrawal_id = $1 and status = 'pending'
    returning withdrawal.*
  ),
  moved as (
    update wallet set
      held = wallet.held - settled.amount,
      available = wallet.available + case when $6 = 'available' then settled.amount else 0 end,
      debited = wallet.debited + case when $6 = 'payouts' then settled.amount else 0 end,
      version = version + 1
    from settled where wallet.user_id = settled.user_id
    returning wallet.user_id, wallet.version
  ),
  entry as (
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    select user_id, version, $5, 'withdrawal:' || withdrawal_id, 'held', $6, amount, '', $4
    from settled join moved using (user_id)
  ),
  told as (${queuePush(
    `select user_id, 'withdrawal:' || withdrawal_id as occasion, 'withdrawal_' || status as kind,
       amount::text as detail from settled`,
    '$4',
  )})
  select * from settled`;

/** Why a request cannot be settled: there is none, or it was settled before. */
export class SettlementError extends Error {
  override readonly name = 'SettlementError';
}

async function settle(db: Database, id: number, values: unknown[]): Promise<WithdrawalRow> {
  const run = (): Promise<pg.QueryResult<WithdrawalRow>> => db.query(SETTLE, [id, ...values]);
  const { rows } = await afterRivals(db, run);
  if (rows[0]) return rows[0];
  const found = await db.query<{ status: string }>(
    'select status from withdrawal where withdrawal_id = $1',
    [id],
  );
  const status = found.rows[0]?.status;
  throw new SettlementError(
    status ? `withdrawal ${id} is ${status} already` : `there is no withdrawal ${id}`,
  );
}

/**
 * The amount has been paid out: it leaves the held account.
 * @throws SettlementError
 */
export function approveWithdrawal(db: Database, id: number, now: Date): Promise<WithdrawalRow> {
  return settle(db, id, ['paid', null, now, 'withdrawal_paid', 'payouts']);
}

/**
 * The amount goes back to the user, who reads the reason.
 * @throws SettlementError
 */
export function rejectWithdrawal(
  db: Database,
  id: number,
  reason: string,
  now: Date,
): Promise<WithdrawalRow> {
  return settle(db, id, ['rejected', reason, now, 'withdrawal_returned', 'available']);
}
