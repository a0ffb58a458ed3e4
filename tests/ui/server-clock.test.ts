import { afterEach, expect, test, vi } from 'vitest';
import { createServerClock } from '../../src/ports/server-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
/** The server's time when a test begins. */
const trueMs = Date.parse('2026-01-02T03:04:05.700Z');

/** A phone with a wrong clock, and its stored correction. */
function phone(wrongByMs: number, kept: number | null = null) {
  vi.useFakeTimers({ now: trueMs + wrongByMs });
  const ahead = { value: kept };
  const clock = createServerClock({
    read: () => ahead.value,
    write: (value) => {
      ahead.value = value;
    },
  });
  let passedMs = 0;
  const pass = (ms: number) => {
    passedMs += ms;
    vi.advanceTimersByTime(ms);
  };
  /** an answer that took so long, with a server's date in whole seconds */
  const ask = (tookMs: number) => {
    const askedAtMs = Date.now();
    pass(tookMs);
    clock.adjust(new Date(trueMs + passedMs).toUTCString(), askedAtMs);
  };
  /** milliseconds by which the estimate is ahead of the server's time */
  const error = () => clock.nowMs() - (trueMs + passedMs);
  return { clock, ahead, pass, ask, error };
}

test.each([0, -YEAR_MS, 400 * 24 * 60 * 60 * 1_000])(
  'the estimate is correct on a phone with a clock that is wrong by %i ms',
  (wrongByMs) => {
    const { ask, pass, error } = phone(wrongByMs);
    ask(80);
    pass(60_000);
    expect(error()).toBeGreaterThanOrEqual(0);
    expect(error()).toBeLessThanOrEqual(1_080);
  },
);

test('answers with the expected time do not change the estimate', () => {
  const { clock, ask, pass } = phone(-YEAR_MS);
  ask(80);
  const before = clock.nowMs();
  for (const tookMs of [300, 20, 700, 30]) ask(tookMs);
  pass(950);
  expect(clock.nowMs() - before).toBe(2_000);
});

test('after a change of the phone’s clock, the next answer corrects the estimate', () => {
  const { ask, error } = phone(0);
  ask(80);
  vi.setSystemTime(Date.now() + YEAR_MS);
  ask(80);
  expect(error()).toBeGreaterThanOrEqual(0);
  expect(error()).toBeLessThanOrEqual(1_080);
});

test('after the phone’s clock is set back, the estimate continues from the last answer', () => {
  const { ask, pass, error } = phone(0);
  ask(80);
  vi.setSystemTime(Date.now() - YEAR_MS);
  pass(60_000);
  expect(error()).toBeGreaterThanOrEqual(-1_000);
  expect(error()).toBeLessThanOrEqual(1_080);
});

test('the correction of the clock is stored for a start offline', () => {
  const { ahead, ask } = phone(-YEAR_MS);
  ask(80);
  const { error } = phone(-YEAR_MS, ahead.value);
  expect(error()).toBeGreaterThanOrEqual(0);
});

test.each([
  ['as far ahead as an answer can set it', 2_000, 2_000],
  ['further ahead than an answer can set it', 2_001, 1_000],
])('an answer corrects a stored clock only if it is too far ahead: %s', (_, keptMs, nowMs) => {
  // the server sends the current second, without milliseconds
  vi.useFakeTimers({ now: Date.parse('2026-01-02T03:04:05.000Z') });
  const clock = createServerClock({ read: () => keptMs, write: () => undefined });
  clock.adjust(new Date().toUTCString(), Date.now());
  expect(clock.nowMs() - Date.now()).toBe(nowMs);
});

test('an answer without a date does not change the estimate', () => {
  const { clock, ahead } = phone(0);
  clock.adjust(null, Date.now());
  expect([ahead.value, clock.nowMs()]).toEqual([null, trueMs]);
});
