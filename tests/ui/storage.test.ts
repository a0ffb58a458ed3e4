import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cookie, createStorage } from '../../src/ports/storage.ts';

const frame = new EventTarget();
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  vi.stubGlobal('removeEventListener', frame.removeEventListener.bind(frame));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Another window has written this key; null: it has cleared the storage. */
const others = (key: string | null) =>
  frame.dispatchEvent(Object.assign(new Event('storage'), { key }));

test('a log-in of another window is reported, and nothing else that it writes', () => {
  const told: (string | undefined)[] = [];
  const stop = createStorage().watchSession((session) => told.push(session?.token));
  kept.set('token', 'of-another');
  others('scheme');
  others('keptFeed');
  expect(told).toEqual([]);
  others('token');
  expect(told).toEqual(['of-another']);
  others('userInfo');
  expect(told).toEqual(['of-another', 'of-another']);
  stop();
  others('token');
  expect(told).toHaveLength(2);
});

test('a window that clears the storage has logged out', () => {
  const told: unknown[] = [];
  const stop = createStorage().watchSession((session) => told.push(session));
  others(null);
  expect(new Set(told)).toEqual(new Set([null]));
  stop();
});

test('a colour scheme of another window is reported only if it is valid', () => {
  const told: string[] = [];
  const stop = createStorage().watchScheme((scheme) => told.push(scheme));
  others('scheme');
  kept.set('scheme', '"violet"');
  others('scheme');
  kept.set('scheme', '"dark"');
  others('token');
  others('scheme');
  stop();
  expect(told).toEqual(['dark']);
});

test('a cookie lasts for its days, and is removed by writing null', () => {
  const page = { cookie: '' };
  vi.stubGlobal('document', page);
  const language = cookie('language', 30);
  language.write('pt-BR; x');
  expect(page.cookie).toBe('language=pt-BR%3B%20x; path=/; max-age=2592000; samesite=lax');
  page.cookie = 'lang=de; language=pt-BR%3B%20x; other=1';
  expect(language.read()).toBe('pt-BR; x');
  language.write(null);
  expect(page.cookie).toBe('language=; path=/; max-age=0; samesite=lax');
});
