/** The UTC day of an instant, `yyyy-mm-dd`. */
export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Seconds until the next UTC day begins, at least 1. */
export const secondsLeftOfDay = (now: Date): number =>
  Math.ceil((DAY - (now.getTime() % DAY)) / SECOND);

export function addMilliseconds(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}
