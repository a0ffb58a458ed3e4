import { afterEach, expect, test, vi } from 'vitest';
import { withQuotaRetry } from '../../src/ports/quota.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A device with these caches. */
function stubCaches(...names: string[]) {
  const kept = new Set(names);
  vi.stubGlobal('caches', {
    keys: async () => [...kept],
    delete: async (name: string) => kept.delete(name),
  });
  return kept;
}

const named = (name: string) => Object.assign(new Error(name), { name });

/** A function that fails the first time. */
const failing = (error: Error) => vi.fn(async () => 'kept').mockRejectedValueOnce(error);

test('a write that finds the device full deletes cached media, and is repeated', async () => {
  const kept = stubCaches('media-clips', 'app', 'media-posters');
  expect(await withQuotaRetry(failing(named('QuotaExceededError')))).toBe('kept');
  expect([...kept]).toEqual(['app']);
});

test('a write that fails for another reason deletes nothing', async () => {
  const kept = stubCaches('media-clips');
  const act = failing(named('SecurityError'));
  await expect(withQuotaRetry(act)).rejects.toThrow('SecurityError');
  expect([act.mock.calls.length, [...kept]]).toEqual([1, ['media-clips']]);
});

test('a full device without caches rejects with the quota error', async () => {
  await expect(withQuotaRetry(failing(named('QuotaExceededError')))).rejects.toThrow('Quota');
});
