import { afterEach, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Session } from '../../machines/auth/model.ts';
import { provideAuth } from '../../src/app/actors/auth.actors.ts';
import type { Effects } from '../../src/app/system/effects.ts';
import { user } from '../model/samples.ts';

afterEach(() => vi.unstubAllGlobals());

/** What is kept on a device, in one value. */
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

/** A window whose calls all fail, on a device where another window may have logged somebody in. */
async function open(session: Session | null) {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  const storage = {
    session: kept(session),
    isWelcomeDue: kept(true),
    userKnownAt: kept(1_000),
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
  ['leaves what another window has stored since', bens, [bens, true]],
  ['leaves nothing of a session that was stored in part', null, [null, null]],
])('a log-in that fails %s', async (_, stored, left) => {
  const { auth, storage } = await open(null);
  auth.send({ type: 'login.submitted', form });
  storage.session.write(stored);
  await waitFor(auth, (state) => state.matches('loggedOut'));
  expect([storage.session.read(), storage.isWelcomeDue.read()]).toEqual(left);
});
