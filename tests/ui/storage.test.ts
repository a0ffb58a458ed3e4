import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cookie, createStorage } from '../../src/ports/storage.ts';

/** the fake window of this tab */
const fakeWindow = new EventTarget();
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('addEventListener', fakeWindow.addEventListener.bind(fakeWindow));
  vi.stubGlobal('removeEventListener', fakeWindow.removeEventListener.bind(fakeWindow));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Reports that another tab has written this key; null: that it has cleared the storage. */
const reportWrite = (key: string | null) =>
  fakeWindow.dispatchEvent(Object.assign(new Event('storage'), { key }));

test('only a changed token or user of another tab is reported as a new session', () => {
  const tokens: (string | undefined)[] = [];
  const stop = createStorage().watchSession((session) => tokens.push(session?.token));
  stored.set('token', 'of-another');
  reportWrite('scheme');
  reportWrite('keptFeed');
  expect(tokens).toEqual([]);
  reportWrite('token');
  expect(tokens).toEqual(['of-another']);
  reportWrite('userInfo');
  expect(tokens).toEqual(['of-another', 'of-another']);
  stop();
  reportWrite('token');
  expect(tokens).toHaveLength(2);
});

test('the session is reported as ended when another tab clears the storage', () => {
  const sessions: unknown[] = [];
  const stop = createStorage().watchSession((session) => sessions.push(session));
  reportWrite(null);
  expect(new Set(sessions)).toEqual(new Set([null]));
  stop();
});

test('a colour scheme that another tab stores is reported only if it is valid', () => {
  const schemes: string[] = [];
  const stop = createStorage().watchScheme((scheme) => schemes.push(scheme));
  reportWrite('scheme');
  stored.set('scheme', '"violet"');
  reportWrite('scheme');
  stored.set('scheme', '"dark"');
  reportWrite('token');
  reportWrite('scheme');
  stop();
  expect(schemes).toEqual(['dark']);
});

test('a cookie lasts for the given number of days; writing null removes it', () => {
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
