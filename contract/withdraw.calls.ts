import * as v from 'valibot';
import { defineCall } from './call.ts';
import { objectionOfCase } from './objection.ts';
import { requirement } from './shapes.ts';
import {
  count,
  country,
  currency,
  decimal,
  id,
  keyedPageOf,
  keyedPaging,
  money,
  moneyInput,
  time,
} from './values.ts';
import {
  listedWithdrawal,
  payeeLengths,
  withdrawal,
  withdrawalMethod,
  withdrawInfo,
} from './withdrawal-shapes.ts';

export const wdinfo = defineCall({
  method: 'GET',
  path: '/api/user/wdinfo',
  access: 'private',
  takes: v.object({}),
  gives: v.object({
    list: v.array(withdrawInfo),
    /**
     * minimum wait, in hours, of the first withdrawal after the account changes; 0: none; older servers do not send it
     */
    change_hold_hours: v.optional(count),
  }),
  refusals: [],
});

export const updateWdinfo = defineCall({
  method: 'POST',
  path: '/api/user/updateWdinfo',
  access: 'private',
  takes: v.object({
    country,
    method: v.pipe(v.string(), v.minLength(1, 'a method'), v.maxLength(64)),
    recipient_name: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'a name'),
      // a visible letter
      v.regex(/(?!\p{Default_Ignorable_Code_Point})\p{L}/u, 'a name'),
      v.maxLength(payeeLengths.recipient_name),
    ),
    account: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'an account'),
      v.maxLength(payeeLengths.account),
    ),
  }),
  gives: v.object({ list: v.array(withdrawInfo) }),
  refusals: [
    'unknown_method',
    'method_not_in_country',
    'invalid_account',
    'account_shared',
    'too_many_attempts',
    // another account is set, and the member has given no proof of identity in the last 10 minutes
    'proof_too_old',
  ],
});

export const withdrawalMethods = defineCall({
  method: 'GET',
  path: '/api/user/withdrawalMethods',
  access: 'private',
  takes: v.object({ country: v.optional(country) }),
  gives: v.object({ list: v.array(withdrawalMethod) }),
  refusals: [],
});

export const withdrawConfig = defineCall({
  method: 'GET',
  path: '/api/user/withdrawConfig',
  access: 'private',
  takes: v.object({}),
  gives: v.object({
    balance: money,
    local_amount: v.string(),
    local_currency: currency,
    min_amount: money,
    notification_required: v.boolean(),
    requirements: v.array(requirement),
    /** whether the e-mail is confirmed; not given where a withdrawal does not need that */
    email_confirmed: v.optional(v.boolean()),
    pending: v.nullable(withdrawal),
    /** the debt, which later rewards repay first; older servers do not send it */
    debt: v.optional(money),
    /**
     * hours that the next withdrawal waits, if it is the first to an account that is easy to get or was changed; 0:
     * none; `hold_days` is the same in days, rounded up
     */
    hold_hours: v.optional(count),
    hold_days: v.optional(count),
    /** the currency of all amounts; older servers do not send it */
    currency: v.optional(currency),
    /**
     * terms of a payee's method with a currency of its own: `toPaid` of `pay.ts` computes the amount that
     * arrives; a null rate: nothing is paid for now; null: amounts are paid as they are
     */
    pay: v.optional(
      v.nullable(v.object({ currency, rate: v.nullable(decimal), rounding: decimal })),
    ),
    /** ways to secure the account that the app may offer; older servers do not send it */
    account_safety: v.optional(
      v.object({
        /** recovery codes exist, or mailed links are available instead */
        has_way_back: v.boolean(),
        has_passkey: v.boolean(),
        has_withdrawn: v.boolean(),
      }),
    ),
  }),
  refusals: [],
});

export const withdraw = defineCall({
  method: 'POST',
  path: '/api/user/withdraw',
  access: 'private',
  takes: v.object({
    amount: moneyInput,
    /** the payee that the app showed, from `wdinfo`: the request is refused if the payee has changed */
    payee: v.optional(withdrawInfo),
    /** the amount that arrives, as the app showed it; null: the amount itself. A changed sum is refused. */
    pay: v.optional(v.nullable(v.object({ currency, amount: decimal }))),
  }),
  gives: v.object({ withdrawal, balance: money }),
  refusals: [
    'amount_too_small',
    'amount_exceeds_balance',
    'wdinfo_missing',
    'wdinfo_changed',
    'pending_exists',
    'requirements_unmet',
    'unknown_method',
    'pay_changed',
  ],
});

export const withdrawals = defineCall({
  method: 'GET',
  path: '/api/user/withdrawals',
  access: 'private',
  takes: v.object(keyedPaging),
  gives: v.object(keyedPageOf(listedWithdrawal)),
  refusals: [],
});

export const corrections = defineCall({
  method: 'GET',
  path: '/api/user/corrections',
  access: 'private',
  takes: v.object(keyedPaging),
  gives: v.object({
    debt: money,
    ...keyedPageOf(
      v.object({
        id,
        amount: money,
        direction: v.picklist(['given', 'taken']),
        reason: v.string(),
        created_at: time,
        objection: objectionOfCase,
      }),
    ),
  }),
  refusals: [],
});

export const recentWithdrawals = defineCall({
  method: 'GET',
  path: '/api/user/recentWithdrawals',
  access: 'public',
  takes: v.object({}),
  gives: v.object({
    list: v.array(v.object({ username: v.string(), amount: money, paid_at: time })),
  }),
  refusals: [],
});
