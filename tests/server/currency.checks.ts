import type { CheckCases } from './withdrawal.checks.ts';

const codes = (column: string): CheckCases => ({
  refused: [{ [column]: 'KE' }, { [column]: 'kes' }, { [column]: 'KES1' }],
  allowed: [{ [column]: 'KES' }, {}],
});
const paid = { pay_currency: 'KES', pay_amount: 1, pay_rate: '129.5' };

/** Cases for the checks of the columns for payouts in the currency of a payout method. */
export const currencyChecks: readonly [string, CheckCases][] = [
  ['payout_method_currency_check on payout_method', codes('currency')],
  [
    'payout_method_rounding on payout_method',
    {
      refused: [{ currency: 'KES' }, { rounding: 1 }],
      allowed: [{ currency: 'KES', rounding: 1 }, {}],
    },
  ],
  [
    'payout_method_rounding_check on payout_method',
    { refused: [{ rounding: 0 }], allowed: [{ rounding: 1 }, {}] },
  ],
  ['rate_day_rate_check on rate_day', { refused: [{ rate: 0 }], allowed: [{ rate: 0.00000001 }] }],
  ['withdrawal_pay_currency_check on withdrawal', codes('pay_currency')],
  [
    'withdrawal_pay_amount_check on withdrawal',
    { refused: [{ pay_amount: 0 }], allowed: [{ pay_amount: 1 }, {}] },
  ],
  [
    'withdrawal_pay on withdrawal',
    {
      refused: [
        { ...paid, pay_rate: null },
        { ...paid, pay_amount: null },
        { ...paid, pay_currency: null },
        { pay_currency: 'KES' },
      ],
      allowed: [paid, {}],
    },
  ],
];
