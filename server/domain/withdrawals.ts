import type * as calls from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { Withdrawal, WithdrawalStep, WithdrawInfo } from '../../contract/shapes.ts';
import { type Database, inTransaction, retryOnConflict } from '../database/database.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { holdDays } from './first-payments.ts';
import { localAmount } from './local-amounts.ts';
import { offsetOf, pageOf } from './paging.ts';
import { type KindOfAccount, kindInSql } from './payout-accounts/kinds.ts';
import { showAccount } from './payout-accounts/written.ts';
import { isPaidElsewhere } from './payout-methods.ts';
import { holdForReview, STEPS_TAKEN, type TakenStep, wayOf } from './payout-steps.ts';
import { assess } from './review/review.ts';
import { addMilliseconds, DAY } from './time.ts';
import { findCounters, requirementsOf } from './withdraw-requirements.ts';

export interface WithdrawalRow {
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
  /** it leaves the review by a decision alone, whatever its date */
  readonly needs_decision: boolean;
  /** before it nothing is paid */
  readonly held_until: Date | null;
  /** by its person */
  readonly cancelled: boolean;
}

/** A row with what its owner is told besides. */
interface OwnRow extends WithdrawalRow, KindOfAccount {
  readonly taken: readonly TakenStep[];
  readonly repaid: bigint;
}

const OWN_ROWS = `
  select *, ${kindInSql('withdrawal')}, ${STEPS_TAKEN},
    coalesce((
      select transfer.amount from transfer
      where transfer.user_id = withdrawal.user_id and op = 'debt_repaid'
        and idempotency_key = 'withdrawal:' || withdrawal_id
    ), 0) as repaid
  from withdrawal where user_id = $1`;

/** A withdrawal as its owner sees it. */
/** The date that ends the review of a request by itself; null: none does. */
export const reviewEnd = ({
  needs_decision,
  review_due_at,
}: Pick<WithdrawalRow, 'needs_decision' | 'review_due_at'>): string | null =>
  needs_decision || review_due_at === null ? null : review_due_at.toISOString();

function toWithdrawal(row: OwnRow): Withdrawal {
  return {
    id: Number(row.withdrawal_id),
    amount: formatMoney(row.amount),
    local_amount: row.local_amount,
    local_currency: row.local_currency,
    method: row.method,
    account: showAccount(row),
    recipient_name: row.recipient_name,
    status: row.status,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    step: row.step,
    steps: wayOf(row.created_at, row.taken),
    review_due_at: reviewEnd(row),
    held_until: row.held_until?.toISOString() ?? null,
    repaid: formatMoney(row.repaid),
    cancelled: row.cancelled,
  };
}

async function findPending({ db }: Context, userId: bigint): Promise<Withdrawal | null> {
  const { rows } = await db.query<OwnRow>(`${OWN_ROWS} and status = 'pending'`, [userId]);
  return rows[0] ? toWithdrawal(rows[0]) : null;
}

/** One request of a user's own. @returns null when there is none of this id */
export async function findOwn(
  db: Database,
  userId: bigint,
  id: number,
): Promise<Withdrawal | null> {
  const { rows } = await db.query<OwnRow>(`${OWN_ROWS} and withdrawal_id = $2`, [userId, id]);
  return rows[0] ? toWithdrawal(rows[0]) : null;
}

export const withdrawConfig: Handler<typeof calls.withdrawConfig> = async (context, { userId }) => {
  const { settings } = context;
  const counters = await findCounters(context, userId);
  return {
    balance: formatMoney(counters.available),
    ...localAmount(counters.available, counters.country, settings),
    min_amount: formatMoney(settings.get('withdraw.min_amount')),
    notification_required: settings.get('withdraw.notification_required'),
    requirements: requirementsOf(context, counters),
    pending: await findPending(context, userId),
    debt: formatMoney(counters.debt),
    hold_days: await holdDays(context, userId),
  };
};

/**
 * Rule 4 in one statement: the request and the hold. $1 user, $2 amount, $3 now, $4 and $5 the
 * local estimate, $6 whether a requirement is unmet, $7 whether it needs two operators, $8 whether
 * another payee was shown, $9 its signals, $10 until when it is not paid. The wallet is locked first, as by whoever settles a
 * request.
 */
const WITHDRAW = `
  with w as (select * from wallet where user_id = $1 for update),
  decision as (
    select w.user_id, w.available, w.held, payout_info.country, payout_info.method, payout_info.account_type,
      payout_info.recipient_name, payout_info.account, payout_info.account_key,
      case
        -- what is held is held for the pending request
        when w.held > 0 then 'pending_exists'
        when payout_info.user_id is null then 'wdinfo_missing'
        when $8::boolean then 'wdinfo_changed'
        when w.available < $2::bigint then 'amount_exceeds_balance'
        when $6::boolean then 'requirements_unmet'
      end as refusal
    from w left join payout_info on payout_info.user_id = w.user_id
  ),
  created as (
    insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
      account_type, recipient_name, account, account_key, status, created_at, needs_second, signals,
      held_until)
    select user_id, $2, $4, $5, country, method, account_type, recipient_name, account, account_key,
      'pending', $3, $7, $9, $10
    from decision where refusal is null
    returning *
  ),
  moved as (
    update wallet set
      available = w.available - created.amount,
      held = w.held + created.amount,
      debt = w.debt,
      credited = w.credited,
      debited = w.debited,
      corrected = w.corrected,
      version = w.version + 1
    from created join w using (user_id) where wallet.user_id = w.user_id
    returning wallet.user_id, wallet.available, wallet.version
  ),
  entry as (
    insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
      created_at)
    select user_id, version, 'withdrawal_held', 'withdrawal:' || withdrawal_id, 'available', 'held',
      amount, '', $3
    from created join moved using (user_id)
  )
  select decision.refusal, moved.available as balance, created.withdrawal_id
  from decision left join created using (user_id) left join moved using (user_id)`;

interface RequestRow {
  readonly refusal: Reason | null;
  readonly balance: bigint;
  readonly withdrawal_id: bigint;
}

/** Makes a request; one that has to be looked at is in review before anybody could pay it. */
function request(
  context: Context,
  userId: bigint,
  values: readonly unknown[],
  shown: WithdrawInfo | undefined,
): Promise<{ row: RequestRow; withdrawal: Withdrawal | null }> {
  const { db, now } = context;
  const make = async (transaction: Database) => {
    // the account that is looked at is the one that will be paid: a change of it waits
    const isElsewhere = await isPaidElsewhere(transaction, userId, shown);
    const { signals, review } = await assess({ ...context, db: transaction }, userId);
    const days = await holdDays({ ...context, db: transaction }, userId);
    const heldUntil = days > 0 ? addMilliseconds(now, days * DAY) : null;
    const all = [...values, isElsewhere, JSON.stringify(signals), heldUntil];
    const [row] = (await transaction.query<RequestRow>(WITHDRAW, all)).rows;
    if (!row) throw new Error(`no wallet of user ${userId}`);
    if (row.refusal) return { row, withdrawal: null };
    if (review) await holdForReview(transaction, Number(row.withdrawal_id), review, now);
    return { row, withdrawal: await findPending({ ...context, db: transaction }, userId) };
  };
  return retryOnConflict(db, () => inTransaction(db, make));
}

export const withdraw: Handler<typeof calls.withdraw> = async (context, { userId }, input) => {
  const { now, settings } = context;
  const amount = parseMoney(input.amount);
  if (amount < settings.get('withdraw.min_amount')) throw new Refusal('amount_too_small');
  const counters = await findCounters(context, userId);
  const requirements = requirementsOf(context, counters);
  const unmet = requirements.some(({ current, required }) => current < required);
  const { local_amount, local_currency } = localAmount(amount, counters.country, settings);
  const above = settings.get('withdraw.second_approval_above');
  const needsSecond = above > 0n && amount > above;
  const values = [userId, amount, now, local_amount, local_currency, unmet, needsSecond];
  const { row, withdrawal } = await request(context, userId, values, input.payee);
  if (row.refusal === 'requirements_unmet') throw new Refusal(row.refusal, { requirements });
  if (row.refusal) throw new Refusal(row.refusal);
  if (!withdrawal) throw new Error(`withdrawal ${row.withdrawal_id} is gone`);
  return { withdrawal, balance: formatMoney(row.balance) };
};

export const withdrawals: Handler<typeof calls.withdrawals> = async ({ db }, { userId }, input) => {
  const { rows } = await db.query<OwnRow>(
    `${OWN_ROWS} order by withdrawal_id desc limit $2 offset $3`,
    [userId, input.limit, offsetOf(input)],
  );
  const counted = await db.query<{ total: bigint }>(
    'select count(*) as total from withdrawal where user_id = $1',
    [userId],
  );
  return pageOf(input, rows.map(toWithdrawal), counted.rows[0]?.total ?? 0);
};

const RECENT = 20;

export const recentWithdrawals: Handler<typeof calls.recentWithdrawals> = async ({ db }) => {
  const { rows } = await db.query<{ username: string; amount: bigint; settled_at: Date }>(
    `select username, amount, settled_at from withdrawal join account using (user_id)
     where status = 'paid' order by settled_at desc limit $1`,
    [RECENT],
  );
  const list = rows.map((row) => ({
    username: maskName(row.username),
    amount: formatMoney(row.amount),
    paid_at: row.settled_at.toISOString(),
  }));
  return { list };
};
