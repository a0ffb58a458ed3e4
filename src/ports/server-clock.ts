import type { StoredValue } from './storage.ts';

/** Estimates the server's clock from its answers: the phone's clock may be wrong by years. */
export interface ServerClock {
  /** never behind the server's clock, so that no claim is dated earlier than it was earned */
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
  let heard = { serverTimeMs: 0, atMs: 0 };
  const leastMs = () => heard.serverTimeMs + performance.now() - heard.atMs;
  return {
    // after the phone's clock was set back, the last answer's time plus the elapsed time counts
    nowMs: () => Math.max(Date.now() + (aheadMs ?? 0), Math.floor(leastMs())),
    adjust: (date, askedAtMs) => {
      const serverTimeMs = Date.parse(date ?? '');
      if (Number.isNaN(serverTimeMs)) return;
      heard = { serverTimeMs, atMs: performance.now() };
      // the server wrote its time between the request and now, rounded down to a second
      const least = serverTimeMs - Date.now();
      const most = serverTimeMs + HEADER_STEP_MS - askedAtMs;
      // a small lead is left as it is: a step back would make two rewards seem too close
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
