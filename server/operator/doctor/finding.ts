/** `unknown`: it could not be looked at from here. Only `bad` makes the installation one that fails people. */
export type Verdict = 'good' | 'warning' | 'bad' | 'unknown';

/** What one look at the installation has found. */
export interface Finding {
  /** what was looked at: `disk` */
  readonly what: string;
  readonly verdict: Verdict;
  /** what is so, in a sentence */
  readonly says: string;
  /** what to do about it; null: nothing */
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

/** Why something failed, in one line: the cause of a failed request is one level down. */
export function whyOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message || message || String(error);
}
