import { afterEach, expect, test, vi } from 'vitest';
import { watchProgress } from '../../src/ports/watchdog.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a clip that has not begun is loading, not frozen: it is left alone', () => {
  vi.useFakeTimers();
  const element = Object.assign(new EventTarget(), { currentTime: 0, paused: false, ended: false });
  const wake = vi.fn();
  const watching = new AbortController();
  watchProgress(element as unknown as HTMLVideoElement, wake, watching.signal);
  // the place of the clip before it on the same element is left
  element.dispatchEvent(new Event('timeupdate'));
  vi.advanceTimersByTime(60_000);
  expect(wake).not.toHaveBeenCalled();
  watching.abort();
});
