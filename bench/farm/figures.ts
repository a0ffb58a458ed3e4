import { formatMoney } from '../../contract/money.ts';
import { DAY, HOUR, MINUTE } from '../../server/domain/time.ts';

export const money = (amount: bigint): string => formatMoney(amount).slice(0, -2);

/** A part in percent of the whole, with two decimals; `-` when the whole is zero. */
export function percentOf(part: bigint | number, whole: bigint | number): string {
  return Number(whole) === 0 ? '-' : `${((Number(part) / Number(whole)) * 100).toFixed(2)}%`;
}

/** Number, median and maximum of delays in milliseconds. */
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

/** Minimum, median and maximum over the seeds. */
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
