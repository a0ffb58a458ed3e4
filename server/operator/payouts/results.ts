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

function readOurs(text: string): Results {
  const rows = readCsv(text, ['reference', 'result']);
  if (rows.length === 0) throw new OperatorError('the file has no entries');
  const results = rows.map((row, index): PaymentResult => {
    const { reference = '', result = '', reason = '', amount } = row;
    const outcome = OUTCOMES[result.toLowerCase()];
    if (!outcome) throw new OperatorError(`entry ${index + 1}: result must be paid or failed`);
    return { reference, outcome, reason: reasonOf(reason), amount: amountOf(amount) };
  });
  return { results, whole: [] };
}

/**
 * What a file of results says: a bank's pain.002, or the csv of a batch with its last columns filled.
 * @throws OperatorError when it is neither
 */
export function readResults(content: string): Results {
  try {
    return /^\uFEFF?\s*</.test(content) ? readPain002(content) : readOurs(content);
  } catch (error) {
    if (error instanceof CsvError) throw new OperatorError(error.message);
    throw error;
  }
}
