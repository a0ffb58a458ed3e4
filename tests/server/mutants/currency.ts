import type { Mutant } from './mutant.ts';

const tests = ['payout-currency.test.ts'];

/** Mutants of payouts in a method's own currency. */
export const currencyMutants: readonly Mutant[] = [
  {
    fault: 'a result in another currency is accepted',
    file: 'server/domain/payout-results.ts',
    find: '(currency === null || currency === sent.currency)',
    replace: '(currency === null || sent.currency !== null)',
    tests,
  },
  {
    fault: 'the arriving amount is not rounded to the step of the method',
    file: 'contract/pay.ts',
    find: 'worth - (worth % parseDecimal(rounding, places))',
    replace: 'worth',
    tests,
  },
  {
    fault: 'the arriving amount is rounded up',
    file: 'contract/pay.ts',
    find: 'fromMinor(worth - (worth',
    replace: 'fromMinor(worth + parseDecimal(rounding, places) - (worth',
    tests,
  },
  {
    fault: 'an old exchange rate is used for payments',
    file: 'server/domain/paid-currency.ts',
    find: '<= days * DAY) return null;',
    replace: '<= days * DAY || setAt !== null) return null;',
    tests,
  },
  {
    fault: 'an exchange rate of unknown age is used for payments',
    file: 'server/domain/paid-currency.ts',
    find: 'if (!setAt) return',
    replace: 'if (!setAt) return null; if (!setAt) return',
    tests,
  },
  {
    fault: 'the arriving amount differs from the shown one',
    file: 'server/database/functions/hold_withdrawal.sql',
    find: 'when p_pay_refusal is not null then p_pay_refusal',
    replace: 'when false then p_pay_refusal',
    tests,
  },
  {
    fault: 'the bank’s file contains the cost of a payment instead of the arriving amount',
    file: 'server/operator/payouts/file-head.ts',
    find: 'paidOf(payment) ?? {',
    replace: '(paidOf(payment) && null) ?? {',
    tests,
  },
  {
    fault: 'the currency of existing amounts can be changed',
    file: 'server/domain/settings.change.ts',
    find: "'select where exists (select 1 from transfer)",
    replace: "'select where false and exists (select from transfer)",
    tests,
  },
];
