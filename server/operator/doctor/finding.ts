/** `unknown`: it cannot be checked from here. Only `bad` means that the installation fails its users. */
export type Verdict = 'good' | 'warning' | 'bad' | 'unknown';

/** Result of one check. */
export interface Finding {
  /** the checked part: `disk` */
  readonly what: string;
  readonly verdict: Verdict;
  /** the state, in a sentence */
  readonly says: string;
  /** advice to the operator; null: none */
  readonly remedy: string | null;
}

export const good = (what: string, says: string): Finding => ({
  what,
  verdict: 'good',
  says,
  remedy: null,
});

export const wrong = (
  what: string,
  verdict: Exclude<Verdict, 'good'>,
  says: string,
  remedy: string,
): Finding => ({ what, verdict, says, remedy });

/** Returns the reason of an error; a failed request has its reason in `cause`. */
export function errorReason(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message || message || String(error);
}
