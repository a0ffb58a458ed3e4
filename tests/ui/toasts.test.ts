import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toastOf } from '../../src/app/toast-of.ts';
import { createToasts, type ToastText } from '../../src/app/toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const broken: ToastText = { kind: 'failure', failure: { kind: 'offline' } };
const late: ToastText = { kind: 'failure', failure: { kind: 'timeout' } };
const earned: ToastText = { kind: 'claimPaid', amount: '0.0500' };

const shown = (texts: ToastText[]) => {
  const toasts = createToasts();
  for (const text of texts) toasts.show(text);
  vi.advanceTimersByTime(0);
  return { toasts, texts: () => toasts.read().map(({ text }) => text) };
};

test('a line that breaks fails many calls at once, and is said once', () => {
  expect(shown([broken, late, broken]).texts()).toEqual([broken, late]);
});

test('what was earned twice is said twice', () => {
  expect(shown([earned, earned]).texts()).toEqual([earned, earned]);
});

test('each leaves after 2 s, and may then be said again', () => {
  const { toasts, texts } = shown([broken]);
  vi.advanceTimersByTime(1_999);
  expect(texts()).toEqual([broken]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
  toasts.show(broken);
  vi.advanceTimersByTime(0);
  expect(texts()).toEqual([broken]);
});

test('it comes once whatever its news closes is closed', () => {
  const toasts = createToasts();
  toasts.show(earned);
  expect(toasts.read()).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(toasts.read()).toEqual([{ id: 1, text: earned }]);
});

test('a welcome stays until its sums can have been read', () => {
  const welcome: ToastText = { kind: 'welcomed', rewards: [], refusal: null };
  const { texts } = shown([welcome]);
  vi.advanceTimersByTime(0);
  vi.advanceTimersByTime(7_999);
  expect(texts()).toEqual([welcome]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('a kept claim that is refused is told, unless it was paid already', () => {
  const claim = { id: 'a', userId: 7, call: 'record', itemId: 3, attempt: 1 } as const;
  const refused = (reason: 'already_rewarded' | 'unknown_video') =>
    toastOf({ type: 'claim.refused', claim, failure: { kind: 'refused', reason } });
  expect(refused('already_rewarded')).toBeNull();
  expect(refused('unknown_video')).toEqual({
    kind: 'failure',
    failure: { kind: 'refused', reason: 'unknown_video' },
  });
});
