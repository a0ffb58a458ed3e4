import { formatMoney } from '../../contract/money.ts';
import type { Withdrawal, WithdrawalStep } from '../../contract/shapes.ts';
import { reasonIn } from '../words/reasons.ts';
import type { Context } from './context.ts';
import { type CaseRow, caseInSql, objectionOf } from './objections.ts';
import { type Paid, paidOf } from './paid-currency.ts';
import { maskedAccountOf } from './payout-accounts/format-account.ts';
import { type KindOfAccount, kindInSql } from './payout-accounts/kinds.ts';
import { openAccounts } from './payout-accounts/sealed.ts';
import { STEPS_TAKEN, stepHistoryOf, type TakenStep } from './payout-steps.ts';

export interface WithdrawalRow extends Paid {
  readonly withdrawal_id: bigint;
  readonly amount: bigint;
  readonly local_amount: string;
  readonly local_currency: string;
  readonly method: string;
  readonly recipient_name: string;
  readonly account: string;
  readonly status: Withdrawal['status'];
  readonly step: WithdrawalStep;
  readonly reason: string | null;
  readonly created_at: Date;
  readonly settled_at: Date | null;
  readonly review_due_at: Date | null;
  /** the review ends only by a decision, not by `review_due_at` */
  readonly needs_decision: boolean;
  /** earliest time of a payment */
  readonly held_until: Date | null;
  /** cancelled by its person */
  readonly cancelled: boolean;
}

/** A row with the columns for its owner's view. */
export interface OwnRow extends WithdrawalRow, KindOfAccount, CaseRow {
  readonly user_id: bigint;
  readonly taken: readonly TakenStep[];
  readonly repaid: bigint;
}

/** $1 the person, $2 now. */
export const OWN_ROWS = `
  select *, ${kindInSql('withdrawal')}, ${STEPS_TAKEN}, ${caseInSql('withdrawal', '$2')},
    coalesce((
      select transfer.amount from transfer
      where transfer.user_id = withdrawal.user_id and op = 'debt_repaid'
        and idempotency_key = 'withdrawal:' || withdrawal_id
    ), 0) as repaid
  from withdrawal where user_id = $1`;

/** The date at which a request's review ends by itself; null: it does not. */
export const reviewEnd = ({
  needs_decision,
  review_due_at,
}: Pick<WithdrawalRow, 'needs_decision' | 'review_due_at'>): string | null =>
  needs_decision || review_due_at === null ? null : review_due_at.toISOString();

/** A withdrawal in its owner's view. */
export function toWithdrawal(
  { settings, visitor }: Pick<Context, 'settings' | 'visitor'>,
  row: OwnRow,
): Withdrawal {
  const paid = paidOf(row);
  return {
    id: Number(row.withdrawal_id),
    amount: formatMoney(row.amount),
    local_amount: row.local_amount,
    local_currency: row.local_currency,
    method: row.method,
    account: maskedAccountOf(row),
    recipient_name: row.recipient_name,
    status: row.status,
    reason: row.reason && reasonIn(visitor.language, row.reason),
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    step: row.step,
    steps: stepHistoryOf(row.created_at, row.taken),
    review_due_at: reviewEnd(row),
    held_until: row.held_until?.toISOString() ?? null,
    repaid: formatMoney(row.repaid),
    cancelled: row.cancelled,
    currency: settings.currency,
    pay: paid && { ...paid, rate: row.pay_rate ?? '1' },
    ...objectionOf({ visitor }, row),
  };
}

/** @param condition SQL on the table; its values begin at $3 */
async function findWhere(
  context: Pick<Context, 'db' | 'settings' | 'visitor' | 'now'>,
  userId: bigint,
  condition: string,
  ...values: number[]
): Promise<Withdrawal | null> {
  const { rows } = await context.db.query<OwnRow>(`${OWN_ROWS} and ${condition}`, [
    userId,
    context.now,
    ...values,
  ]);
  const [row] = openAccounts(context.db, rows);
  return row ? toWithdrawal(context, row) : null;
}

export const findPending = (context: Context, userId: bigint) =>
  findWhere(context, userId, "status = 'pending'");

/** One of a user's own requests. @returns null when this user has no such request */
export const findOwn = (
  context: Pick<Context, 'db' | 'settings' | 'visitor' | 'now'>,
  userId: bigint,
  id: number,
) => findWhere(context, userId, 'withdrawal_id = $3', id);
