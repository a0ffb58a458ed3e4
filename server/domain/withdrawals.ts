import type { ParsedInputOf } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { Withdrawal } from '../../contract/shapes.ts';
import { NeedsPreparation, retryOnConflict } from '../database/database.ts';
import { findAccountSafety } from './account-safety.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { holdHours } from './first-payments.ts';
import { localAmount } from './local-amounts.ts';
import { findPending, OWN_ROWS, type OwnRow, toWithdrawal } from './own-withdrawals.ts';
import { nextOf, pageOf, pageStartOf } from './paging.ts';
import { type Paid, payoutFor, payTerms } from './paid-currency.ts';
import { type AnswerRow, assertAnswered, keyAndSession } from './paying-function.ts';
import { openAccounts } from './payout-accounts/sealed.ts';
import { findPayee, hasPayeeChanged, type Payee } from './payout-methods.ts';
import { transitionOf } from './payout-steps.ts';
import { isPrivacyStrict } from './privacy.ts';
import { assess, type Review } from './review/review.ts';
import { recordOrigin } from './review/seen-from.ts';
import { addMilliseconds, HOUR } from './time.ts';
import { emailTerm, findCounters, isAnyUnmet, requirementsOf } from './withdraw-requirements.ts';

export const withdrawConfig: Handler<typeof calls.withdrawConfig> = async (context, { userId }) => {
  const { settings, now } = context;
  const counters = await findCounters(context, userId);
  const payee = await findPayee(context.db, userId);
  return {
    balance: formatMoney(counters.available),
    ...localAmount(counters.available, counters.country, settings),
    min_amount: formatMoney(settings.get('withdraw.min_amount')),
    notification_required:
      settings.get('withdraw.notification_required') && !isPrivacyStrict(context, counters.country),
    requirements: requirementsOf(context, counters),
    ...emailTerm(context, counters),
    pending: await findPending(context, userId),
    debt: formatMoney(counters.debt),
    hold_hours: holdHours(context, payee),
    hold_days: Math.ceil(holdHours(context, payee) / 24),
    currency: settings.currency,
    pay: payee && payTerms(settings, payee, now),
    account_safety: await findAccountSafety(context, userId),
  };
};

const REQUEST = {
  name: 'hold_withdrawal',
  text: `select * from hold_withdrawal($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
    $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`,
};

interface RequestRow extends AnswerRow {
  /** the payee changed after it was read */
  readonly is_stale: boolean | null;
  readonly withdrawal_id: bigint;
  readonly balance: bigint;
}

/** A new request in its owner's view, without its id; a request that needs a review is in review at once. */
function showNew(
  context: Context,
  payee: Payee,
  review: Review | null,
  row: Pick<OwnRow, 'amount' | 'local_amount' | 'local_currency' | 'held_until'> & Paid,
): Omit<Withdrawal, 'id'> {
  const { now } = context;
  const step = review ? transitionOf('review.began').to : 'pending';
  const { id: _, ...shown } = toWithdrawal(context, {
    ...payee,
    ...row,
    ...{ withdrawal_id: 0n, status: 'pending', step, reason: null, settled_at: null },
    ...{ repaid: 0n, cancelled: false, created_at: now },
    review_due_at: review?.dueAt ?? null,
    needs_decision: review?.needsDecision ?? false,
    taken: review ? [{ step, at: now.toISOString() }] : [],
    ...{ objection: null, is_objectable: false },
  });
  return shown;
}

/** Reads all data of a request before it is made; nothing is locked. */
async function readRequestData(
  context: Context,
  userId: bigint,
  { amount: text, payee: told, pay: toldPay }: ParsedInputOf<typeof calls.withdraw>,
) {
  const { db, now, settings } = context;
  const amount = parseMoney(text);
  const counters = await findCounters(context, userId);
  const requirements = requirementsOf(context, counters);
  const isUnmet = isAnyUnmet(context, counters);
  const { local_amount, local_currency } = localAmount(amount, counters.country, settings);
  const payee = await findPayee(db, userId);
  const isPayeeChanged = await hasPayeeChanged(db, payee, told);
  const { signals, review } = await assess(context, userId);
  const hours = holdHours(context, payee);
  const held_until = hours > 0 ? addMilliseconds(now, hours * HOUR) : null;
  const above = settings.get('withdraw.second_approval_above');
  const { refusal, ...paid } = payoutFor(amount, payee && payTerms(settings, payee, now), toldPay);
  const shown =
    payee &&
    showNew(context, payee, review, { amount, local_amount, local_currency, held_until, ...paid });
  const values = [
    ...[
      userId,
      now,
      amount,
      settings.get('withdraw.min_amount'),
      payee?.seen,
      isPayeeChanged,
      isUnmet,
    ],
    ...[local_amount, local_currency, paid.pay_currency, paid.pay_amount, paid.pay_rate, refusal],
    ...[above > 0n && amount > above, JSON.stringify(signals)],
    ...[held_until, review?.dueAt, review?.needsDecision ?? false, JSON.stringify(shown)],
  ];
  return { values, requirements, shown };
}

export const withdraw: Handler<typeof calls.withdraw> = async (context, caller, input) => {
  const { db } = context;
  const ask = async () => {
    const looked = await readRequestData(context, caller.userId, input);
    const values = [...looked.values, ...keyAndSession(context, caller)];
    const [row] = (await db.query<RequestRow>({ ...REQUEST, values })).rows;
    if (!row) throw new Error('no decision');
    if (row.is_stale) throw new NeedsPreparation('another payee was set meanwhile', async () => {});
    return { ...looked, row };
  };
  const { row, requirements, shown } = await retryOnConflict(db, ask);
  if (row.refusal === 'requirements_unmet') throw new Refusal(row.refusal, { requirements });
  assertAnswered(row);
  if (!shown) throw new Error(`withdrawal ${row.withdrawal_id} has no payee`);
  await recordOrigin(db, context, caller.userId, 'withdrawal');
  const withdrawal = { id: Number(row.withdrawal_id), ...shown };
  return { withdrawal, balance: formatMoney(row.balance) };
};

export const withdrawals: Handler<typeof calls.withdrawals> = async (
  context,
  { userId },
  input,
) => {
  const { db } = context;
  const { key, offset } = pageStartOf(input);
  const { rows } = await db.query<OwnRow>(
    `${OWN_ROWS} and withdrawal_id < $5 order by withdrawal_id desc limit $3 offset $4`,
    [userId, context.now, input.limit, offset, key],
  );
  const counted = await db.query<{ total: bigint }>(
    'select count(*) as total from withdrawal where user_id = $1',
    [userId],
  );
  const list = openAccounts(db, rows).map((row) => toWithdrawal(context, row));
  const ids = rows.map(({ withdrawal_id }) => withdrawal_id);
  return { ...pageOf(input, list, counted.rows[0]?.total ?? 0), next: nextOf(input, ids) };
};
