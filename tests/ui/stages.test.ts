import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ModuleInput } from '../../machines/app/events.ts';
import { pageProgress } from '../../src/app/shell/page-progress.ts';
import { createEffects } from '../../src/app/system/effects.ts';
import type { System } from '../../src/app/system/root.ts';
import { loadModule } from '../../src/stages/modules.ts';

/** Timeout that allows for loading code. */
const patience = { timeout: 10_000 };

/** Tasks that wait until the page is idle. */
let quiet: (() => void)[] = [];

beforeEach(() => {
  quiet = [];
  const element = () => Object.assign(new EventTarget(), { setAttribute: () => undefined });
  const page = { readyState: 'complete', cookie: '', querySelector: () => null };
  vi.stubGlobal('document', { ...page, querySelectorAll: () => [], createElement: element });
  vi.stubGlobal('navigator', { userAgent: '', maxTouchPoints: 0 });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('innerWidth', 360);
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  vi.stubGlobal('window', { requestIdleCallback: {} });
  vi.stubGlobal('requestIdleCallback', (act: () => void) => quiet.push(act));
});
afterEach(async () => {
  await vi.waitFor(() => expect(pageProgress().value).toBeNull(), patience);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Loads a module for a visitor; returns whether the page-load bar was shown. */
async function load(module: ModuleInput['module']): Promise<'with a bar' | 'without a bar'> {
  const effects = createEffects({ token: () => null, onSessionEnded: () => undefined });
  const input = { module, user: null, idPrefix: 'n', isFeedOpen: true };
  const loading = loadModule(input, { effects } as System);
  const { value } = pageProgress();
  await loading;
  return value === null ? 'without a bar' : 'with a bar';
}

test('the boot phases load without a bar, and a later screen with a bar', async () => {
  const texts = vi.spyOn(i18n, 'load');
  expect(await load('feed')).toBe('without a bar');
  expect(await load('second')).toBe('without a bar');
  // later screens' texts and code are not loaded
  expect([texts.mock.calls.length, quiet.length]).toEqual([0, 0]);
  expect(await load('third')).toBe('without a bar');
  expect(texts).toHaveBeenCalledOnce();
  expect(await load('notFound')).toBe('with a bar');
  expect(texts).toHaveBeenCalledTimes(2);
});

test('the last boot phase prefetches the other screens, one whenever the page is idle', async () => {
  await load('third');
  for (const screen of ['login', 'newUser'] as const) {
    await vi.waitFor(() => expect(quiet).toHaveLength(1), patience);
    quiet.shift()?.();
    await vi.waitFor(() => expect(quiet).toHaveLength(1), patience);
    expect(await load(screen)).toBe('without a bar');
  }
});
