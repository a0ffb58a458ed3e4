import type { Mutant } from './mutant.ts';

const sums = 'server/domain/statement-sums.ts';
const tests = ['statement.test.ts'];

/** Mutants of statements of earnings, and of their exchange rates. */
export const statementMutants: readonly Mutant[] = [
  {
    fault: 'the debt from a correction is missing in the statement',
    file: sums,
    find: "rows.filter(({ credit }) => credit === 'rewards')",
    replace: "between(rows, 'available', 'rewards')",
    tests,
  },
  {
    fault: 'a payment in the local currency is shown by the rate of the day',
    file: sums,
    find: 'pay_currency === local && pay_amount !== null',
    replace: 'pay_currency === null && pay_amount !== null',
    tests,
  },
  {
    fault: 'days before the first exchange rate have no rate',
    file: 'server/domain/statement.ts',
    find: '  (select rate from rate_day where currency = $2 order by rate_day.day limit 1))`',
    replace: '  null::numeric)`',
    tests,
  },
  {
    fault: 'a changed exchange rate of the demo stays the rate of its day',
    file: 'server/database/migrations/0110_rate_days.sql',
    find: " or tg_op = 'UPDATE' and old.is_demo",
    replace: '',
    tests: ['rate-days.test.ts'],
  },
];
