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
    /** minimum wait, in hours, of the first withdrawal after a change of the account; 0: none; older servers do not send it */
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
      // a letter that can be seen
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
    // another one is set, and whoever asks has not shown for 10 minutes that the account is theirs
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
    /** whether the e-mail is confirmed, where a withdrawal needs that; not given where it does not */
    email_confirmed: v.optional(v.boolean()),
    pending: v.nullable(withdrawal),
    /** the debt, which later rewards repay first; older servers do not send it */
    debt: v.optional(money),
    /**
     * hours that the next withdrawal waits: the first to an account that is easy to get, or that was changed; 0: none;
     * `hold_days` are the same in days, rounded up
     */
    hold_hours: v.optional(count),
    hold_days: v.optional(count),
    /** the currency of all amounts; older servers do not send it */
    currency: v.optional(currency),
    /**
     * how the payee's method pays in a currency of its own: `toPaid` of `pay.ts` gives what arrives;
     * a null rate: nothing for now; null: it pays amounts as they are
     */
    pay: v.optional(
      v.nullable(v.object({ currency, rate: v.nullable(decimal), rounding: decimal })),
    ),
    /** ways to secure the account that the app may offer; older servers do not send it */
    account_safety: v.optional(
      v.object({
        /** there are recovery codes, or mailed links in their place */
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
    /** what `wdinfo` gave and a person was shown: if the money would go elsewhere, it is refused */
    payee: v.optional(withdrawInfo),
    /** what arrives, as a person was shown it; null: the amount itself. If it is another sum, it is refused */
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
