import { addMoney, parseMoney } from '../../../contract/money.ts';
import type { RewardLog } from '../../../contract/shapes.ts';
import type { DayEarned } from '../../../machines/app/resources.ts';
import { utcDay } from './utc-day.ts';

export interface Span {
  /** UTC days, both included */
  first: string;
  last: string;
  /** false: older rewards are missing, so the oldest day is incomplete */
  isComplete: boolean;
}

const NOTHING = '0.0000';
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Earnings of each day, the oldest first, without an incomplete day, unless that is the last one. */
export function earnedByDay(
  rewards: readonly RewardLog[],
  { first, last, isComplete }: Span,
): DayEarned[] {
  const sums = new Map<string, string>();
  for (const { created_at, amount } of rewards) {
    const day = utcDay(Date.parse(created_at));
    sums.set(day, addMoney(sums.get(day) ?? NOTHING, amount));
  }
  const incompleteDay = isComplete ? '' : [...sums.keys()].reduce((a, b) => (a < b ? a : b), last);
  return daysOf(first, last)
    .filter((day) => day > incompleteDay || day === last)
    .map((day) => ({ day, amount: sums.get(day) ?? NOTHING }));
}

function daysOf(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); utcDay(at) <= last; at += DAY_MS) days.push(utcDay(at));
  return days;
}

export const sumOf = (days: readonly DayEarned[]): string =>
  days.reduce((sum, { amount }) => addMoney(sum, amount), NOTHING);

/** Earnings of each day as a share of the best day's, 0 to 1, for a chart. */
export function shareOfLargest(days: readonly DayEarned[]): { day: string; share: number }[] {
  const units = days.map(({ day, amount }) => ({ day, units: Number(parseMoney(amount)) }));
  const largest = Math.max(1, ...units.map((each) => each.units));
  return units.map((each) => ({ day: each.day, share: each.units / largest }));
}
