import * as v from 'valibot';
import { objectionOfCase } from './objection.ts';
import { country, currency, decimal, id, money, time } from './values.ts';

export const accountTypes = [
  'bank_card',
  'email',
  'phone',
  'username',
  'upi_id',
  'wallet_id',
] as const;
const accountType = v.picklist(accountTypes);
export type AccountType = (typeof accountTypes)[number];

/** The longest that each may be, in UTF-16 units, as a field's `maxlength` counts them. */
export const payeeLengths = { recipient_name: 120, account: 254 } as const;

export const withdrawInfo = v.object({
  country,
  method: v.string(),
  account_type: accountType,
  recipient_name: v.string(),
  /** masked: the first 2 and the last 4 characters of a long one, never more than half */
  account: v.string(),
  /** names all that is stored, the whole account too; servers of before do not say */
  version: v.optional(v.pipe(v.string(), v.maxLength(64))),
});
export type WithdrawInfo = v.InferOutput<typeof withdrawInfo>;

export const withdrawalMethod = v.object({
  method: v.string(),
  name: v.string(),
  account_type: accountType,
  countries: v.array(country),
  /** source of a regular expression (flag `u`, anchored) that an account must match */
  account_pattern: v.string(),
  account_hint: v.string(),
  /** in which it pays; null: in the product's, as servers of before do */
  currency: v.optional(v.nullable(currency)),
});
export type WithdrawalMethod = v.InferOutput<typeof withdrawalMethod>;

export const withdrawalStatuses = ['pending', 'paid', 'rejected'] as const;
/** Where a withdrawal stands, finer than its status. */
export const withdrawalSteps = [
  'pending',
  'in_review',
  'processing',
  'paid',
  'failed',
  'returned',
  'rejected',
] as const;
const withdrawalStep = v.picklist(withdrawalSteps);
export type WithdrawalStep = (typeof withdrawalSteps)[number];

export const withdrawal = v.object({
  id,
  amount: money,
  local_amount: v.string(),
  local_currency: currency,
  method: v.string(),
  account: v.string(),
  recipient_name: v.string(),
  status: v.picklist(withdrawalStatuses),
  /** why it was rejected, has failed or was returned */
  reason: v.nullable(v.string()),
  created_at: time,
  settled_at: v.nullable(time),
  /** where it stands, and how it came there, the oldest first; servers of before do not say */
  step: v.optional(withdrawalStep),
  steps: v.optional(v.array(v.object({ step: withdrawalStep, at: time }))),
  /** until when a request in review is decided */
  review_due_at: v.optional(v.nullable(time)),
  /** it is not paid before; null: whenever somebody does; servers of before do not say */
  held_until: v.optional(v.nullable(time)),
  /** what of an amount that came back went to a debt; servers of before do not say */
  repaid: v.optional(money),
  /** its person took it back: `step` is `rejected`, the only such end that all clients know */
  cancelled: v.optional(v.boolean()),
  /** what the amount is in; servers of before do not say */
  currency: v.optional(currency),
  /** what arrives, by the rate of the moment of the request; null: the amount itself */
  pay: v.optional(v.nullable(v.object({ currency, amount: decimal, rate: decimal }))),
});

/** One that has ended may have been refused, and objected to. */
export const listedWithdrawal = v.object({ ...withdrawal.entries, objection: objectionOfCase });
export type Withdrawal = v.InferOutput<typeof listedWithdrawal>;
