import { type Outcome, worstDay } from './duel.ts';
import { percentOf } from './figures.ts';

/** The most that a script may earn, in percent of its earnings under the previous rules. */
const MAX_PERCENT = 5n;
/** The most that a day may cost, in percent of the funds at its start. */
const MAX_A_DAY = 2;
/** The most requests of honest people in review, in percent. */
const MAX_IN_REVIEW = 2;

/** A goal for the rules, over all seeds. */
export interface Goal {
  readonly isHeld: boolean;
  readonly goal: string;
}

/** @param outcomes of one opponent */
export function goalsOf(outcomes: readonly Outcome[]): Goal[] {
  const [{ opponent } = {}] = outcomes;
  if (!opponent) return [];
  const { name, goal } = opponent;
  const held = (isHeld: (outcome: Outcome) => boolean) => outcomes.filter(isHeld).length;
  const ofAll = (count: number) =>
    outcomes.length === 1 ? '' : ` (${count} of ${outcomes.length} seeds)`;
  const inEach = (what: string, isHeld: (outcome: Outcome) => boolean): Goal => ({
    isHeld: held(isHeld) === outcomes.length,
    goal: `${name}: ${what}${ofAll(held(isHeld))}`,
  });
  if (goal === 'takes little') {
    return [
      inEach(
        `takes at most ${MAX_PERCENT}% of its pay under the earlier rules`,
        ({ before, now }) => now.paid * 100n <= (before?.takings.paid ?? 0n) * MAX_PERCENT,
      ),
    ];
  }
  if (goal === 'funds last') {
    return [
      inEach(
        `takes at most ${MAX_A_DAY}% of the funds a day`,
        ({ world }) => worstDay(world) * 100 <= MAX_A_DAY,
      ),
    ];
  }
  return goal === null ? [] : honestGoals(name, outcomes, inEach);
}

function honestGoals(
  name: string,
  outcomes: readonly Outcome[],
  inEach: (what: string, isHeld: (outcome: Outcome) => boolean) => Goal,
): Goal[] {
  const sum = (of: 'requests' | 'inReview') => outcomes.reduce((all, { now }) => all + now[of], 0);
  const [requests, inReview] = [sum('requests'), sum('inReview')];
  return [
    inEach(
      'nobody is refused or delayed by more than the rules state',
      ({ harms }) => harms?.unexplained.length === 0,
    ),
    {
      isHeld: inReview * 100 <= requests * MAX_IN_REVIEW,
      goal: `${name}: ${inReview} of ${requests} requests in review, ${percentOf(inReview, requests)}, at most ${MAX_IN_REVIEW}%`,
    },
  ];
}
