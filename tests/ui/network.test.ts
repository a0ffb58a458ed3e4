import { afterEach, expect, test, vi } from 'vitest';
import { isSavingHinted } from '../../src/ports/network-hints.ts';
import { watchTransfers } from '../../src/ports/transfers.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['a phone that saves data', { saveData: true, effectiveType: '4g' }, true],
  ['a slow connection', { saveData: false, effectiveType: '2g' }, true],
  ['a very slow connection', { effectiveType: 'slow-2g' }, true],
  ['a fast enough connection', { saveData: false, effectiveType: '3g' }, false],
  ['a browser without such hints', undefined, false],
])('clips are loaded on demand only if the browser hints at it: %s', (_, connection, isHinted) => {
  vi.stubGlobal('navigator', { connection });
  expect(isSavingHinted()).toBe(isHinted);
});

/** A browser that reports fetched files, with or without their sizes. */
function stubTiming(timing: object) {
  type Hear = (list: object) => void;
  const observers = new Set<Hear>();
  vi.stubGlobal('PerformanceObserver', function (this: object, hear: Hear) {
    const observe = () => observers.add(hear);
    Object.assign(this, { observe, disconnect: () => observers.delete(hear) });
  });
  vi.stubGlobal('PerformanceResourceTiming', { prototype: timing });
  vi.stubGlobal('navigator', {});
  return (...sizes: number[]) => {
    const entries = sizes.map((transferSize) => ({ transferSize, workerStart: 0 }));
    for (const hear of observers) hear({ getEntries: () => entries });
  };
}

test('fetched bytes are reported if the browser measures them', () => {
  const told: number[] = [];
  const fetch = stubTiming({ transferSize: 0 });
  const stop = watchTransfers((bytes) => told.push(bytes));
  fetch(300, 40);
  fetch(0);
  stop();
  fetch(1);
  expect(told).toEqual([340]);
});

test('a browser that measures no sizes is not observed', () => {
  const told: number[] = [];
  const fetch = stubTiming({});
  const stop = watchTransfers((bytes) => told.push(bytes));
  fetch(300);
  expect(told).toEqual([]);
  stop();
});
