import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor, waitFor } from 'xstate';
import { updateFcmToken, updatePushSubscription } from '../../contract/device.calls.ts';
import { startPush } from '../../src/app/actors/push.actors.ts';
import { startTasks } from '../../src/app/actors/tasks.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';

const frame = new EventTarget();
const page = Object.assign(new EventTarget(), { readyState: 'complete' });
const NOW_MS = Date.parse('2026-03-09T08:00:00Z');
const VAPID_KEY = 'AQID';
const token = { token: 'T', endpoint: 'https://push.test/1', keys: null, fetchedAtMs: NOW_MS - 9 };
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)';
const aPhone = 'Mozilla/5.0 (Linux; Android 10; K)';

/** This browser's push subscription, with the operator's key. */
const subscription = {
  endpoint: token.endpoint,
  options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
};

function stubBrowser(userAgent: string, permission = 'granted'): void {
  const getRegistration = async () => ({
    pushManager: { getSubscription: async () => subscription },
  });
  vi.stubGlobal('navigator', {
    userAgent,
    maxTouchPoints: 5,
    serviceWorker: Object.assign(new EventTarget(), { getRegistration }),
  });
  vi.stubGlobal('window', { Notification: {}, requestIdleCallback: {} });
  vi.stubGlobal('Notification', { permission });
  vi.stubGlobal('requestIdleCallback', (act: () => void) => act());
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  vi.stubGlobal('removeEventListener', frame.removeEventListener.bind(frame));
}

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW_MS);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A device with this stored push token, and a server that is unreachable at the first call. */
function device(stored: object | null = null, isStandalone = false) {
  const kept = { stored };
  const pushToken = {
    read: () => kept.stored,
    write: (value: object | null) => {
      kept.stored = value;
    },
  };
  const api = vi.fn(async () => ({})).mockRejectedValueOnce({ kind: 'offline' });
  const config = async () => ({ push: null, web_push: { vapid_key: VAPID_KEY } });
  const install = { isStandalone, isInstalled: () => isStandalone };
  const effects = { api, config, install, storage: { pushToken } } as unknown as Effects;
  return { api, effects, kept };
}

const noInput = {} as never;

test('a push token of this week is sent again once the connection is back, and stored as sent', async () => {
  stubBrowser(aPhone);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { api, effects, kept } = device({ ...token, isSynced: false });
  const { logic, readInput } = startPush(effects, noInput);
  const push = createActor(logic as AnyActorLogic, { input: readInput?.() }).start();
  push.send({ type: 'session.started', userId: 3 });
  await expect.poll(() => api).toHaveBeenCalledOnce();
  await waitFor(push, (state) => state.matches({ granted: 'retrying' }));
  push.send({ type: 'connectivity.changed', isOnline: true });
  expect(api).toHaveBeenCalledTimes(2);
  await waitFor(push, (state) => state.matches({ granted: 'synced' }));
  expect(kept.stored).toEqual({ ...token, isSynced: true });
  push.stop();
});

test.each([
  [null, updateFcmToken, { fcm_token: 'T' }],
  [{ p256dh: 'p', auth: 'a' }, updatePushSubscription, { endpoint: 'T', p256dh: 'p', auth: 'a' }],
])(
  'the push token is sent to the server, and stopping the actor aborts the call: %o',
  (keys, ...told) => {
    const { api, effects } = device();
    api.mockReset();
    api.mockReturnValue(new Promise(() => undefined));
    const { actors } = startPush(effects, noInput).logic.implementations;
    const input = { kept: { ...token, keys } };
    const syncing = createActor(actors?.syncToken as AnyActorLogic, { input }).start();
    const [call, given, { signal }] = api.mock.calls[0] as unknown as [
      unknown,
      unknown,
      RequestInit,
    ];
    expect([call, given, signal?.aborted]).toEqual([...told, false]);
    syncing.stop();
    expect(signal?.aborted).toBe(true);
  },
);

test.each([
  ['a browser of an iPhone', true, iPhone, false],
  ['an app on an iPhone’s home screen', false, iPhone, true],
  ['another phone', false, aPhone, false],
])('in %s notifications need the installed app: %s', (_, needsInstall, agent, isStandalone) => {
  stubBrowser(agent);
  const { effects } = device(null, isStandalone);
  expect(startPush(effects, noInput).readInput?.()).toMatchObject({ needsInstall });
});

test.each(['granted', 'denied', 'default'])(
  'the task to allow notifications is ready once they are allowed: %s',
  (permission) => {
    stubBrowser(aPhone, permission);
    const { readInput } = startTasks(device().effects, noInput);
    const readiness = { notification: permission === 'granted', download_app: false };
    expect(readInput?.()).toMatchObject({ readiness });
  },
);
