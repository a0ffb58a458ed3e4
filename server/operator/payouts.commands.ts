import { formatMoney } from '../../contract/money.ts';
import { limitOf } from '../domain/approvals.ts';
import { type BatchRow, listBatches, readBatch } from '../domain/batch-list.ts';
import { type BatchFormat, batchFormats, readPayments } from '../domain/payout-batches.ts';
import { cancelBatch } from '../domain/payout-cancel.ts';
import { importResults } from '../domain/payout-results.ts';
import { Settings } from '../domain/settings.ts';
import {
  type Arguments,
  type Command,
  type CommandResult,
  type OperatorContext,
  OperatorError,
  UsageError,
} from './command.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { readId, readText } from './options.ts';
import {
  exportBatch,
  idsOf,
  pathOf,
  refuseExisting,
  wordsOf,
  wordsOfUnfit,
  writeBatch,
  writeWhole,
} from './payouts/export.ts';
import { drawForReading } from './payouts/files.ts';
import { readResults } from './payouts/results.ts';
import { card, table } from './text.ts';
import { readTextFile } from './text-file.ts';

const toJson = (row: BatchRow) => ({
  id: Number(row.batch_id),
  method: row.method,
  format: row.format,
  payments: row.payments,
  amount: formatMoney(row.amount),
  open: row.open,
  paid: row.paid,
  failed: row.failed,
  returned: row.returned,
  who: row.who,
  created_at: row.created_at.toISOString(),
  /** null: nobody can have sent the file yet */
  written_at: row.written_at?.toISOString() ?? null,
  cancelled_at: row.cancelled_at?.toISOString() ?? null,
});

const isFormat = (text: string): text is BatchFormat =>
  batchFormats.some((known) => known === text);

/** A new batch of what can be paid by a method. */
async function begin(context: OperatorContext, { values }: Arguments, out: string) {
  const { method, format = '', limit } = values;
  if (!method || !isFormat(format)) {
    throw new UsageError(`--method, and --format as one of ${batchFormats.join(', ')}, are needed`);
  }
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit)) {
    throw new UsageError('--limit must be a whole number from 1 to 999999');
  }
  const settings = new Settings({ db: context.db });
  await settings.refresh();
  if (settings.get('payout.paused')) {
    throw new OperatorError('payouts are paused (payout.paused): no new batch is made');
  }
  await refuseExisting(context.disk, out);
  const order = {
    method,
    format,
    limit: limit === undefined ? null : Number(limit),
    approval: await limitOf(context.db, context.who),
  };
  const { batch_id, payments, amount, leftOut, sorted } = await exportBatch(
    context,
    order,
    settings,
  );
  const left_out = idsOf(sorted).map(Number);
  const sum = formatMoney(amount);
  const json = { batch: Number(batch_id), payments, amount: sum, ...leftOut, left_out };
  const text = `batch ${batch_id}: ${payments} payments, ${json.amount}${wordsOf(leftOut)}${wordsOfUnfit(sorted)}`;
  return { batchId: batch_id, json, text };
}

/** @throws OperatorError when there is no such batch, or nobody may be paid by it any more */
async function refuseUseless({ db }: OperatorContext, id: number): Promise<void> {
  const batch = await readBatch(db, BigInt(id));
  if (!batch) throw new OperatorError(`there is no batch ${id}`);
  if (batch.cancelled_at) throw new OperatorError(`batch ${id} is cancelled: it has no file`);
}

/** The file of a batch that is stored already, byte by byte. */
async function again(context: OperatorContext, { values }: Arguments, out: string) {
  if (values.method ?? values.format ?? values.limit) {
    throw new UsageError('--batch stands alone, with --out');
  }
  const id = readId(values.batch);
  await refuseExisting(context.disk, out);
  await refuseUseless(context, id);
  return { batchId: BigInt(id), json: { batch: id }, text: `batch ${id} is written again` };
}

const exportPayouts: Command = {
  name: 'payouts export',
  changes: true,
  synopsis: `--method METHOD --format ${batchFormats.join('|')} [--limit N] --out FILE | --batch ID --out FILE`,
  summary:
    'puts what may be paid by METHOD into a new batch, each request once and for good, and writes ' +
    'its file; --batch writes the file of a batch again',
  positionals: 0,
  options: ['method', 'format', 'limit', 'batch', 'out'],
  required: ['out'],
  run: async (context, args): Promise<CommandResult> => {
    const out = pathOf(context, args.values.out ?? '');
    const isAgain = args.values.batch !== undefined;
    const { batchId, json, text } = await (isAgain ? again : begin)(context, args, out);
    const { disk, now } = context;
    return {
      json,
      text: `${text}\n${out}`,
      changed: json,
      finish: (pool) => writeBatch(pool, { batchId, out, disk, now }),
    };
  },
};

const importPayouts: Command = {
  name: 'payouts import',
  changes: true,
  synopsis: 'FILE [--encoding NAME]',
  summary:
    'takes over what became of payments (csv or pain.002); exit status 1 when one does not match',
  positionals: 1,
  options: ['encoding'],
  run: async (context, { positionals: [file = ''], values: { encoding } }) => {
    const content = await readTextFile(context.directory, file, encoding ?? null);
    const { unmatched, ...counts } = await importResults(
      context.db,
      readResults(content),
      context.now,
    );
    const json = { ...counts, unmatched };
    const lines = table(unmatched, '');
    return {
      json,
      text: `${card(counts)}${lines && `\nleft as it is:\n${lines}`}`,
      changed: { ...counts, unmatched: unmatched.length },
      status: unmatched.length > 0 ? 1 : 0,
    };
  },
};

const cancel: Command = {
  name: 'payouts cancel',
  changes: true,
  synopsis: 'ID --reason TEXT',
  summary:
    'takes back a batch of which nothing was reported: its requests are pending again, its file ' +
    'must not be sent',
  positionals: 1,
  options: ['reason'],
  required: ['reason'],
  run: async ({ db, now }, { positionals: [id], values: { reason = '' } }) => {
    readText('reason', reason, 500);
    const batch = readId(id);
    const { withdrawals, amount } = await cancelBatch(db, BigInt(batch), now);
    const sum = formatMoney(amount);
    return {
      json: { batch, withdrawals, amount: sum },
      text: `batch ${batch} is cancelled: ${withdrawals.length} requests, ${sum}, are pending again\nits file must not be sent`,
      changed: { withdrawals, amount: sum },
    };
  },
};

const list: Command = {
  name: 'payouts list',
  synopsis: LIST.synopsis,
  summary: 'batches and what became of their payments, the newest first',
  positionals: 0,
  options: LIST.options,
  flags: LIST.flags,
  run: async (context, { values }) => {
    const selection = readSelection(values);
    const page = await listBatches(context.db, selection);
    const json = page.rows.map(toJson);
    const lines = json.map(({ who, created_at, written_at, cancelled_at, ...row }) => {
      const file = written_at ? 'written' : 'NOT WRITTEN';
      return { ...row, who, created_at, file: cancelled_at ? 'CANCELLED' : file };
    });
    return answerList(context, selection, page, { json, lines, empty: 'no batches' });
  },
};

const show: Command = {
  name: 'payouts show',
  synopsis: 'ID',
  summary: 'a batch and its payments',
  positionals: 1,
  options: [],
  run: async ({ db }, { positionals: [id] }) => {
    const number = readId(id);
    const batch = await readBatch(db, BigInt(number));
    if (!batch) throw new OperatorError(`there is no batch ${number}`);
    const payments = (await readPayments(db, BigInt(number))).map((payment) => ({
      reference: payment.payout_reference,
      withdrawal: Number(payment.withdrawal_id),
      amount: formatMoney(payment.amount),
      recipient_name: payment.recipient_name,
      account: payment.account,
      step: payment.step,
      reason: payment.reason,
    }));
    const json = { ...toJson(batch), lines: payments };
    return { json, text: `${card(toJson(batch))}\n${table(payments, '')}` };
  },
};

const FOR_READING = '-for-reading.csv';

const sheet: Command = {
  name: 'payouts sheet',
  synopsis: `ID --out NAME${FOR_READING}`,
  summary: 'a batch for people, to be opened in a spreadsheet; no bank and no provider reads it',
  positionals: 1,
  options: ['out'],
  required: ['out'],
  run: async (context, { positionals: [id], values: { out = '' } }) => {
    const number = readId(id);
    if (!out.endsWith(FOR_READING)) throw new UsageError(`--out must end with ${FOR_READING}`);
    const path = pathOf(context, out);
    await refuseExisting(context.disk, path);
    await refuseUseless(context, number);
    const payments = await readPayments(context.db, BigInt(number));
    await writeWhole(context.disk, path, drawForReading(payments));
    return { json: { batch: number, payments: payments.length }, text: path };
  },
};

export const payoutCommands: readonly Command[] = [
  exportPayouts,
  importPayouts,
  cancel,
  list,
  show,
  sheet,
];
