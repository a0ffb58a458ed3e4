import { formatMoney } from '../../contract/money.ts';
import type { Page, Selection, Totals } from '../domain/listing.ts';
import { addMilliseconds, DAY } from '../domain/time.ts';
import {
  type Arguments,
  type CommandResult,
  type CommandUsage,
  type OperatorContext,
  UsageError,
} from './command.ts';
import { readCount, readDay } from './options.ts';
import { readSettings } from './settings.ts';
import { readSheet, writeSheet } from './sheets.ts';
import { type Cell, counted, table } from './text.ts';

/** The rows of a page, and those of a file. */
export const PAGE_SIZE = 100;
const FILE_SIZE = 100_000;

/** What a command that lists things with a time is told beside its own options. */
export const LIST = {
  options: ['from', 'to', 'page', 'csv'],
  flags: ['sum'],
  synopsis: '[--from DAY] [--to DAY] [--page N] [--sum] [--csv FILE]',
} as const;

const listHelp = (
  rows: string,
) => `Lists take --from DAY and --to DAY (2026-03-31, of UTC, both included), --page N (a page has ${rows}), --sum (how many rows all pages have, and their sum) and --csv FILE (a
page of ${FILE_SIZE} rows for a spreadsheet). A list that goes on says so. With --page or --sum --json prints
an object with "list", "page" and "more"; else it prints the rows alone.`;

/** What commands are told that list things; null: none of these does. */
export function listHelpOf(commands: readonly CommandUsage[]): string | null {
  const lists = commands.filter(({ options }) =>
    LIST.options.every((one) => options.includes(one)),
  );
  if (lists.length === 0) return null;
  const isLimited = lists.some(({ options }) => options.includes('limit'));
  return listHelp(`${PAGE_SIZE} rows${isLimited ? '\nunless --limit says otherwise' : ''}`);
}

export interface ListSelection extends Selection {
  /** what was asked for beside the rows; the document is then an object */
  readonly isFramed: boolean;
  /** where the rows are written to; null: they are printed */
  readonly csv: string | null;
}

/** @throws UsageError when an option cannot be understood */
export function readSelection({
  from,
  to,
  page,
  sum,
  csv,
  limit,
}: Arguments['values']): ListSelection {
  const [first, last] = [readDay('from', from), readDay('to', to)];
  if (first && last && last < first) throw new UsageError(`--to ${to} is before --from ${from}`);
  return {
    from: first,
    to: last && addMilliseconds(last, DAY),
    page: readCount('page', page, 1),
    limit: readCount('limit', limit, csv === undefined ? PAGE_SIZE : FILE_SIZE),
    isSummed: sum !== undefined,
    isFramed: page !== undefined || sum !== undefined,
    csv: readSheet(csv),
  };
}

interface ListAnswer {
  readonly json: readonly Readonly<Record<string, unknown>>[];
  /** for people: fewer columns */
  readonly lines: readonly Readonly<Record<string, Cell>>[];
  /** what is said of no rows */
  readonly empty: string;
}

const sumOf = ({ count, amount }: Totals): { count: number; sum?: string } => ({
  count: Number(count),
  ...(amount === null ? {} : { sum: formatMoney(amount) }),
});

/** For people, who are told what a sum is in. */
async function wordsOf(context: OperatorContext, totals: Totals | null): Promise<string> {
  if (!totals) return '';
  const { count, sum } = sumOf(totals);
  if (sum === undefined) return `\ncount: ${count}`;
  return `\ncount: ${count}, sum: ${sum} ${(await readSettings(context)).currency}`;
}

/** The answer of a list: its page as a table, a document or a file. */
export async function answerList(
  context: OperatorContext,
  selection: ListSelection,
  { hasMore, totals }: Page<unknown>,
  { json, lines, empty }: ListAnswer,
): Promise<CommandResult> {
  const { page, csv, isFramed } = selection;
  const frame = { page, more: hasMore, ...(totals ? sumOf(totals) : {}) };
  const note = hasMore ? { note: `there is more: --page ${page + 1}` } : {};
  const words = await wordsOf(context, totals);
  if (csv === null) {
    const text = table(lines, empty) + words;
    return { json: isFramed ? { list: json, ...frame } : json, text, ...note };
  }
  const file = await writeSheet(context, csv, json);
  const text = `${file}: ${counted(json.length, 'row')}${words}`;
  return { json: { file, rows: json.length, ...frame }, text, ...note };
}
