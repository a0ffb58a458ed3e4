import { afterEach, expect, test, vi } from 'vitest';
import { withLock } from '../../src/ports/lock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A browser that grants no lock, because another window holds it. */
function stubHeldLock() {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const request = (_name: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  vi.stubGlobal('navigator', { locks: { request } });
  return { limit, timeout };
}

test('a lock that is never granted delays the work by at most five seconds', async () => {
  const { limit, timeout } = stubHeldLock();
  const work = vi.fn(async () => 'done');
  const doing = withLock('outbox', work, new AbortController().signal);
  expect([work.mock.calls.length, timeout.mock.calls]).toEqual([0, [[5_000]]]);
  limit.abort();
  expect(await doing).toBe('done');
});

test('a caller that aborts while it waits for the lock does no work', async () => {
  stubHeldLock();
  const work = vi.fn(async () => 'done');
  const caller = new AbortController();
  const doing = withLock('outbox', work, caller.signal);
  caller.abort();
  await expect(doing).rejects.toThrow();
  expect(work).not.toHaveBeenCalled();
});
