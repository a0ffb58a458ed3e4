import { afterEach, expect, test, vi } from 'vitest';
import { fetchPushToken } from '../../src/ports/push.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const push = { firebase: {}, vapid_key: 'B' } as Parameters<typeof fetchPushToken>[0];

test('a service worker that does not become active is given up after 10 s', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => undefined) } });
  vi.stubGlobal('window', { PushManager: {} });
  const limit = new AbortController();
  const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const fetched = fetchPushToken(push, new AbortController().signal);
  expect(asked.mock.calls).toEqual([[10_000]]);
  limit.abort(new DOMException('too late', 'TimeoutError'));
  await expect(fetched).rejects.toMatchObject({ name: 'TimeoutError' });
});
