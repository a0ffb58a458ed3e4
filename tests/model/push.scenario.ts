import { createActor } from 'xstate';
import { pushMachine } from '../../machines/push.machine.ts';
import type { KeptPush, Permission, PushNews, PushToken } from '../../machines/push.setup.ts';
import { clock, scripted, settled, silent } from './scenarios.ts';

export const token = (name: string): PushToken => ({
  token: name,
  endpoint: `https://push.example/${name}`,
  fetchedAtMs: 1_000,
});
/** What a device has kept that never had a token. */
export const nothing: KeptPush = { isSetUp: true, kept: null, isSynced: false, ageMs: 0 };

/** The machine on a device with this permission, and what it does outside. */
export async function start(permission: Permission, isLoggedIn = true) {
  const ask = scripted<Permission, unknown>();
  const restore = scripted<KeptPush, unknown>();
  const fetch = scripted<PushToken, unknown>();
  const sync = scripted<void, { token: string }>();
  const stored: unknown[] = [];
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
        watchNetwork: silent,
      },
      actions: {
        storeToken: ({ context: { kept, isSynced } }) =>
          stored.push(kept && [kept.token, isSynced ? 'synced' : 'not synced']),
        logFailure: (_, why) => logged.push(why),
      },
    }),
    { clock: time, input: { permission } },
  );
  const news: PushNews[] = [];
  actor.on('*', (event) => news.push(event));
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
    sent: () => sync.inputs().map((input) => input.token),
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
