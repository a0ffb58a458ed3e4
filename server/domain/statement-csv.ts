import type { StatementMonth, StatementPeriod } from '../../contract/statement.calls.ts';
import { BYTE_ORDER_MARK, csvForSpreadsheet } from './csv.ts';

const HEAD = ['month', 'what', 'amount', 'currency', 'local_amount', 'local_currency'];

interface Currencies {
  readonly currency: string;
  readonly local: string | null;
}

function linesOf({ month, ...period }: StatementMonth, { currency, local }: Currencies) {
  const line = (what: string, { amount, local_amount }: StatementPeriod['earned']) => [
    ...[month, what, amount, currency],
    ...(local_amount === null ? ['', ''] : [local_amount, local ?? '']),
  ];
  return [
    ...period.earned_by.map(({ type, ...sum }) => line(type, sum)),
    line('taken', period.taken),
    line('paid_out', period.paid_out),
    ...period.arrived.map((sum) => [month, 'arrived', '', '', sum.amount, sum.currency]),
    line('returned', period.returned),
    line('balance_at_end', period.balance_at_end),
    line('held_at_end', period.held_at_end),
    line('owed_at_end', period.owed_at_end),
  ];
}

/** A statement's months as CSV for a spreadsheet, one line per sum. */
export function statementCsv(
  year: number,
  months: readonly StatementMonth[],
  currencies: Currencies,
): { name: string; text: string } {
  const lines = months.flatMap((month) => linesOf(month, currencies));
  return {
    name: `statement-${year}.csv`,
    text: BYTE_ORDER_MARK + csvForSpreadsheet([HEAD, ...lines]),
  };
}
