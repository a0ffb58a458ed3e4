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

/** Maximum length of each field in UTF-16 units, as a field's `maxlength` counts them. */
export const payeeLengths = { recipient_name: 120, account: 254 } as const;

export const withdrawInfo = v.object({
  country,
  method: v.string(),
  account_type: accountType,
  recipient_name: v.string(),
  /** masked: the first 2 and the last 4 characters of a long one, never more than half */
  account: v.string(),
  /** changes with every stored field, the unmasked account too; older servers do not send it */
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
  /** the payout currency; null: the product's currency, as on older servers */
  currency: v.optional(v.nullable(currency)),
});
export type WithdrawalMethod = v.InferOutput<typeof withdrawalMethod>;

export const withdrawalStatuses = ['pending', 'paid', 'rejected'] as const;
/** Steps of a withdrawal, finer than its status. */
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
  /** why it was rejected, failed or returned */
  reason: v.nullable(v.string()),
  created_at: time,
  settled_at: v.nullable(time),
  /** the present step, and all steps so far, the oldest first; older servers send neither */
  step: v.optional(withdrawalStep),
  steps: v.optional(v.array(v.object({ step: withdrawalStep, at: time }))),
  /** deadline for the decision on a request in review */
  review_due_at: v.optional(v.nullable(time)),
  /** it is not paid before this time; null: it may be paid at any time; older servers do not send it */
  held_until: v.optional(v.nullable(time)),
  /** the part of a returned amount that repaid a debt; older servers do not send it */
  repaid: v.optional(money),
  /** the member cancelled it; `step` is then `rejected`, because older clients know no step `cancelled` */
  cancelled: v.optional(v.boolean()),
  /** the currency of the amount; older servers do not send it */
  currency: v.optional(currency),
  /** the amount that arrives, by the rate at the time of the request; null: the amount itself */
  pay: v.optional(v.nullable(v.object({ currency, amount: decimal, rate: decimal }))),
});

/** A withdrawal in the list, with the member's objection where the member may object. */
export const listedWithdrawal = v.object({ ...withdrawal.entries, objection: objectionOfCase });
export type Withdrawal = v.InferOutput<typeof listedWithdrawal>;
