import { formatMoney } from '../../contract/money.ts';
import { cancelBatch } from '../domain/payout-cancel.ts';
import { type BatchFormat, batchFormats } from '../domain/payout-choice.ts';
import { importResults } from '../domain/payout-results.ts';
import {
  type Arguments,
  type Command,
  type CommandResult,
  type OperatorContext,
  OperatorError,
  type Plan,
  UsageError,
} from './command.ts';
import { readCount, readId, readText } from './options.ts';
import { planExport } from './payouts/booking.ts';
import { pathOf, refuseExisting, writeBatch } from './payouts/export.ts';
import { readResults } from './payouts/results.ts';
import { batchReaders, readUncancelledBatch } from './payouts.readers.ts';
import { readSettings } from './settings.ts';
import { card, counted, table } from './text.ts';
import { readTextFile } from './text-file.ts';

const isFormat = (text: string): text is BatchFormat =>
  batchFormats.some((known) => known === text);

/** @param text ids of withdrawals, with commas between them */
function readNamed(text: string | undefined): bigint[] {
  if (text === undefined) return [];
  const ids = text.split(',').map((id) => id.trim());
  if (!ids.every((id) => /^[1-9]\d{0,14}$/.test(id))) {
    throw new UsageError(`--with must be numbers of withdrawals such as 12,15, not "${text}"`);
  }
  return [...new Set(ids)].map(BigInt);
}

/** Plans a new batch of a method's payable requests. */
function planNew(context: OperatorContext, { values }: Arguments): Promise<Plan> {
  const { method, format = '', limit } = values;
  if (!method) throw new UsageError('--method is missing');
  if (!isFormat(format)) {
    throw new UsageError(`--format must be one of ${batchFormats.join(', ')}`);
  }
  return planExport(context, {
    method,
    format,
    limit: limit === undefined ? null : readCount('limit', limit, 1),
    named: readNamed(values.with),
    out: pathOf(context, values.out ?? ''),
  });
}

/** Writes the stored file of a batch again, with the same bytes. */
async function rewriteBatchFile(
  context: OperatorContext,
  { values }: Arguments,
): Promise<CommandResult> {
  if (values.method ?? values.format ?? values.limit ?? values.with) {
    throw new UsageError('--batch allows no other option than --out');
  }
  const id = readId(values.batch);
  const { disk, now } = context;
  const out = pathOf(context, values.out ?? '');
  await refuseExisting(disk, out);
  const batch = await readUncancelledBatch(context, id);
  if (batch.erased_at) {
    throw new OperatorError(
      `the file of batch ${id} is erased, because none of its payments is under way`,
    );
  }
  return {
    json: { batch: id },
    text: `batch ${id} is written again\n${out}`,
    changed: { batch: id },
    finish: (pool) => writeBatch(pool, { batchId: BigInt(id), out, disk, now }),
  };
}

const exportPayouts: Command = {
  name: 'payouts export',
  changes: true,
  synopsis:
    `--method METHOD --format ${batchFormats.join('|')} [--limit N] [--with ID,ID] [--yes] --out FILE` +
    ' | --batch ID --out FILE',
  summary:
    'puts the requests that may be paid by METHOD into a new batch, and writes its file. The command shows ' +
    'the requests and asks first; --yes agrees to the export. It takes requests with signals only if --with ' +
    'names them. --batch writes the file of a batch again',
  positionals: 0,
  options: ['method', 'format', 'limit', 'with', 'batch', 'out'],
  required: ['out'],
  plan: async (context, args) => {
    return args.values.batch === undefined ? planNew(context, args) : null;
  },
  run: rewriteBatchFile,
};

const importPayouts: Command = {
  name: 'payouts import',
  changes: true,
  synopsis: 'FILE [--encoding NAME]',
  summary:
    'imports the results of payments (csv or pain.002); exit status 1 when a result does not match',
  positionals: 1,
  options: ['encoding'],
  run: async (context, { positionals: [file = ''], values: { encoding } }) => {
    const content = await readTextFile(context.directory, file, encoding ?? null);
    const { unmatched, ...counts } = await importResults(
      context.db,
      readResults(content),
      context.now,
      (await readSettings(context)).currency,
    );
    const json = { ...counts, unmatched };
    const lines = table(unmatched, '');
    return {
      json,
      text: `${card(counts)}${lines && `\nthese results changed nothing:\n${lines}`}`,
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
    'cancels a batch that has no reported results: its requests are pending again, and its file ' +
    'must not be sent',
  positionals: 1,
  options: ['reason'],
  required: ['reason'],
  run: async (context, { positionals: [id], values: { reason = '' } }) => {
    const { db, now } = context;
    readText('reason', reason, 500);
    const batch = readId(id);
    const { withdrawals, amount } = await cancelBatch(db, BigInt(batch), now);
    const sum = formatMoney(amount);
    const { currency } = await readSettings(context);
    const many = withdrawals.length;
    const back = `${counted(many, 'request')}, ${sum} ${currency}, ${many === 1 ? 'is' : 'are'} pending again`;
    return {
      json: { batch, withdrawals, amount: sum },
      text: `batch ${batch} is cancelled: ${back}\nits file must not be sent`,
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
