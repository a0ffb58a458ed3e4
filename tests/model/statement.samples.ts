import type { Statement, StatementPeriod } from '../../contract/statement.calls.ts';

const inEuros = (amount: string, local_amount: string) => ({ amount, local_amount });

const MARCH: StatementPeriod = {
  earned: inEuros('47.1300', '43.07'),
  earned_by: [
    { type: 'video', ...inEuros('44.0200', '40.23') },
    { type: 'correction', ...inEuros('3.1100', '2.84') },
  ],
  taken: inEuros('1.2700', '1.16'),
  paid_out: inEuros('9.6100', '8.78'),
  returned: inEuros('0.0000', '0.00'),
  arrived: [{ currency: 'KES', amount: '1244.00' }],
  balance_at_end: inEuros('36.2500', '33.13'),
  held_at_end: inEuros('5.3300', '4.87'),
  owed_at_end: inEuros('0.0000', '0.00'),
};

/** Returns a statement of a year with all its amounts in March. */
export const statementOf = (year: number): Statement => ({
  year,
  years: [2025, 2026],
  currency: 'USD',
  local_currency: 'EUR',
  whole_year: MARCH,
  months: [{ month: `${year}-03`, ...MARCH }],
  file: { name: `statement-${year}.csv`, text: 'month,what\r\n' },
});
