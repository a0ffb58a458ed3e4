import type { StoredValue } from './storage.ts';

/** The server's clock, as its answers tell it: a phone's own may be wrong by years. */
export interface ServerClock {
  /** never behind the server: what is earned now is not dated before it was */
  nowMs(): number;
  /**
   * Learns from an answer.
   * @param date its `Date` header, in whole seconds; null where it had none
   * @param askedAtMs when it was asked for, by the phone's clock
   */
  hear(date: string | null, askedAtMs: number): void;
  /** calls back with how far it was put right; returns an unsubscribe function */
  watch(report: (byMs: number) => void): () => void;
}

const HEADER_STEP_MS = 1_000;

/** @param ahead by how many milliseconds the server's clock is ahead of the phone's, kept */
export function createServerClock(ahead: StoredValue<number>): ServerClock {
  const listeners = new Set<(byMs: number) => void>();
  let aheadMs = ahead.read();
  /** what the last answer said, and when, by a clock that nobody sets */
  let heard = { saidMs: 0, atMs: 0 };
  const leastMs = () => heard.saidMs + performance.now() - heard.atMs;
  return {
    // a phone whose clock is set back meanwhile dates nothing before the last answer
    nowMs: () => Math.max(Date.now() + (aheadMs ?? 0), Math.floor(leastMs())),
    hear: (date, askedAtMs) => {
      const saidMs = Date.parse(date ?? '');
      if (Number.isNaN(saidMs)) return;
      heard = { saidMs, atMs: performance.now() };
      // it was said between the question and now, within the second that it names
      const least = saidMs - Date.now();
      const most = saidMs + HEADER_STEP_MS - askedAtMs;
      // a little ahead does no harm; a step back would make two rewards seem too close
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
