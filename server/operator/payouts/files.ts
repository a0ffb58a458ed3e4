import { formatMoney } from '../../../contract/money.ts';
import { csvForSpreadsheet, csvOf } from '../../domain/csv.ts';
import { paidOf } from '../../domain/paid-currency.ts';
import { formatAccount } from '../../domain/payout-accounts/format-account.ts';
import type { Payment, StoredPayment } from '../../domain/payout-batches.ts';
import type { BatchFormat } from '../../domain/payout-choice.ts';
import { type FileHead, sumOf } from './file-head.ts';
import { drawPain001 } from './pain001.ts';

/** Columns for the cost in our currency, used when a payment is in another one. */
const COST = ['cost', 'cost_currency'];

function linesOf(payments: readonly Payment[], ours: string): string[][] {
  const hasOther = payments.some((payment) => paidOf(payment) !== null);
  const costOf = (payment: Payment) => (hasOther ? [formatMoney(payment.amount), ours] : []);
  const head = [
    ...['reference', 'amount', 'currency', 'method', 'country', 'recipient_name', 'account'],
    ...['account_type', ...(hasOther ? COST : [])],
    // the payer fills these in: paid or failed, and the reason
    ...['result', 'reason'],
  ];
  const lines = payments.map((payment) => {
    const { payout_reference, method, country, recipient_name, account, account_type } = payment;
    const sum = paidOf(payment) ?? { amount: formatMoney(payment.amount), currency: ours };
    return [
      ...[payout_reference, sum.amount, sum.currency, method, country, recipient_name, account],
      ...[account_type, ...costOf(payment), '', ''],
    ];
  });
  return [head, ...lines];
}

const drawCsv = ({ currency }: FileHead, payments: readonly Payment[]): Buffer =>
  csvOf(linesOf(payments, currency));

/** A batch's csv for people to open in a spreadsheet: accounts are formatted for reading. */
export function drawForReading(payments: readonly StoredPayment[], ours: string): Buffer {
  const written = payments.map((payment) => ({
    ...payment,
    account: formatAccount(payment, payment.account),
  }));
  return csvForSpreadsheet(linesOf(written, ours));
}

/** PayPal's format for payouts: receiver, amount, currency, our reference, a note, the wallet. */
const drawPaypal = (head: FileHead, payments: readonly Payment[]): Buffer =>
  csvOf(
    payments.map((payment) => {
      const { amount, currency } = sumOf(payment, head.currency);
      const { account, payout_reference } = payment;
      return [account, amount, currency, payout_reference, 'Your withdrawal', 'PayPal'];
    }),
  );

/** Functions that make a batch's file, by format. */
export const drawFile: Readonly<
  Record<BatchFormat, (head: FileHead, payments: readonly Payment[]) => Buffer>
> = { csv: drawCsv, 'paypal-csv': drawPaypal, 'pain.001': drawPain001 };
