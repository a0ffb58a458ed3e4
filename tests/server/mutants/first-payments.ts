import type { Mutant } from './mutant.ts';

const first = 'server/domain/first-payments.ts';
const easy = 'server/domain/payout-accounts/easy.ts';
const tests = ['first-payments.test.ts'];

/** Mutants of first payments to accounts that are easy to get. */
export const firstPaymentMutants: readonly Mutant[] = [
  {
    fault: 'an export takes held withdrawals',
    file: 'server/domain/payout-choice.ts',
    find: "isHeld('$9')",
    replace: "'$9::timestamptz is null'",
    tests,
  },
  {
    fault: 'an export does not name the reason for held withdrawals',
    file: 'server/operator/payouts/choice.ts',
    find: "if (request.is_held) return 'held';",
    replace: '',
    tests,
  },
  {
    fault: 'a returned payment makes an account known',
    file: first,
    find: "step = 'paid'",
    replace: "step in ('paid', 'returned')",
    tests,
  },
  {
    fault: 'an account of another user counts as known',
    file: first,
    find: 'and withdrawal.account_key = payout_info.account_key',
    replace: '',
    tests,
  },
  {
    fault: 'an account that is easy to get serves as many users as other accounts',
    file: first,
    find: 'Math.min(most, 1)',
    replace: 'most',
    tests,
  },
  {
    fault: 'a tax number of PIX counts as easy to get',
    file: easy,
    find: '|\\d{11}|',
    replace: '|',
    tests,
  },
  {
    fault: 'no first withdrawal is held',
    file: 'server/domain/withdrawals.ts',
    find: 'hours > 0 ? addMilliseconds(now, hours * HOUR) : null',
    replace: 'hours > 9000 ? addMilliseconds(now, hours * HOUR) : null',
    tests,
  },
  {
    fault: 'the shorter one of two holds counts',
    file: first,
    find: 'Math.max(easy * 24, changed)',
    replace: 'Math.min(easy * 24, changed)',
    tests: ['payout-change.test.ts'],
  },
  {
    fault: 'a recipient paid by one method counts as known for every method',
    file: first,
    find: 'and withdrawal.method = payout_info.method',
    replace: '',
    tests: ['payout-change.test.ts'],
  },
  {
    fault: 'a changed payout account is not reported to its owner',
    file: 'server/domain/payout-accounts/change.ts',
    find: "if (before) await notifyOwner(context, userId, 'payout');",
    replace: '',
    tests: ['payout-change.test.ts'],
  },
];
