import { fromCallback, fromPromise } from 'xstate';
import { updateFcmToken } from '../../../contract/calls.ts';
import { pushMachine } from '../../../machines/push.machine.ts';
import type { KeptPush, Permission, PushToken } from '../../../machines/push.setup.ts';
import { askForNotifications, watchNotifications } from '../../ports/notifications.ts';
import { fetchPushToken, isSubscribedAt, watchWorkerMessages } from '../../ports/push.ts';
import { watchOnline } from '../../ports/visibility.ts';
import type { Effects } from '../effects.ts';
import { whenQuiet } from '../quiet-moment.ts';

const nothing = { kept: null, isSynced: false, ageMs: 0 };

/** What was kept, unless the browser has meanwhile dropped what it stands for. */
async function restore({ config, storage }: Effects): Promise<KeptPush> {
  // the first clip comes first
  await new Promise<void>((resolve) => whenQuiet(resolve));
  const isSetUp = (await config()).push !== null;
  const stored = storage.pushToken.read();
  if (!stored || !isSetUp || !(await isSubscribedAt(stored.endpoint))) {
    return { ...nothing, isSetUp };
  }
  const { isSynced, ...kept } = stored;
  return { isSetUp, kept, isSynced, ageMs: Math.max(0, Date.now() - kept.fetchedAtMs) };
}

/** Push messages with the browser's permission, Firebase, the server and the service worker. */
export function providePush(effects: Effects) {
  const { api, config, storage } = effects;
  return pushMachine.provide({
    actors: {
      askPermission: fromPromise<Permission>(() => askForNotifications()),
      restoreToken: fromPromise<KeptPush>(() => restore(effects)),
      fetchToken: fromPromise<PushToken>(async ({ signal }) => {
        const { push } = await config();
        if (!push) throw new Error('push is not set up');
        return fetchPushToken(push, signal);
      }),
      syncToken: fromPromise<void, { token: string }>(async ({ input: { token }, signal }) => {
        await api(updateFcmToken, { fcm_token: token }, { signal });
      }),
      watchPermission: fromCallback(({ sendBack }) =>
        watchNotifications((permission) => sendBack({ type: 'permission.changed', permission })),
      ),
      watchMessages: fromCallback(({ sendBack }) => watchWorkerMessages(sendBack)),
      watchNetwork: fromCallback(({ sendBack }) =>
        watchOnline(() => sendBack({ type: 'network.returned' })),
      ),
    },
    actions: {
      storeToken: ({ context: { kept, isSynced } }) =>
        storage.pushToken.write(kept && { ...kept, isSynced }),
      logFailure: (_, why) => console.warn('Push messages could not be set up:', why),
    },
  });
}
