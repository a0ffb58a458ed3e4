interface Paging {
  readonly page: number;
  readonly limit: number;
}

interface KeyedPaging extends Paging {
  readonly before?: string | undefined;
}

/** Rows to leave out before the page. */
export function offsetOf({ page, limit }: Paging): number {
  return (page - 1) * limit;
}

/** The answer's frame of a list: the page's rows, and how many there are in all. */
export function pageOf<Item>(paging: Paging, list: Item[], total: bigint | number) {
  return { list, page: paging.page, limit: paging.limit, total: Number(total) };
}

/** More than any id. */
const BEYOND = 2n ** 63n - 1n;

/** Where a page begins: at entries below a key, or by its number. */
interface Begin {
  readonly key: bigint;
  readonly offset: number;
}

/** Of a list by id, the newest first. */
export function beginOf({ before, ...paging }: KeyedPaging): Begin {
  return before === undefined
    ? { key: BEYOND, offset: offsetOf(paging) }
    : { key: BigInt(before.split('-')[0] ?? ''), offset: 0 };
}

/** @param ids of the page's rows */
export const nextOf = ({ limit }: Paging, ids: readonly bigint[]): string | null =>
  ids.length < limit ? null : String(ids.at(-1));

/** SQL: a moment as a whole number of microseconds, which a `Date` would cut to milliseconds. */
export const momentInSql = (column: string) =>
  `(extract(epoch from ${column}) * 1000000)::bigint as moment`;

/** Of a key that somebody made up: the last moment that has four digits of a year. */
const LAST_MOMENT = 253_402_300_799_999_999n;

/** A moment as SQL reads it. */
export function textOf(asked: bigint): string {
  const moment = asked < LAST_MOMENT ? asked : LAST_MOMENT;
  const parts = [moment / 1_000_000n, String(moment % 1_000_000n).padStart(6, '0')] as const;
  return new Date(Number(parts[0]) * 1_000).toISOString().replace('000Z', `${parts[1]}Z`);
}

/**
 * Of a list by its moments, the newest first: entries of `until` and before, but for the first `offset`. Several may
 * have one moment, so the key says how many of these were gone past.
 */
export function beginByMoment({ before, ...paging }: KeyedPaging) {
  if (before === undefined) return { key: null, until: 'infinity', offset: offsetOf(paging) };
  const [key = '', passed = '0'] = before.split('-');
  return { key: BigInt(key), until: textOf(BigInt(key)), offset: Number(passed) };
}

/** @param moments of the page's rows */
export function nextByMoment(paging: KeyedPaging, moments: readonly bigint[]): string | null {
  const last = moments.at(-1);
  if (last === undefined || moments.length < paging.limit) return null;
  const { key, offset } = beginByMoment(paging);
  const passed = moments.filter((moment) => moment === last).length;
  return `${last}-${key === last ? offset + passed : passed}`;
}
