import type pg from 'pg';
import { type Database, inTransaction, retryOnConflict } from '../database/database.ts';
import { type Approval, countApproval, needsSecond } from './approvals.ts';
import { isHeld } from './first-payments.ts';
import { freeFunds, REPAID_SUM } from './funding.ts';
import { IS_BLOCKED, moveOf, refuseStep, takeStep, writeSteps } from './payout-steps.ts';
import { queuePush } from './push-queue.ts';
import type { WithdrawalRow } from './withdrawals.ts';

/** An approval that no operator gives: none is needed. */
const UNNAMED = { who: null, above: 0n };

/** What ends a request, or undoes its payment: by which entry, and from which account to which. */
const SETTLEMENTS = {
  'request.paid': { op: 'withdrawal_paid', debit: 'held', credit: 'payouts' },
  'request.rejected': { op: 'withdrawal_returned', debit: 'held', credit: 'available' },
  'request.cancelled': { op: 'withdrawal_returned', debit: 'held', credit: 'available' },
  'payout.confirmed': { op: 'withdrawal_paid', debit: 'held', credit: 'payouts' },
  'payout.failed': { op: 'withdrawal_failed', debit: 'held', credit: 'available' },
  'payout.returned': { op: 'payout_returned', debit: 'payouts', credit: 'available' },
} as const;

/**
 * Moves a request and its amount: $1 its id, $2 the steps that it may come from, $3 the one that it
 * takes, $4 the reason, $5 now, $6 the transfer's op, $7 and $8 the accounts that the amount leaves
 * and goes to, $9 who approves it (null: nobody who has a name) and $10 above which amount two
 * operators are needed, $11 the user who cancels it (null: nobody does). The wallet is locked before
 * the request, as by `withdraw`: two that lock in one order never wait for each other. What comes
 * back repays a debt first.
 */
const SETTLE = `
  with w as (
    select * from wallet where user_id = (
      select user_id from withdrawal
      where withdrawal_id = $1 and user_id = coalesce($11::bigint, user_id)
    ) for update
  ),
  settled as (
    update withdrawal set ${takeStep('$3')}, review_due_at = null, needs_decision = false,
      reason = $4, settled_at = $5, cancelled = $11 is not null,
      status = case $3 when 'paid' then 'paid' else 'rejected' end
    from w where withdrawal.user_id = w.user_id and withdrawal_id = $1 and step = any($2)
      and ($3 <> 'paid' or step = 'processing' or not ${IS_BLOCKED})
      and ($3 <> 'paid' or step = 'processing' or not ${isHeld('$5')})
      and ($3 <> 'paid' or step = 'processing' or not ${needsSecond('$10')}
        or prepared_by <> $9::text)
    returning withdrawal.*
  ),
  history as (${writeSteps('settled', '$5')}),
  part as (
    select w.*,
      case $7 when 'held' then amount else 0 end as released,
      case when $7 = 'payouts' then -amount when $8 = 'payouts' then amount else 0 end as paid,
      case $8 when 'available' then amount else 0 end as returned,
      case $8 when 'available' then least(debt, amount) else 0 end as repaid
    from settled join w using (user_id)
  ),
  moved as (
    update wallet set
      available = part.available + returned - repaid,
      held = part.held - released,
      debt = part.debt - repaid,
      credited = part.credited,
      debited = part.debited + paid,
      corrected = part.corrected,
      version = part.version + 1 + (repaid > 0)::int
    from part where wallet.user_id = part.user_id
    returning wallet.user_id, part.version + 1 as version, repaid
  ),
  entry as (
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    select user_id, version, $6, 'withdrawal:' || withdrawal_id, $7, $8, amount, '', $5
    from settled join moved using (user_id)
    union all
    select user_id, version + 1, 'debt_repaid', 'withdrawal:' || withdrawal_id, 'available', 'debt',
      repaid, '', $5
    from settled join moved using (user_id) where repaid > 0
  ),
  funds as (${freeFunds(REPAID_SUM)}),
  push_message as (${queuePush(
    `select user_id, 'withdrawal_' || step as kind,
       concat_ws(':', amount, nullif(repaid, 0)) as detail,
       'withdrawal:' || withdrawal_id || case step when 'returned' then ':returned' else '' end
         as occasion
     from settled join moved using (user_id) where not cancelled`,
    '$5',
  )})
  select * from settled`;

interface Settling {
  readonly reason: string | null;
  readonly now: Date;
  readonly approval?: Approval;
  /** who cancels their own request; not given: it is an operator's work */
  readonly canceller?: bigint;
}

/** @returns null when the machine knows no such step from where the request stands */
async function move(
  db: Database,
  id: number,
  happening: keyof typeof SETTLEMENTS,
  { reason, now, approval, canceller }: Settling,
): Promise<WithdrawalRow | null> {
  const { from, to } = moveOf(happening);
  const { op, debit, credit } = SETTLEMENTS[happening];
  const { who, above } = approval ?? UNNAMED;
  const ends = [id, from, to, reason, now, op, debit, credit];
  const values = [...ends, who, above, canceller ?? null];
  const run = (): Promise<pg.QueryResult<WithdrawalRow>> => db.query(SETTLE, values);
  return (await retryOnConflict(db, run)).rows[0] ?? null;
}

const settle = async (
  db: Database,
  id: number,
  happening: keyof typeof SETTLEMENTS,
  settling: Settling,
): Promise<WithdrawalRow> =>
  (await move(db, id, happening, settling)) ?? refuseStep(db, id, happening, settling.now);

/**
 * A pending request has been paid out by the operator's own means: the amount leaves the held account.
 * @param approval not given: whoever calls it needs nobody else
 * @throws SettlementError
 */
export const approveWithdrawal = (
  db: Database,
  id: number,
  now: Date,
  approval?: Approval,
): Promise<WithdrawalRow> =>
  retryOnConflict(db, () =>
    inTransaction(db, async (transaction) => {
      if (approval) await countApproval(transaction, id, approval, now);
      const settling = { reason: null, now, ...(approval && { approval }) };
      return settle(transaction, id, 'request.paid', settling);
    }),
  );

/**
 * The first of two operators has looked at a request and finds it good. Who prepared it first stays.
 * @throws SettlementError
 */
export async function prepareWithdrawal(
  db: Database,
  id: number,
  who: string,
  now: Date,
): Promise<void> {
  const { rowCount } = await db.query(
    `update withdrawal set prepared_by = coalesce(prepared_by, $2),
       prepared_at = coalesce(prepared_at, $3)
     where withdrawal_id = $1 and step = any($4)`,
    [id, who, now, moveOf('request.rejected').from],
  );
  if (rowCount !== 1) await refuseStep(db, id, 'request.rejected');
}

/**
 * The amount goes back to the user, who reads the reason.
 * @throws SettlementError when it stands in a batch, or is settled
 */
export const rejectWithdrawal = (
  db: Database,
  id: number,
  reason: string,
  now: Date,
): Promise<WithdrawalRow> => settle(db, id, 'request.rejected', { reason, now });

/**
 * The amount goes back to the user, who wants it back.
 * @returns null when it is not this user's, or somebody has decided on it
 */
export const cancelRequest = (
  db: Database,
  id: number,
  userId: bigint,
  now: Date,
): Promise<WithdrawalRow | null> =>
  move(db, id, 'request.cancelled', {
    reason: 'Cancelled by the person who asked for it',
    now,
    canceller: userId,
  });

/**
 * Whoever pays has paid a request of a batch.
 * @throws SettlementError when it is in none, or is settled
 */
export const confirmPayout = (db: Database, id: number, now: Date): Promise<WithdrawalRow> =>
  settle(db, id, 'payout.confirmed', { reason: null, now });

/**
 * Whoever pays could not pay a request of a batch: the amount goes back to the user.
 * @throws SettlementError when it is in none, or is settled
 */
export const failPayout = (
  db: Database,
  id: number,
  reason: string,
  now: Date,
): Promise<WithdrawalRow> => settle(db, id, 'payout.failed', { reason, now });

/**
 * What was paid has come back to the operator, and goes back to the user.
 * @throws SettlementError when it is not paid
 */
export const returnPayout = (
  db: Database,
  id: number,
  reason: string,
  now: Date,
): Promise<WithdrawalRow> => settle(db, id, 'payout.returned', { reason, now });
