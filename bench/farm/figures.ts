import { formatMoney } from '../../contract/money.ts';
import { DAY, HOUR, MINUTE } from '../../server/domain/time.ts';

export const money = (amount: bigint): string => formatMoney(amount).slice(0, -2);

/** What a part is of a whole, with two places; `-` when there is no whole. */
export function percentOf(part: bigint | number, whole: bigint | number): string {
  return Number(whole) === 0 ? '-' : `${((Number(part) / Number(whole)) * 100).toFixed(2)}%`;
}

/** Of how many, half of them at most, the longest; milliseconds. */
export function spread(delays: readonly number[]): string {
  const sorted = delays.toSorted((left, right) => left - right);
  const longest = sorted.at(-1);
  if (longest === undefined) return 'nobody';
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${sorted.length}, half of them within ${inWords(middle)}, the longest ${inWords(longest)}`;
}

export function inWords(milliseconds: number): string {
  if (milliseconds >= DAY) return `${(milliseconds / DAY).toFixed(1)} days`;
  if (milliseconds >= HOUR) return `${(milliseconds / HOUR).toFixed(1)} hours`;
  return `${Math.ceil(milliseconds / MINUTE)} min`;
}

/** Least, middle and most of what several seeds have given. */
export function range<Value>(
  values: readonly Value[],
  write: (value: Value) => string,
  less: (one: Value, other: Value) => number,
): string {
  const sorted = values.toSorted(less);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)];
  const said = [at(0), at(0.5), at(1)].map((value) => (value === undefined ? '-' : write(value)));
  return new Set(said).size === 1 ? (said[0] ?? '-') : said.join(' / ');
}
