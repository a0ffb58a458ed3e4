import { formatMoney } from '../../../contract/money.ts';
import { csvForReading, csvOf } from '../../domain/csv.ts';
import { writeAccount } from '../../domain/payout-accounts/written.ts';
import type { Payment, StoredPayment } from '../../domain/payout-batches.ts';
import type { BatchFormat } from '../../domain/payout-choice.ts';
import { BASE_CURRENCY } from '../../domain/settings.ts';
import { cents, type FileHead } from './file-head.ts';
import { drawPain001 } from './pain001.ts';

const linesOf = (payments: readonly Payment[]): string[][] => [
  // the last two are filled in by whoever pays: paid or failed, and why
  ['reference', 'amount', 'currency', 'method', 'country', 'recipient_name', 'account'].concat([
    'account_type',
    'result',
    'reason',
  ]),
  ...payments.map((payment) => [
    payment.payout_reference,
    formatMoney(payment.amount),
    BASE_CURRENCY,
    payment.method,
    payment.country,
    payment.recipient_name,
    payment.account,
    payment.account_type,
    '',
    '',
  ]),
];

const drawCsv = (_: FileHead, payments: readonly Payment[]): Buffer => csvOf(linesOf(payments));

/** A batch's csv for people, who open it in a spreadsheet: accounts are as people write them. */
export const drawForReading = (payments: readonly StoredPayment[]): Buffer =>
  csvForReading(
    linesOf(
      payments.map((payment) => ({ ...payment, account: writeAccount(payment, payment.account) })),
    ),
  );

/** As PayPal takes payouts: receiver, amount, currency, our reference, a note, the wallet. */
const drawPaypal = (_: FileHead, payments: readonly Payment[]): Buffer =>
  csvOf(
    payments.map(({ account, amount, payout_reference }) => [
      account,
      cents(amount),
      BASE_CURRENCY,
      payout_reference,
      'Your withdrawal',
      'PayPal',
    ]),
  );

export const drawings: Readonly<
  Record<BatchFormat, (head: FileHead, payments: readonly Payment[]) => Buffer>
> = { csv: drawCsv, 'paypal-csv': drawPaypal, 'pain.001': drawPain001 };
