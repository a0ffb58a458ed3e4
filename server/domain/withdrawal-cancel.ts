import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { type Database, inTransaction, retryOnConflict } from '../database/database.ts';
import { type Handler, Refusal } from './context.ts';
import { findOwn } from './own-withdrawals.ts';
import { transitionOf } from './payout-steps.ts';
import { secondsLeftOfDay } from './time.ts';

interface CancelRow {
  readonly refusal: (typeof calls.cancelWithdrawal.refusals)[number] | null;
  readonly balance: bigint;
}

const CANCEL = {
  name: 'cancel_withdrawal',
  text: 'select * from cancel_withdrawal($1, $2, $3, $4, $5, $6, $7)',
};
const REASON = 'Cancelled by the person who asked for it';

/**
 * Cancels a withdrawal that no operator has approved, and gives its amount back. The answer is read after the database
 * function, in the same transaction, because the database cannot format accounts.
 */
export const cancelWithdrawal: Handler<typeof calls.cancelWithdrawal> = (
  context,
  { userId },
  { id },
) => {
  const { db, now, settings } = context;
  const { from, to } = transitionOf('request.cancelled');
  const limit = settings.get('limit.cancellations_per_day');
  const values = [userId, id, now, from, to, REASON, limit];
  const cancel = async (transaction: Database) => {
    const [row] = (await transaction.query<CancelRow>({ ...CANCEL, values })).rows;
    if (row?.refusal === 'too_many_attempts') {
      throw new Refusal(row.refusal, { retry_after: secondsLeftOfDay(now) });
    }
    if (row?.refusal) throw new Refusal(row.refusal);
    const withdrawal = await findOwn({ ...context, db: transaction }, userId, id);
    if (!row || !withdrawal) throw new Error(`withdrawal ${id} is gone`);
    return { withdrawal, balance: formatMoney(row.balance) };
  };
  return retryOnConflict(db, () => inTransaction(db, cancel));
};
