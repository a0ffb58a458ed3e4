import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchNewDay } from '../../src/ports/day.ts';

const page = new EventTarget();
const listeners = new Set<(byMs: number) => void>();
/** how far the server's clock is ahead of this device */
let aheadMs = 0;

beforeEach(() => {
  aheadMs = 0;
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Counts the days that begin, on a device with this time. */
function watch(now: string) {
  vi.useFakeTimers({ now: Date.parse(now) });
  const days = { begun: 0 };
  const clock = {
    nowMs: () => Date.now() + aheadMs,
    adjust: () => undefined,
    watch: (report: (byMs: number) => void) => {
      listeners.add(report);
      return () => listeners.delete(report);
    },
  };
  const stop = watchNewDay(clock, () => {
    days.begun += 1;
  });
  return { days, stop };
}

/** Corrects the clock, as an answer of the server does. */
function putRight(byMs: number): void {
  aheadMs += byMs;
  for (const listener of [...listeners]) listener(byMs);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('a day begins half a minute after midnight, and the next a day later', () => {
  const { days, stop } = watch('2026-03-09T23:00:00.000Z');
  vi.advanceTimersByTime(HOUR_MS + 29_999);
  expect(days.begun).toBe(0);
  vi.advanceTimersByTime(1);
  expect(days.begun).toBe(1);
  vi.advanceTimersByTime(24 * HOUR_MS);
  expect(days.begun).toBe(2);
  stop();
  vi.advanceTimersByTime(48 * HOUR_MS);
  expect([days.begun, listeners.size]).toEqual([2, 0]);
});

test('a tab that slept over midnight reads the new day when it becomes visible', () => {
  const { days, stop } = watch('2026-03-09T23:00:00.000Z');
  vi.setSystemTime('2026-03-10T06:00:00.000Z');
  page.dispatchEvent(new Event('visibilitychange'));
  expect(days.begun).toBe(1);
  stop();
});

test('a correction of the clock past midnight begins no day', () => {
  const { days, stop } = watch('2026-03-09T23:00:00.000Z');
  putRight(2 * HOUR_MS);
  expect(days.begun).toBe(0);
  vi.advanceTimersByTime(23 * HOUR_MS + 30_000);
  expect(days.begun).toBe(1);
  stop();
});

test('a correction by seconds does not hide a day that has begun', () => {
  const { days, stop } = watch('2026-03-10T00:00:15.000Z');
  putRight(20_000);
  expect(days.begun).toBe(1);
  stop();
});
