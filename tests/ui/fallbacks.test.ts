import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { polyfill } from '../../src/fallbacks.ts';
import { needsPolyfills } from '../../src/ports/needs-polyfills.ts';

const parts: readonly (readonly [object, string])[] = [
  [AbortSignal, 'any'],
  [AbortSignal, 'timeout'],
  [Map, 'groupBy'],
  [Array.prototype, 'findLastIndex'],
  [Intl, 'Segmenter'],
];

/** Removes these features until the test ends, as if the browser lacked them. */
function takeAway(some: typeof parts): void {
  const natives = some.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
  onTestFinished(() => {
    some.forEach(([owner, name], at) => {
      Object.defineProperty(owner, name, natives[at] as PropertyDescriptor);
    });
  });
  for (const [owner, name] of some) Reflect.deleteProperty(owner, name);
}

function fillInAll(): void {
  takeAway(parts);
  polyfill();
}

class KnownElement {
  readonly dataset: Record<string, string> = {};
  get inert() {
    return false;
  }
}

let page: KnownElement;
beforeEach(() => {
  page = new KnownElement();
  vi.stubGlobal('HTMLElement', KnownElement);
  vi.stubGlobal('document', { documentElement: page });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a browser with all native functions needs no polyfills', () => {
  expect(needsPolyfills()).toBe(false);
});

test.each([
  ['AbortSignal.any', AbortSignal, 'any'],
  ['Map.groupBy', Map, 'groupBy'],
  ['Intl.Segmenter', Intl, 'Segmenter'],
])('a browser without %s needs the polyfills until they are installed', (_, owner, name) => {
  takeAway([[owner, name]]);
  expect(needsPolyfills()).toBe(true);
  polyfill();
  expect(needsPolyfills()).toBe(false);
});

test('the page is marked if the browser does not support inert', () => {
  polyfill();
  expect(page.dataset).toEqual({});
  vi.stubGlobal('HTMLElement', class {});
  polyfill();
  expect(page.dataset).toEqual({ lacks: 'inert' });
});

test('native functions of the browser are not replaced', () => {
  const before = parts.map(([owner, name]) => Reflect.get(owner, name));
  polyfill();
  expect(parts.map(([owner, name]) => Reflect.get(owner, name))).toEqual(before);
});

test('AbortSignal.any aborts with the first of its signals, and with its reason', () => {
  fillInAll();
  const [left, right] = [new AbortController(), new AbortController()];
  const either = AbortSignal.any([left.signal, right.signal]);
  expect(either.aborted).toBe(false);
  right.abort('gone');
  left.abort('later');
  expect([either.aborted, either.reason]).toEqual([true, 'gone']);
  expect(AbortSignal.any([right.signal]).reason).toBe('gone');
});

test('AbortSignal.timeout aborts in time, with a TimeoutError', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  fillInAll();
  const signal = AbortSignal.timeout(1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([signal.aborted, signal.reason.name]).toEqual([true, 'TimeoutError']);
});

test('Map.groupBy keeps the order of the items', () => {
  fillInAll();
  const groups = Map.groupBy(['b1', 'a1', 'b2'], (text) => text[0]);
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ]);
});

test('findLastIndex finds the last match, or returns -1', () => {
  fillInAll();
  expect([1, 2, 3, 2].findLastIndex((value) => value < 3)).toBe(3);
  expect([1].findLastIndex((value) => value > 1)).toBe(-1);
  expect(Object.keys([1])).toEqual(['0']);
});

test('Intl.Segmenter splits a name into characters, not into surrogates', () => {
  fillInAll();
  const parted = [...new Intl.Segmenter().segment('a😀b')].map(({ segment }) => segment);
  expect(parted).toEqual(['a', '😀', 'b']);
});
