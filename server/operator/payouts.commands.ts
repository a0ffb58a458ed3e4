import { formatMoney } from '../../contract/money.ts';
import { limitOf } from '../domain/approvals.ts';
import { type BatchFormat, batchFormats } from '../domain/payout-batches.ts';
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
import { readId, readText } from './options.ts';
import {
  exportBatch,
  idsOf,
  pathOf,
  refuseExisting,
  wordsOf,
  wordsOfUnfit,
  writeBatch,
} from './payouts/export.ts';
import { readResults } from './payouts/results.ts';
import { batchReaders, refuseUseless } from './payouts.readers.ts';
import { card, table } from './text.ts';
import { readTextFile } from './text-file.ts';

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

export const payoutCommands: readonly Command[] = [
  exportPayouts,
  importPayouts,
  cancel,
  ...batchReaders,
];
