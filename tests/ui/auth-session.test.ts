import { afterEach, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Session } from '../../machines/auth/model.ts';
import { provideAuth } from '../../src/app/actors/auth.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';
import { user } from '../model/samples.ts';

afterEach(() => vi.unstubAllGlobals());

/** A stored value of a device. */
function kept<Value>(value: Value | null) {
  const stored = {
    value,
    read: () => stored.value,
    write: (next: Value | null) => {
      stored.value = next;
    },
  };
  return stored;
}

const offline = { kind: 'offline' };

/** A window with failing calls, on a device where another window may have logged in. */
async function open(session: Session | null) {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  const storage = {
    session: kept(session),
    isWelcomeDue: kept(true),
    userKnownAt: kept(1_000),
    pushToken: kept('of this phone'),
    watchSession: () => () => undefined,
  };
  const effects = {
    storage,
    api: () => Promise.reject(offline),
    country: async () => null,
    language: kept('en'),
  };
  const auth = createActor(provideAuth(effects as unknown as Effects)).start();
  await waitFor(auth, (state) => !state.matches('restoring'));
  return { auth, storage };
}

const form = { username: 'ada', password: 'correct horse', keep: true };
const bens: Session = { token: 'token-b', user: { ...user, id: 8 } };

test.each([
  ['keeps the session that another window has stored meanwhile', bens, [bens, true]],
  ['deletes a session that was stored in part', null, [null, null]],
])('a log-in that fails %s', async (_, stored, left) => {
  const { auth, storage } = await open(null);
  auth.send({ type: 'login.submitted', form });
  storage.session.write(stored);
  await waitFor(auth, (state) => state.matches('loggedOut'));
  expect([storage.session.read(), storage.isWelcomeDue.read()]).toEqual(left);
});

const anns: Session = { token: user.token, user };

/** A browser with a push subscription; `isBroken`: it cannot be ended. */
function subscribe(isBroken = false) {
  const unsubscribe = vi.fn(async () => {
    if (isBroken) throw new DOMException('no', 'AbortError');
    return true;
  });
  const pushManager = { getSubscription: async () => ({ unsubscribe }) };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  return unsubscribe;
}

test.each([
  ['ends the push subscription, and forgets the token', anns, false, [1, null]],
  ['forgets the push token even if the subscription cannot be ended', anns, true, [1, null]],
  ['keeps the push subscription after another window’s log-in', bens, false, [0, 'of this phone']],
  ['keeps the push subscription after another window’s log-out', null, false, [0, 'of this phone']],
])('a log-out that does not reach the server %s', async (_, stored, isBroken, ended) => {
  const unsubscribe = subscribe(isBroken);
  const { auth, storage } = await open(anns);
  auth.send({ type: 'logout.pressed' });
  storage.session.write(stored);
  await waitFor(auth, (state) => state.matches('loggedOut'));
  await new Promise((resolve) => setImmediate(resolve));
  expect([unsubscribe.mock.calls.length, storage.pushToken.read()]).toEqual(ended);
});

test('a log-out clears the session in a browser without a service worker', async () => {
  vi.stubGlobal('navigator', {});
  const { auth, storage } = await open(anns);
  auth.send({ type: 'logout.pressed' });
  await waitFor(auth, (state) => state.matches('loggedOut'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(storage.session.read()).toBeNull();
});
