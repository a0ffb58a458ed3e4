import { accountSuffix } from '../../contract/mask.ts';
import { formatMoney } from '../../contract/money.ts';
import { type BatchRow, listBatches, readBatch } from '../domain/batch-list.ts';
import { paidInWords } from '../domain/paid-currency.ts';
import { readPayments } from '../domain/payout-batches.ts';
import { type Command, type OperatorContext, OperatorError, UsageError } from './command.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { readId } from './options.ts';
import { pathOf, refuseExisting, writeAtomically } from './payouts/export.ts';
import { drawForReading } from './payouts/files.ts';
import { readSettings } from './settings.ts';
import { card, table } from './text.ts';

const toJson = (row: BatchRow, currency: string) => ({
  id: Number(row.batch_id),
  method: row.method,
  format: row.format,
  payments: row.payments,
  amount: formatMoney(row.amount),
  currency,
  /** sums in the other currencies that payments are made in; null: all are in `currency` */
  pays: row.pays,
  open: row.open,
  paid: row.paid,
  failed: row.failed,
  returned: row.returned,
  who: row.who,
  created_at: row.created_at.toISOString(),
  /** null: not written, so nobody can have sent it */
  written_at: row.written_at?.toISOString() ?? null,
  cancelled_at: row.cancelled_at?.toISOString() ?? null,
  erased_at: row.erased_at?.toISOString() ?? null,
});

/** @throws OperatorError when the batch does not exist, or is cancelled */
export async function readUncancelledBatch({ db }: OperatorContext, id: number): Promise<BatchRow> {
  const batch = await readBatch(db, BigInt(id));
  if (!batch) throw new OperatorError(`there is no batch ${id}`);
  if (batch.cancelled_at) throw new OperatorError(`batch ${id} is cancelled: it has no file`);
  return batch;
}

const list: Command = {
  name: 'payouts list',
  synopsis: LIST.synopsis,
  summary: 'lists the batches and the results of their payments, the newest first',
  positionals: 0,
  options: LIST.options,
  flags: LIST.flags,
  run: async (context, { values }) => {
    const selection = readSelection(values);
    const page = await listBatches(context.db, selection);
    const { currency } = await readSettings(context);
    const json = page.rows.map((row) => toJson(row, currency));
    const lines = json.map(({ who, created_at, written_at, cancelled_at, erased_at, ...row }) => {
      const file = erased_at ? 'erased' : written_at ? 'written' : 'NOT WRITTEN';
      return { ...row, who, created_at, file: cancelled_at ? 'CANCELLED' : file };
    });
    return answerList(context, selection, page, { json, lines, empty: 'no batches' });
  },
};

const show: Command = {
  name: 'payouts show',
  synopsis: 'ID',
  summary: 'shows a batch and its payments, with the ends of the accounts',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const { db } = context;
    const number = readId(id);
    const batch = await readBatch(db, BigInt(number));
    const { currency } = await readSettings(context);
    if (!batch) throw new OperatorError(`there is no batch ${number}`);
    const payments = (await readPayments(db, BigInt(number))).map((payment) => ({
      reference: payment.payout_reference,
      withdrawal: Number(payment.withdrawal_id),
      amount: formatMoney(payment.amount),
      pays: paidInWords(payment),
      recipient_name: payment.recipient_name,
      account: accountSuffix(payment.account),
      step: payment.step,
      reason: payment.reason,
    }));
    const json = { ...toJson(batch, currency), lines: payments };
    return { json, text: `${card(toJson(batch, currency))}\n${table(payments, '')}` };
  },
};

const FOR_READING = '-for-reading.csv';

const sheet: Command = {
  name: 'payouts sheet',
  changes: true,
  synopsis: `ID --out NAME${FOR_READING}`,
  summary:
    'writes a batch with whole accounts for people, who open the file in a spreadsheet; banks and providers do not read this file; the log of changes has the name of the operator',
  positionals: 1,
  options: ['out'],
  required: ['out'],
  run: async (context, { positionals: [id], values: { out = '' } }) => {
    const number = readId(id);
    if (!out.endsWith(FOR_READING)) throw new UsageError(`--out must end with ${FOR_READING}`);
    const path = pathOf(context, out);
    await refuseExisting(context.disk, path);
    await readUncancelledBatch(context, number);
    const payments = await readPayments(context.db, BigInt(number));
    const { currency } = await readSettings(context);
    return {
      json: { batch: number, payments: payments.length },
      text: path,
      // written after the audit entry, so that no file is without an entry
      finish: () => writeAtomically(context.disk, path, drawForReading(payments, currency)),
    };
  },
};

/** Commands that show a batch without changing it. */
export const batchReaders: readonly Command[] = [list, show, sheet];
