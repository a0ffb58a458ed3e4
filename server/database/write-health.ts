import type { Now } from './clock.ts';

/** SQLSTATEs of a database that answers but takes no writes, in words for the operator. */
const TROUBLES: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only, like a standby or a replaced primary',
  '53100': 'the disk of the database is full',
  '58030': 'the database cannot read or write its disk',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the database takes no writes, as a standby or a primary that was replaced. */
export const isReadOnly = (error: unknown): error is Error => codeOf(error) === '25006';

export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100';

/** Why a statement could not write, in words; null for any other error. */
export function writeFailureReason(error: unknown): string | null {
  return TROUBLES[codeOf(error)] ?? null;
}

/**
 * Time without a failed write after which trouble ends; a successful write ends it at once. The log
 * repeats the trouble at this interval.
 */
const LIFETIME_MS = 60_000;

/** Remembers the last failure of this process to write to the database. */
export class WriteHealth {
  readonly #now: Now;
  readonly #tell: (trouble: string) => void;
  readonly #reportEnd: () => void;
  #trouble = '';
  #lastFailureAt = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #hasReported = false;

  /**
   * @param tell reports new trouble at once, and the same trouble at most once a minute
   * @param reportEnd reports once after each trouble that writing works again
   */
  constructor(now: Now, tell: (trouble: string) => void, reportEnd: () => void) {
    this.#now = now;
    this.#tell = tell;
    this.#reportEnd = reportEnd;
  }

  note(error: unknown): void {
    const trouble = writeFailureReason(error);
    if (trouble === null) return;
    const time = this.#now().getTime();
    const isNew = trouble !== this.#trouble || time - this.#reportedAt >= LIFETIME_MS;
    this.#trouble = trouble;
    this.#lastFailureAt = time;
    if (!isNew) return;
    this.#reportedAt = time;
    this.#hasReported = true;
    this.#tell(trouble);
  }

  /** Records a successful write. */
  worked(): void {
    this.#lastFailureAt = Number.NEGATIVE_INFINITY;
    if (!this.#hasReported) return;
    this.#hasReported = false;
    this.#reportEnd();
  }

  /** The trouble in words; null: writing works, as far as is known. */
  get current(): string | null {
    return this.#now().getTime() - this.#lastFailureAt < LIFETIME_MS ? this.#trouble : null;
  }
}
