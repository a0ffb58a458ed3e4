import { createActor } from 'xstate';
import type { Permission, PushEmitted, PushToken, StoredPush } from '../../machines/push/model.ts';
import { pushMachine } from '../../machines/push/push.machine.ts';
import { hearAsRoot } from './hearing.ts';
import { clock, scripted, settled, silent } from './scenarios.ts';

export const token = (name: string): PushToken => ({
  token: name,
  endpoint: `https://push.example/${name}`,
  keys: null,
  fetchedAtMs: 1_000,
});
/** What a device has kept that never had a token. */
export const nothing: StoredPush = { isSetUp: true, kept: null, isSynced: false, ageMs: 0 };

/** The machine on a device with this permission, and what it does outside. */
export async function start(permission: Permission, isLoggedIn = true) {
  const ask = scripted<Permission, unknown>();
  const restore = scripted<StoredPush, unknown>();
  const fetch = scripted<PushToken, unknown>();
  const sync = scripted<void, { kept: PushToken | null }>();
  const stored: ([string, 'synced' | 'not synced'] | null)[] = [];
  const logged: unknown[] = [];
  const time = clock();
  const actor = createActor(
    pushMachine.provide({
      actors: {
        askPermission: ask.logic,
        restoreToken: restore.logic,
        fetchToken: fetch.logic,
        syncToken: sync.logic,
        watchPermission: silent,
        watchMessages: silent,
      },
      actions: {
        storeToken: ({ context: { kept, isSynced } }) =>
          stored.push(kept && [kept.token, isSynced ? 'synced' : 'not synced']),
        markStoredUnsynced: () => {
          const [token] = stored.at(-1) ?? [];
          if (token) stored.push([token, 'not synced']);
        },
        logFailure: (_, why) => logged.push(why),
      },
    }),
    { clock: time, input: { permission, canInstall: false } },
  );
  const news: PushEmitted[] = [];
  hearAsRoot<PushEmitted>(actor, (event) => news.push(event));
  actor.start();
  if (isLoggedIn) actor.send({ type: 'session.started', userId: 7 });
  await settled();
  return {
    actor,
    ask,
    restore,
    fetch,
    sync,
    stored,
    logged,
    time,
    news,
    value: () => actor.getSnapshot().value,
    sent: () => sync.inputs().map(({ kept }) => kept?.token),
    fetches: () => fetch.inputs().length,
  };
}

/** Granted, logged in, and the server knows the token `a`. */
export async function synced() {
  const all = await start('granted');
  await all.restore.answer(nothing);
  await all.fetch.answer(token('a'));
  await all.sync.answer();
  return all;
}
