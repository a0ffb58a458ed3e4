import type { Mutant } from './mutant.ts';

const tests = ['payout-currency.test.ts'];

/** Mutants of payouts in a method's own currency. */
export const currencyMutants: readonly Mutant[] = [
  {
    fault: 'a result in another currency is taken over',
    file: 'server/domain/payout-results.ts',
    find: '(currency === null || currency === sent.currency)',
    replace: '(currency === null || sent.currency !== null)',
    tests,
  },
  {
    fault: 'a method pays parts of its step',
    file: 'contract/pay.ts',
    find: 'worth - (worth % parseDecimal(rounding, places))',
    replace: 'worth',
    tests,
  },
  {
    fault: 'what arrives is rounded up',
    file: 'contract/pay.ts',
    find: 'fromMinor(worth - (worth',
    replace: 'fromMinor(worth + parseDecimal(rounding, places) - (worth',
    tests,
  },
  {
    fault: 'a rate pays for ever',
    file: 'server/domain/paid-currency.ts',
    find: '<= days * DAY) return null;',
    replace: '<= days * DAY || setAt !== null) return null;',
    tests,
  },
  {
    fault: 'a rate whose age nobody knows pays',
    file: 'server/domain/paid-currency.ts',
    find: 'if (!setAt) return',
    replace: 'if (!setAt) return null; if (!setAt) return',
    tests,
  },
  {
    fault: 'another sum arrives than was shown',
    file: 'server/database/functions/hold_withdrawal.sql',
    find: 'when p_pay_refusal is not null then p_pay_refusal',
    replace: 'when false then p_pay_refusal',
    tests,
  },
  {
    fault: 'the bank’s file says what a payment costs',
    file: 'server/operator/payouts/file-head.ts',
    find: 'paidOf(payment) ?? {',
    replace: '(paidOf(payment) && null) ?? {',
    tests,
  },
  {
    fault: 'amounts of before become another currency',
    file: 'server/domain/settings.change.ts',
    find: "'select where exists (select 1 from transfer)",
    replace: "'select where false and exists (select from transfer)",
    tests,
  },
];
