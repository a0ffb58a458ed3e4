import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageProgress, trackLoad } from '../../src/app/shell/page-progress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the bar begins at 0.3, moves every 200 ms, and is removed 500 ms after the load', async () => {
  let arrive = (): void => undefined;
  const load = trackLoad(
    new Promise<void>((resolve) => {
      arrive = resolve;
    }),
  );
  expect(pageProgress()).toEqual({ value: 0.3, isLeaving: false });
  vi.advanceTimersByTime(199);
  expect(pageProgress().value).toBe(0.3);
  vi.advanceTimersByTime(1);
  const moved = pageProgress().value;
  expect(moved).toBeGreaterThan(0.3);
  vi.advanceTimersByTime(60_000);
  expect(pageProgress().value).toBeLessThan(1);
  arrive();
  await load;
  expect(pageProgress()).toEqual({ value: 1, isLeaving: true });
  vi.advanceTimersByTime(499);
  expect(pageProgress()).toEqual({ value: 1, isLeaving: true });
  vi.advanceTimersByTime(1);
  expect(pageProgress()).toEqual({ value: null, isLeaving: false });
});
