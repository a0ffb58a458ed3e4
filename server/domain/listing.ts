import type { Database } from '../database/database.ts';
import { momentInSql, sqlMomentOf } from './paging.ts';

/** A table that operators list page by page. All fields are SQL. */
export interface ListDefinition {
  readonly table: string;
  /** the column with the time of a row, for ranges of days; a page's rows have it too */
  readonly time: string;
  /** the sort column of the list; a page's rows have it too */
  readonly key: string;
  /** the condition of listed rows; its values are $5 and more; missing: all rows */
  readonly where?: string;
  /** a row's amount, for the sum; missing: rows have none */
  readonly amount?: string;
  /** the first page has the newest rows; missing: the oldest */
  readonly newestFirst?: true;
}

interface Key {
  readonly id: bigint;
  /** microseconds */
  readonly moment: bigint;
}

/** The last row of a page. */
interface Place {
  readonly id: bigint;
  /** microseconds; missing: in a list of all days */
  readonly moment?: bigint | undefined;
}

interface Range {
  /** null: no beginning */
  readonly from: Date | null;
  /** the first moment after the range; null: no end */
  readonly to: Date | null;
}

/** A page of a list, with its filter. */
export interface Selection extends Range {
  readonly page: number;
  /** the page begins after this row, and `page` is ignored; null: `page` counts */
  readonly after: Place | null;
  /** rows per page */
  readonly limit: number;
  /** whether to compute the count and the sum of all pages */
  readonly isSummed: boolean;
}

export interface Totals {
  readonly count: bigint;
  /** 1/10,000 units; null: the rows have no amount */
  readonly amount: bigint | null;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** the key of the next page, for `readPlace`; null: this is the last page */
  readonly next: string | null;
  /** null: not requested */
  readonly totals: Totals | null;
}

/**
 * Parses the key of a page: `1772323200000000-17` with the time, for lists of some days, which are sorted by it; else
 * `17`.
 */
export function readPlace(key: string, range: Range): Place | null {
  const { from, to } = range;
  const form = isOfDays(range) ? /^(?<moment>[1-9]\d{0,17})-(?<id>\d{1,18})$/ : /^(?<id>\d{1,18})$/;
  const { id, moment } = form.exec(key)?.groups ?? {};
  if (id === undefined) return null;
  const place = { id: BigInt(id), moment: moment === undefined ? undefined : BigInt(moment) };
  const millisecond = Number((place.moment ?? 0n) / 1_000n);
  const isWithin =
    !moment || (millisecond >= Number(from ?? 0) && millisecond < Number(to ?? Infinity));
  return isWithin ? place : null;
}

const isOfDays = ({ from, to }: Range): boolean => from !== null || to !== null;

/** The key of the next page; `rows` has one row more than a page. */
function nextOf(selection: Selection, rows: readonly Key[]): string | null {
  const { limit } = selection;
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (!last) return null;
  return isOfDays(selection) ? `${last.moment}-${last.id}` : String(last.id);
}

/** $1 the range's beginning, $2 its end. */
const rangeOf = ({ time, where = 'true' }: ListDefinition): string =>
  `${time} >= $1::timestamptz and ${time} < $2::timestamptz and (${where})`;

/**
 * SQL by direction: the order, the operator for later rows, and the time of the row before a page, which begins or ends
 * the range (`pageValuesOf`).
 */
const OLDEST_FIRST = { direction: '', further: '>', end: '$1::timestamptz' };
const NEWEST_FIRST = {
  direction: ' desc',
  further: '<',
  end: "($2::timestamptz - interval '1 microsecond')",
};

/**
 * SQL: the order and the limit of a page. A list within a range is sorted by time first, so that the index of the time
 * finds its page. $4 is the number of rows before the page, or the key of the last row before it.
 */
function cutOf({ time, key, newestFirst }: ListDefinition, selection: Selection) {
  const { direction, further, end } = newestFirst ? NEWEST_FIRST : OLDEST_FIRST;
  const [order, row] = isOfDays(selection)
    ? [
        `${time}${direction}, ${key}${direction}`,
        `(${time}, ${key}) ${further} (${end}, $4::bigint)`,
      ]
    : [`${key}${direction}`, `${key} ${further} $4::bigint`];
  const cut = selection.after
    ? `and ${row} order by ${order} limit $3::bigint`
    : `order by ${order} limit $3::bigint offset $4::bigint`;
  return { order, cut };
}

/** The values $1 to $4 of a page: its range begins or ends at the row before the page. */
function pageValuesOf(
  { newestFirst }: ListDefinition,
  { from, to, page, limit, after }: Selection,
) {
  const moment = after?.moment;
  const [first, last] = newestFirst ? [null, moment] : [moment, null];
  return [
    first ? sqlMomentOf(first) : (from ?? '-infinity'),
    last ? sqlMomentOf(last + 1n) : (to ?? 'infinity'),
    limit + 1,
    after ? after.id : (page - 1) * limit,
  ];
}

/**
 * Reads one page of a list.
 * @param statement returns the whole statement without its order; `page` is SQL for `from`: the rows of the page, under
 * the name of the table
 * @param values of the list's `where`, from $5 on
 */
export async function readPage<Row extends object>(
  db: Database,
  listed: ListDefinition,
  selection: Selection,
  statement: (page: string) => string,
  values: readonly unknown[] = [],
): Promise<Page<Row>> {
  const { from, to, limit, isSummed } = selection;
  const { order, cut } = cutOf(listed, selection);
  const source = `(
    select * from ${listed.table} where ${rangeOf(listed)} ${cut}
  ) as ${listed.table}`;
  const { rows } = await db.query<Row & Key>(
    `select listed.*, ${momentInSql(listed.time)}, ${listed.key} as id
     from (${statement(source)}) as listed order by ${order}`,
    [...pageValuesOf(listed, selection), ...values],
  );
  const range = [from ?? '-infinity', to ?? 'infinity'];
  const totals = isSummed ? await sumUp(db, listed, [...range, 0, 0, ...values]) : null;
  return { rows: rows.slice(0, limit), next: nextOf(selection, rows), totals };
}

/** Sums all pages. $3 and $4 are unused zeros, because the values of `where` begin at $5. */
async function sumUp(
  db: Database,
  listed: ListDefinition,
  values: readonly unknown[],
): Promise<Totals> {
  const { rows } = await db.query<Totals>(
    `select count(*) as count, sum(${listed.amount ?? 'null::bigint'})::bigint as amount
     from ${listed.table}
     where ${rangeOf(listed)} and $3::bigint = $4::bigint`,
    [...values],
  );
  const [totals] = rows;
  if (!totals) throw new Error('nothing was summed up');
  return totals;
}
