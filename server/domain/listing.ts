import type { Database } from '../database/database.ts';

/** A table that operators list a page at a time. All parts are SQL. */
export interface Listed {
  readonly table: string;
  /** when a row's thing happened, which a range of days asks about */
  readonly time: string;
  /** the column that the list is sorted by */
  readonly key: string;
  /** rows that are listed; its values are $5 and more; not given: all */
  readonly where?: string;
  /** a row's amount, for the sum; not given: it has none */
  readonly amount?: string;
  /** the first page has the newest rows; not given: the oldest */
  readonly newestFirst?: true;
}

/** Which rows of a list are wanted. */
export interface Selection {
  /** null: without a beginning */
  readonly from: Date | null;
  /** the first moment after the range; null: without an end */
  readonly to: Date | null;
  readonly page: number;
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
  readonly hasMore: boolean;
  /** null: not asked for */
  readonly totals: Totals | null;
}

/** $1 the range's beginning, $2 its end. */
const rangeOf = ({ time, where = 'true' }: Listed): string =>
  `${time} >= $1::timestamptz and ${time} < $2::timestamptz and (${where})`;

/** A list within a range is sorted by time first, so that the index of the time finds its page. */
function orderOf({ time, key, newestFirst }: Listed, { from, to }: Selection): string {
  const direction = newestFirst ? ' desc' : '';
  const columns = from || to ? [time, key] : [key];
  return columns.map((column) => column + direction).join(', ');
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
  const { from, to, page, limit, isSummed } = selection;
  const range = [from ?? '-infinity', to ?? 'infinity'];
  const order = orderOf(listed, selection);
  const source = `(
    select * from ${listed.table} where ${rangeOf(listed)}
    order by ${order} limit $3::bigint offset $4::bigint
  ) as ${listed.table}`;
  const { rows } = await db.query<Row>(`${statement(source)} order by ${order}`, [
    ...range,
    limit + 1,
    (page - 1) * limit,
    ...values,
  ]);
  const totals = isSummed ? await sumUp(db, listed, [...range, 0, 0, ...values]) : null;
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit, totals };
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
