interface Paging {
  readonly page: number;
  readonly limit: number;
}

interface KeyedPaging extends Paging {
  readonly before?: string | undefined;
}

/** The number of rows before the page. */
export function offsetOf({ page, limit }: Paging): number {
  return (page - 1) * limit;
}

/** The paging fields of an answer: the page's rows, and the total number of rows. */
export function pageOf<Item>(paging: Paging, list: Item[], total: bigint | number) {
  return { list, page: paging.page, limit: paging.limit, total: Number(total) };
}

/** Above the key of every row. */
const BEYOND = 2n ** 63n - 1n;

/** The start of a page: below a key, or after an offset. */
interface Begin {
  readonly key: bigint;
  readonly offset: number;
}

/** The start of a page in a list by id, the newest first. */
export function pageStartOf({ before, ...paging }: KeyedPaging): Begin {
  return before === undefined
    ? { key: BEYOND, offset: offsetOf(paging) }
    : { key: BigInt(before.split('-')[0] ?? ''), offset: 0 };
}

/** @param ids of the page's rows @returns `before` of the next page; null: this is the last page */
export const nextOf = ({ limit }: Paging, ids: readonly bigint[]): string | null =>
  ids.length < limit ? null : String(ids.at(-1));

/** SQL: a moment as a whole number of microseconds, which a `Date` would cut to milliseconds. */
export const momentInSql = (column: string) =>
  `(extract(epoch from ${column}) * 1000000)::bigint as moment`;

/** Upper bound for invented keys: the last moment with a year of four digits. */
const LAST_MOMENT = 253_402_300_799_999_999n;

/** A moment (microseconds since 1970) as text for SQL. */
export function sqlMomentOf(asked: bigint): string {
  const moment = asked < LAST_MOMENT ? asked : LAST_MOMENT;
  const parts = [moment / 1_000_000n, String(moment % 1_000_000n).padStart(6, '0')] as const;
  return new Date(Number(parts[0]) * 1_000).toISOString().replace('000Z', `${parts[1]}Z`);
}

/**
 * The start of a page in a list by time, the newest first: entries up to `until`, without the first `offset`. Several
 * entries may have the same time, so `before` also has the number of those on earlier pages.
 */
export function beginByMoment({ before, ...paging }: KeyedPaging) {
  if (before === undefined) return { key: null, until: 'infinity', offset: offsetOf(paging) };
  const [key = '', passed = '0'] = before.split('-');
  return { key: BigInt(key), until: sqlMomentOf(BigInt(key)), offset: Number(passed) };
}

/** @param moments of the page's rows @returns `before` of the next page; null: this is the last page */
export function nextByMoment(paging: KeyedPaging, moments: readonly bigint[]): string | null {
  const last = moments.at(-1);
  if (last === undefined || moments.length < paging.limit) return null;
  const { key, offset } = beginByMoment(paging);
  const passed = moments.filter((moment) => moment === last).length;
  return `${last}-${key === last ? offset + passed : passed}`;
}
