import type { PaymentResult, Results, Verdict } from '../../domain/payout-results.ts';
import { OperatorError } from '../command.ts';
import { CsvError, readCsv } from './csv.ts';
import { readPain002 } from './pain002.ts';
import { amountOf, reasonOf } from './result-words.ts';

const OUTCOMES: Readonly<Record<string, Verdict['outcome']>> = {
  '': 'open',
  paid: 'paid',
  failed: 'failed',
};

/**
 * Parses an amount in which a spreadsheet may have written a comma for the decimal point. Before three
 * digits the comma is refused: it may separate thousands.
 * @throws OperatorError when the text is no amount
 */
function amountInCsv(text: string | undefined, line: number): bigint | null {
  try {
    return amountOf(text?.replace(/^(\d+),(\d|\d\d|\d{4})$/, '$1.$2'));
  } catch (error) {
    throw new OperatorError(`line ${line}: ${(error as Error).message}`);
  }
}

function readBatchCsv(text: string): Results {
  const rows = readCsv(text, ['reference', 'result']);
  if (rows.length === 0) throw new OperatorError('the file has no entries');
  const results = rows.map(({ line, cells }): PaymentResult => {
    const { reference = '', result = '', reason = '', amount, currency = '' } = cells;
    const outcome = OUTCOMES[result.toLowerCase()];
    if (!outcome) throw new OperatorError(`line ${line}: result must be paid or failed`);
    const sum = { amount: amountInCsv(amount, line), currency: currency.toUpperCase() || null };
    return { reference, outcome, reason: reasonOf(reason), ...sum };
  });
  return { results, whole: [] };
}

/**
 * Reads a file of results: a bank's pain.002, or the csv of a batch with its last columns filled in.
 * @throws OperatorError when it is neither
 */
export function readResults(content: string): Results {
  try {
    return /^\uFEFF?\s*</.test(content) ? readPain002(content) : readBatchCsv(content);
  } catch (error) {
    if (error instanceof CsvError) throw new OperatorError(error.message);
    throw error;
  }
}
