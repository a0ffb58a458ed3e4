import { type Database, inTransaction, retryOnConflict } from '../database/database.ts';
import { countApproval } from './approvals.ts';
import type { Approval } from './approved-alone.ts';
import type { WithdrawalRow } from './own-withdrawals.ts';
import { throwStepError, transitionOf } from './payout-steps.ts';

/** Values for steps without an operator's approval. */
const UNNAMED = { who: null, above: 0n };

/** The entry of each event that settles a request, or undoes its payment. */
const SETTLEMENTS = {
  'request.paid': { op: 'withdrawal_paid', debit: 'held', credit: 'payouts' },
  'request.rejected': { op: 'withdrawal_returned', debit: 'held', credit: 'available' },
  'payout.confirmed': { op: 'withdrawal_paid', debit: 'held', credit: 'payouts' },
  'payout.failed': { op: 'withdrawal_failed', debit: 'held', credit: 'available' },
  'payout.returned': { op: 'payout_returned', debit: 'payouts', credit: 'available' },
} as const;

const SETTLE = {
  name: 'settle_withdrawal',
  text: 'select * from settle_withdrawal(null, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
};

interface Settling {
  readonly reason: string | null;
  readonly now: Date;
  readonly approval?: Approval;
}

/** @throws SettlementError when the request's step allows no such event, or the request must not be paid */
async function settle(
  db: Database,
  id: number,
  eventType: keyof typeof SETTLEMENTS,
  { reason, now, approval }: Settling,
): Promise<WithdrawalRow> {
  const { from, to } = transitionOf(eventType);
  const { op, debit, credit } = SETTLEMENTS[eventType];
  const { who, above } = approval ?? UNNAMED;
  const values = [id, now, from, to, reason, op, debit, credit, who, above];
  const run = () => db.query<WithdrawalRow>({ ...SETTLE, values });
  const [settled] = (await retryOnConflict(db, run)).rows;
  return settled ?? throwStepError(db, id, eventType, now);
}

/**
 * Settles a pending request that the operator has paid without a batch: the amount leaves the held account.
 * @param approval missing: the caller needs no second operator
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
 * Stores the first of two operators, who prepares a request for the second one's approval; a repeated call keeps the
 * first operator.
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
    [id, who, now, transitionOf('request.rejected').from],
  );
  if (rowCount !== 1) await throwStepError(db, id, 'request.rejected');
}

/**
 * Rejects a request: the amount goes back to the user, who sees the reason.
 * @throws SettlementError when the request is in a batch, or is settled
 */
export const rejectWithdrawal = (
  db: Database,
  id: number,
  reason: string,
  now: Date,
): Promise<WithdrawalRow> => settle(db, id, 'request.rejected', { reason, now });

/**
 * Settles a request of a batch that the provider has paid.
 * @throws SettlementError when the request is in no batch, or is settled
 */
export const confirmPayout = (db: Database, id: number, now: Date): Promise<WithdrawalRow> =>
  settle(db, id, 'payout.confirmed', { reason: null, now });

/**
 * Settles a request of a batch that the provider could not pay: the amount goes back to the user.
 * @throws SettlementError when the request is in no batch, or is settled
 */
export const failPayout = (
  db: Database,
  id: number,
  reason: string,
  now: Date,
): Promise<WithdrawalRow> => settle(db, id, 'payout.failed', { reason, now });

/**
 * Returns a payment that came back to the operator: the amount goes back to the user.
 * @throws SettlementError when the request is not paid
 */
export const returnPayout = (
  db: Database,
  id: number,
  reason: string,
  now: Date,
): Promise<WithdrawalRow> => settle(db, id, 'payout.returned', { reason, now });
