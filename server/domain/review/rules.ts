/** The review signals of a withdrawal; each has its own threshold in the settings. */
export const signalNames = [
  'young_account',
  'commissions',
  'shared_account',
  'same_block',
  'pace',
  'bursts',
  'late_claims',
  'not_fetched',
  'idle_invitees',
] as const;
export type SignalName = (typeof signalNames)[number];

/** Signals that together send a withdrawal to review. */
export type ReviewRule = readonly SignalName[];

const isSignal = (word: string): word is SignalName => signalNames.some((name) => name === word);

/**
 * Reads `pace, same_block+commissions`: each item of the list sends a withdrawal to review; signals joined by
 * a plus do so only together.
 * @throws Error with the first word that is not a signal
 */
export function readReviewRules(text: string): ReviewRule[] {
  if (text.trim() === '') return [];
  return text.split(',').map((rule) =>
    rule.split('+').map((word) => {
      const name = word.trim();
      if (!isSignal(name)) throw new Error(name);
      return name;
    }),
  );
}

/** Signals of clips that were claimed and not watched. */
const NOT_WATCHED: readonly SignalName[] = ['pace', 'bursts', 'late_claims', 'not_fetched'];

/** How a withdrawal with these signals waits: until a date, or until a reviewer decides; null: no review. */
export function reviewWaitOf(
  rules: readonly ReviewRule[],
  signals: readonly SignalName[],
): 'date' | 'decision' | null {
  const against = rules.filter((rule) => rule.every((name) => signals.includes(name)));
  if (against.length === 0) return null;
  const isUnwatched = against.some((rule) => rule.some((name) => NOT_WATCHED.includes(name)));
  return isUnwatched ? 'decision' : 'date';
}
