import { afterEach, expect, test, vi } from 'vitest';
import { onIdle } from '../../src/app/system/on-idle.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('without requestIdleCallback a task runs one to two seconds after the page has loaded', () => {
  vi.useFakeTimers();
  const frame = new EventTarget();
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { readyState: 'interactive' });
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  const act = vi.fn();
  onIdle(act);
  vi.advanceTimersByTime(60_000);
  frame.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(1_000);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledOnce();
});
