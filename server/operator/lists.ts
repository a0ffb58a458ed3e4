import { formatMoney } from '../../contract/money.ts';
import { type Page, readPlace, type Selection, type Totals } from '../domain/listing.ts';
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
import { readCsvOption, writeSheet } from './sheets.ts';
import { type Cell, counted, table } from './text.ts';

/** Rows of a page in the output; `FILE_SIZE`: in a CSV file. */
export const PAGE_SIZE = 100;
const FILE_SIZE = 100_000;

/** Common options of commands that list rows with a time. */
export const LIST = {
  options: ['from', 'to', 'page', 'after', 'csv'],
  flags: ['sum'],
  synopsis: '[--from DAY] [--to DAY] [--page N|--after KEY] [--sum] [--csv FILE]',
} as const;

const listHelp = (
  rows: string,
) => `Lists take --from DAY and --to DAY (such as 2026-03-31, in UTC, both days included), --page N (one of the
first ten pages; a page has ${rows}), --after KEY (the page after the
page that printed KEY), --sum (the number of rows on all pages, and their sum) and --csv FILE (a page of ${FILE_SIZE}
rows as a file for a spreadsheet). A list with more rows prints the KEY of its next page. With --page, --after
or --sum, --json prints an object with "list", "page", "more" and, if there are more rows, "next" (the KEY).
Without them --json prints only the rows.`;

/** Help on lists; null: none of these commands is a list. */
export function listHelpOf(commands: readonly CommandUsage[]): string | null {
  const lists = commands.filter(({ options }) =>
    LIST.options.every((one) => options.includes(one)),
  );
  if (lists.length === 0) return null;
  const isLimited = lists.some(({ options }) => options.includes('limit'));
  return listHelp(`${PAGE_SIZE} rows${isLimited ? ', or the number in --limit' : ''}`);
}

export interface ListSelection extends Selection {
  /** whether paging or a sum was requested; the JSON document is then an object */
  readonly isFramed: boolean;
  /** path of the CSV file; null: rows are printed */
  readonly csv: string | null;
}

/** Largest number of a page in `--page`: the database has to read all rows before the page. */
const NUMBERED_PAGES = 10;

/**
 * Reads where a page begins.
 * @param read returns null for an invalid key
 * @throws UsageError when an option is invalid
 */
export function readBegin<Place>(
  { page, after }: Pick<Arguments['values'], 'page' | 'after'>,
  read: (key: string) => Place | null,
): { page: number; after: Place | null } {
  if (after === undefined) return { page: readNumber(page), after: null };
  if (page !== undefined) throw new UsageError('give --page or --after, not both');
  const place = read(after);
  if (place) return { page: 1, after: place };
  throw new UsageError(
    `--after must be the KEY that the previous page of the same days printed, not "${after}"`,
  );
}

function readNumber(page: string | undefined): number {
  const number = readCount('page', page, 1);
  if (number <= NUMBERED_PAGES) return number;
  throw new UsageError(
    `--page must be at most ${NUMBERED_PAGES}: for later pages give --after with the KEY of the page before`,
  );
}

/** @throws UsageError when an option is invalid */
export function readSelection({
  from,
  to,
  page,
  after,
  sum,
  csv,
  limit,
}: Arguments['values']): ListSelection {
  const [first, last] = [readDay('from', from), readDay('to', to)];
  if (first && last && last < first) throw new UsageError(`--to ${to} is before --from ${from}`);
  const range = { from: first, to: last && addMilliseconds(last, DAY) };
  return {
    ...range,
    ...readBegin({ page, after }, (key) => readPlace(key, range)),
    limit: readCount('limit', limit, csv === undefined ? PAGE_SIZE : FILE_SIZE),
    isSummed: sum !== undefined,
    isFramed: [page, after, sum].some((option) => option !== undefined),
    csv: readCsvOption(csv),
  };
}

interface ListAnswer {
  readonly json: readonly Readonly<Record<string, unknown>>[];
  /** rows for people: fewer columns */
  readonly lines: readonly Readonly<Record<string, Cell>>[];
  /** text of an empty list */
  readonly empty: string;
}

const sumOf = ({ count, amount }: Totals): { count: number; sum?: string } => ({
  count: Number(count),
  ...(amount === null ? {} : { sum: formatMoney(amount) }),
});

/** Totals for people, with the currency of the sum. */
async function wordsOf(context: OperatorContext, totals: Totals | null): Promise<string> {
  if (!totals) return '';
  const { count, sum } = sumOf(totals);
  if (sum === undefined) return `\ncount: ${count}`;
  return `\ncount: ${count}, sum: ${sum} ${(await readSettings(context)).currency}`;
}

/** The answer of a list: its page as a table, a document or a file. */
export async function answerList(
  context: OperatorContext,
  asked: Pick<ListSelection, 'page' | 'csv' | 'isFramed'> & { readonly after: object | null },
  { next, totals }: Page<unknown>,
  { json, lines, empty }: ListAnswer,
): Promise<CommandResult> {
  const { page, after, csv, isFramed } = asked;
  const frame = {
    ...(!after && { page }),
    more: next !== null,
    ...(next !== null && { next }),
    ...(totals ? sumOf(totals) : {}),
  };
  const note = next === null ? {} : { note: `there are more rows: --after ${next}` };
  const words = await wordsOf(context, totals);
  if (csv === null) {
    const text = table(lines, empty) + words;
    return { json: isFramed ? { list: json, ...frame } : json, text, ...note };
  }
  const file = await writeSheet(context, csv, json);
  const text = `${file}: ${counted(json.length, 'row')}${words}`;
  return { json: { file, rows: json.length, ...frame }, text, ...note };
}
