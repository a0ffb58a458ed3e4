import type { StoredValue } from './storage.ts';

/** Estimates the server's time from its answers, because the phone's clock may be wrong by years. */
export interface ServerClock {
  /** the estimate, rather ahead of the server's clock than behind: claims must not be dated too early */
  nowMs(): number;
  /**
   * Corrects the estimate by an answer.
   * @param date the answer's `Date` header, in whole seconds; null: none
   * @param askedAtMs time of the request, by the phone's clock
   */
  adjust(date: string | null, askedAtMs: number): void;
  /** calls back with each correction in milliseconds; returns an unsubscribe function */
  watch(report: (byMs: number) => void): () => void;
}

const HEADER_STEP_MS = 1_000;

/** @param ahead stored difference: milliseconds that the server's clock is ahead of the phone's */
export function createServerClock(ahead: StoredValue<number>): ServerClock {
  const listeners = new Set<(byMs: number) => void>();
  let aheadMs = ahead.read();
  /** time in the last answer, and its arrival by the monotonic clock, which nobody can set */
  let lastAnswer = { serverTimeMs: 0, atMs: 0 };
  const leastMs = () => lastAnswer.serverTimeMs + performance.now() - lastAnswer.atMs;
  return {
    // the last answer's time plus the elapsed time is the minimum, for a phone's clock that was set back
    nowMs: () => Math.max(Date.now() + (aheadMs ?? 0), Math.floor(leastMs())),
    adjust: (date, askedAtMs) => {
      const serverTimeMs = Date.parse(date ?? '');
      if (Number.isNaN(serverTimeMs)) return;
      lastAnswer = { serverTimeMs, atMs: performance.now() };
      // the server wrote its time between the request and now, rounded down to a second
      const least = serverTimeMs - Date.now();
      const most = serverTimeMs + HEADER_STEP_MS - askedAtMs;
      // keeps a small lead: after a step back, the times of two rewards would be too close to each other
      if (aheadMs !== null && least <= aheadMs && aheadMs <= most + HEADER_STEP_MS) return;
      const byMs = most - (aheadMs ?? 0);
      aheadMs = most;
      ahead.write(most);
      for (const listener of [...listeners]) listener(byMs);
    },
    watch: (report) => {
      listeners.add(report);
      return () => listeners.delete(report);
    },
  };
}
