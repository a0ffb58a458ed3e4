import { percentOf } from './report.farm.ts';

/** What a bench holds or does not. */
export interface Goal {
  readonly isHeld: boolean;
  readonly goal: string;
}

/** What a farm may take at most, in percent of what it took before. */
const MOST_PERCENT = 5n;

export function takingsGoal(who: string, after: bigint, before: bigint): Goal {
  const percent = percentOf(after, before);
  return {
    isHeld: after * 100n <= before * MOST_PERCENT,
    goal: `${who} takes ${percent} of before, at most ${MOST_PERCENT}%`,
  };
}
