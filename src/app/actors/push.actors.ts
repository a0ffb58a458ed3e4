import { updateFcmToken, updatePushSubscription } from '../../../contract/device.calls.ts';
import { pushSetupOf } from '../../../contract/push.ts';
import type { PushToken, StoredPush } from '../../../machines/push/model.ts';
import { pushMachine } from '../../../machines/push/push.machine.ts';
import { isApple } from '../../ports/install-way.ts';
import {
  askForNotifications,
  notificationState,
  watchNotifications,
} from '../../ports/notifications.ts';
import { fetchPushToken, isSubscribedAt, watchWorkerMessages } from '../../ports/push.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import { onIdle } from '../system/on-idle.ts';
import type { Start } from '../system/starts.ts';

const nothing = { kept: null, isSynced: false, ageMs: 0 };

/** Returns the stored token, unless the browser has ended its subscription meanwhile. */
async function restore({ config, storage }: Effects): Promise<StoredPush> {
  // waits, so that the first clip loads first
  await new Promise<void>((resolve) => onIdle(resolve));
  const setup = pushSetupOf(await config());
  if (!setup) return { ...nothing, isSetUp: false };
  const stored = storage.pushToken.read();
  if (!stored || !(await isSubscribedAt(stored.endpoint, setup.vapid_key))) {
    return { ...nothing, isSetUp: true };
  }
  const { isSynced, ...kept } = stored;
  return { isSetUp: true, kept, isSynced, ageMs: Math.abs(Date.now() - kept.fetchedAtMs) };
}

/** Sends this device's push address to the server, for FCM or web push. */
async function sync({ api }: Effects, { token, keys }: PushToken, signal: AbortSignal) {
  if (keys) await api(updatePushSubscription, { endpoint: token, ...keys }, { signal });
  else await api(updateFcmToken, { fcm_token: token }, { signal });
}

/** Push messages with the browser's permission, its push service, the server and the service worker. */
function providePush(effects: Effects) {
  const { config, storage } = effects;
  return pushMachine.provide({
    actors: {
      ...promises(
        pushMachine,
        {
          askPermission: askForNotifications,
          restoreToken: () => restore(effects),
          fetchToken: async ({ signal }) => {
            const setup = pushSetupOf(await config());
            if (!setup) throw new Error('push is not set up');
            return fetchPushToken(setup, signal);
          },
          syncToken: async ({ input: { kept }, signal }) => {
            if (kept) await sync(effects, kept, signal);
          },
        },
        ['askPermission', 'restoreToken', 'fetchToken'],
      ),
      ...listeners(pushMachine, {
        watchPermission: ({ sendBack }) =>
          watchNotifications((permission) => sendBack({ type: 'permission.changed', permission })),
        watchMessages: ({ sendBack }) => watchWorkerMessages(sendBack),
      }),
    },
    actions: {
      storeToken: ({ context: { kept, isSynced } }) =>
        storage.pushToken.write(kept && { ...kept, isSynced }),
      markStoredUnsynced: () => {
        const stored = storage.pushToken.read();
        if (stored) storage.pushToken.write({ ...stored, isSynced: false });
      },
      logFailure: (_, why) => console.warn('Push messages could not be set up:', why),
    },
  });
}

export const startPush: Start = (effects) => ({
  id: 'push',
  logic: providePush(effects),
  readInput: () => ({
    permission: notificationState(),
    needsInstall: isApple() && !effects.install.isStandalone,
  }),
});
