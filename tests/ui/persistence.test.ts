import { afterEach, expect, test, vi } from 'vitest';
import { askToPersist } from '../../src/ports/persistence.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** How often a browser is asked to keep what is stored. */
async function timesAsked(isPersisted: () => Promise<boolean>): Promise<number> {
  const persist = vi.fn(() => Promise.reject(new Error('not now')));
  vi.stubGlobal('navigator', { storage: { persisted: isPersisted, persist } });
  await askToPersist();
  return persist.mock.calls.length;
}

test('the browser is asked for persistent storage unless the storage is persistent already', async () => {
  expect(await timesAsked(async () => false)).toBe(1);
  expect(await timesAsked(async () => true)).toBe(0);
  expect(await timesAsked(() => Promise.reject(new Error('blocked')))).toBe(0);
});
