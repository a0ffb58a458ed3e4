import { afterEach, expect, test, vi } from 'vitest';
import { withRoom } from '../../src/ports/room.ts';

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

test('what a full device has no room for takes the place of media', async () => {
  const kept = stubCaches('media-clips', 'app', 'media-posters');
  expect(await withRoom(failing(named('QuotaExceededError')))).toBe('kept');
  expect([...kept]).toEqual(['app']);
});

test('what fails for another reason takes nothing away', async () => {
  const kept = stubCaches('media-clips');
  const act = failing(named('SecurityError'));
  await expect(withRoom(act)).rejects.toThrow('SecurityError');
  expect([act.mock.calls.length, [...kept]]).toEqual([1, ['media-clips']]);
});

test('a full device without caches says that it is full', async () => {
  await expect(withRoom(failing(named('QuotaExceededError')))).rejects.toThrow('Quota');
});
