import { afterEach, expect, test, vi } from 'vitest';
import { fetchPushToken, watchWorkerMessages } from '../../src/ports/push.ts';

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

/** A browser with one subscription, whose push service answers when the test decides. */
function slowBrowser() {
  const answer = Promise.withResolvers<void>();
  const unsubscribe = vi.fn(async () => true);
  let subscription: object | null = null;
  const made = { endpoint: 'https://push.example/1', toJSON: () => ({}), unsubscribe };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn(async () => {
      await answer.promise;
      subscription = made;
      return made;
    }),
  };
  const registration = { pushManager };
  vi.stubGlobal('window', { PushManager: {} });
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: registration, getRegistration: async () => registration },
  });
  return { answer: answer.resolve, isAsked: pushManager.subscribe, unsubscribe };
}

const webPush = { firebase: null, vapid_key: 'AAAA' };

test('a subscription that arrives after the log-out is ended', async () => {
  const browser = slowBrowser();
  const session = new AbortController();
  const fetched = fetchPushToken(webPush, session.signal);
  await vi.waitFor(() => expect(browser.isAsked).toHaveBeenCalledOnce());
  session.abort();
  browser.answer();
  await fetched;
  expect(browser.unsubscribe).toHaveBeenCalledOnce();
});

test('a subscription that an aborted attempt shares with the next attempt is not ended', async () => {
  const browser = slowBrowser();
  const givenUp = new AbortController();
  const first = fetchPushToken(webPush, givenUp.signal);
  await vi.waitFor(() => expect(browser.isAsked).toHaveBeenCalledOnce());
  givenUp.abort();
  const second = fetchPushToken(webPush, new AbortController().signal);
  await vi.waitFor(() => expect(browser.isAsked).toHaveBeenCalledTimes(2));
  browser.answer();
  await first;
  expect(await second).toMatchObject({ endpoint: 'https://push.example/1' });
  expect(browser.unsubscribe).not.toHaveBeenCalled();
});

test('only a message of our worker is reported, and answered if the worker asks', () => {
  const serviceWorker = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker });
  const report = vi.fn();
  const answer = vi.fn();
  const stop = watchWorkerMessages(report);
  const tell = (data: unknown, ports = [{ postMessage: answer }]) =>
    serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data, ports }));
  tell({ type: 'of somebody else' });
  expect([report.mock.calls.length, answer.mock.calls.length]).toEqual([0, 0]);
  tell({ type: 'notification.pressed', link: '/mine/index' });
  expect(report.mock.calls).toEqual([[{ type: 'notification.pressed', link: '/mine/index' }]]);
  expect(answer).toHaveBeenCalledOnce();
  tell({ type: 'subscription.changed' }, []);
  stop();
  tell({ type: 'subscription.changed' });
  expect([report.mock.calls.length, answer.mock.calls.length]).toEqual([2, 1]);
});
