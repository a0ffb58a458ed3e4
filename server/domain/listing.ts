import type { Database } from '../database/database.ts';
import { momentInSql, textOf } from './paging.ts';

/** A table that operators list a page at a time. All parts are SQL. */
export interface Listed {
  readonly table: string;
  /** the column of when a row's thing happened, which a range of days asks about; a page's rows have it too */
  readonly time: string;
  /** the column that the list is sorted by; a page's rows have it too */
  readonly key: string;
  /** rows that are listed; its values are $5 and more; not given: all */
  readonly where?: string;
  /** a row's amount, for the sum; not given: it has none */
  readonly amount?: string;
  /** the first page has the newest rows; not given: the oldest */
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
  /** microseconds; not given: of a list of all days */
  readonly moment?: bigint | undefined;
}

interface Range {
  /** null: without a beginning */
  readonly from: Date | null;
  /** the first moment after the range; null: without an end */
  readonly to: Date | null;
}

/** Which rows of a list are wanted. */
export interface Selection extends Range {
  readonly page: number;
  /** the page begins after this row, and its number does not count; null: by its number */
  readonly after: Place | null;
  /** the rows of a page */
  readonly limit: number;
  /** the count and the sum of all pages are wanted */
  readonly isSummed: boolean;
}

export interface Totals {
  readonly count: bigint;
  /** 1/10,000 units; null: the rows have no amount */
  readonly amount: bigint | null;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** the key of the next page, as `readPlace` reads it; null: this is the last one */
  readonly next: string | null;
  /** null: not asked for */
  readonly totals: Totals | null;
}

/** The lists of some days are sorted by time, and their keys tell it: `1772323200000000-17`, else `17`. */
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

/** Leads to the page after these rows, of which one more is read than a page has. */
function nextOf(selection: Selection, rows: readonly Key[]): string | null {
  const { limit } = selection;
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (!last) return null;
  return isOfDays(selection) ? `${last.moment}-${last.id}` : String(last.id);
}

/** $1 the range's beginning, $2 its end. */
const rangeOf = ({ time, where = 'true' }: Listed): string =>
  `${time} >= $1::timestamptz and ${time} < $2::timestamptz and (${where})`;

/** SQL: a list's direction, which rows lie further on, and at which end of a page's range the row before it is. */
const OLDEST_FIRST = { direction: '', further: '>', end: '$1::timestamptz' };
const NEWEST_FIRST = {
  direction: ' desc',
  further: '<',
  end: "($2::timestamptz - interval '1 microsecond')",
};

/**
 * SQL: the order and the end of a page. A list within a range is sorted by time first, so that the index of the time
 * finds its page. $4 is how many rows lie before the page, or the number of the row before it.
 */
function cutOf({ time, key, newestFirst }: Listed, selection: Selection) {
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

/** The values $1 to $4 of a page: its range begins or ends at the row before it. */
function pageValuesOf({ newestFirst }: Listed, { from, to, page, limit, after }: Selection) {
  const moment = after?.moment;
  const [first, last] = newestFirst ? [null, moment] : [moment, null];
  return [
    first ? textOf(first) : (from ?? '-infinity'),
    last ? textOf(last + 1n) : (to ?? 'infinity'),
    limit + 1,
    after ? after.id : (page - 1) * limit,
  ];
}

/**
 * Reads one page of a list.
 * @param statement the whole statement without its order, by the SQL of the page: a table in `from`
 * that keeps its name
 * @param values of the list's `where`, from $5 on
 */
export async function readPage<Row extends object>(
  db: Database,
  listed: Listed,
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

/** $3 and $4 are a page's, which a sum does not ask about. */
async function sumUp(db: Database, listed: Listed, values: readonly unknown[]): Promise<Totals> {
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
