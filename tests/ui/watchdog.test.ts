import { afterEach, expect, test, vi } from 'vitest';
import { watchForFreeze } from '../../src/ports/watchdog.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a clip that has not begun is loading, not frozen: it is left alone', () => {
  vi.useFakeTimers();
  const element = Object.assign(new EventTarget(), { currentTime: 0, paused: false, ended: false });
  const wake = vi.fn();
  const watching = new AbortController();
  watchForFreeze(element as unknown as HTMLVideoElement, wake, watching.signal);
  // the element resets its position to 0 after the previous clip
  element.dispatchEvent(new Event('timeupdate'));
  vi.advanceTimersByTime(60_000);
  expect(wake).not.toHaveBeenCalled();
  watching.abort();
});

test.each([{ paused: true }, { ended: true }])(
  'a clip that has stopped is left alone before it reports the stop: %o',
  (stopped) => {
    vi.useFakeTimers();
    const pause = vi.fn();
    const still = { currentTime: 0, paused: false, ended: false, pause };
    const element = Object.assign(new EventTarget(), still);
    const wake = vi.fn();
    const watching = new AbortController();
    watchForFreeze(element as unknown as HTMLVideoElement, wake, watching.signal);
    element.dispatchEvent(new Event('playing'));
    Object.assign(element, stopped);
    vi.advanceTimersByTime(60_000);
    expect([wake.mock.calls.length, pause.mock.calls.length]).toEqual([0, 0]);
    watching.abort();
  },
);

test('a clip that is frozen from the start is woken, and paused if that does not help', () => {
  vi.useFakeTimers();
  const pause = vi.fn();
  const element = Object.assign(new EventTarget(), { currentTime: 0, paused: false, pause });
  const wake = vi.fn();
  const watching = new AbortController();
  watchForFreeze(element as unknown as HTMLVideoElement, wake, watching.signal);
  element.dispatchEvent(new Event('playing'));
  vi.advanceTimersByTime(3_000);
  expect([wake.mock.calls.length, pause.mock.calls.length]).toEqual([1, 0]);
  // after it is woken it reports playing again
  element.dispatchEvent(new Event('playing'));
  vi.advanceTimersByTime(3_000);
  expect([wake.mock.calls.length, pause.mock.calls.length]).toEqual([1, 1]);
  watching.abort();
});
