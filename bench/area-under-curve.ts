/** How well one number separates two groups. */
export interface Separation {
  /** the chance that a value of the first group is larger than a value of the second; 0.5: no separation */
  readonly auc: number;
  /** the ends of the 99% bootstrap interval of `auc` */
  readonly from: number;
  readonly to: number;
}

const SAMPLES = 2_000;
const OUTSIDE = 0.005;

/** Computes the AUC over all pairs (Mann-Whitney's U), with a bootstrap interval. */
export function separationOf(first: readonly number[], second: readonly number[]): Separation {
  const sampled = Array.from({ length: SAMPLES }, () => areaOf(redrawn(first), redrawn(second)));
  sampled.sort((a, b) => a - b);
  const at = (share: number) => sampled[Math.round(share * (SAMPLES - 1))] ?? Number.NaN;
  return { auc: areaOf(first, second), from: at(OUTSIDE), to: at(1 - OUTSIDE) };
}

const redrawn = (all: readonly number[]) =>
  all.map(() => all[Math.floor(Math.random() * all.length)] ?? Number.NaN);

/** The share of pairs in which the value of `first` is larger; equal values count half. */
function areaOf(first: readonly number[], second: readonly number[]): number {
  const ordered = second.toSorted((a, b) => a - b);
  let larger = 0;
  for (const value of first) {
    larger += (countOf(ordered, value, false) + countOf(ordered, value, true)) / 2;
  }
  return larger / (first.length * second.length);
}

/** How many values of an ascending list are below `value`, or at most `value`. */
function countOf(ordered: readonly number[], value: number, orEqual: boolean): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = ordered[middle] ?? Number.NaN;
    if (found < value || (orEqual && found === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
