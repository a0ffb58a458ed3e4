import * as v from 'valibot';
import type { PushSetup } from '../../contract/push.ts';
import type { PushToken } from '../../machines/push/model.ts';
import { listen } from './listen.ts';
import { type WorkerMessage, workerMessage } from './push-message.ts';
import { endSubscription, findSubscription } from './subscription.ts';

/** Spec section 9: how long the service worker may need to become active. */
const ACTIVATION_MS = 10_000;

async function activeWorker(signal: AbortSignal): Promise<ServiceWorkerRegistration> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) {
    throw new Error('this browser has no push');
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ACTIVATION_MS)]);
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => {
      limit.onabort = () => reject(limit.reason);
    }),
  ]);
}

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
    byte.charCodeAt(0),
  );

/** Whether a subscription is for this key: the operator may have changed the key, or the push service. */
function isMadeFor({ options }: PushSubscription, vapidKey: string): boolean {
  const made = new Uint8Array(options.applicationServerKey ?? []);
  return made.join() === bytesOf(vapidKey).join();
}

/** @throws when the browser or its push service gives no subscription */
async function subscribe(pushManager: PushManager, vapidKey: string): Promise<PushToken> {
  const options = { userVisibleOnly: true, applicationServerKey: vapidKey };
  const subscription = await pushManager.subscribe(options);
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  const { endpoint } = subscription;
  return { token: endpoint, endpoint, keys: { p256dh, auth }, fetchedAtMs: Date.now() };
}

/** Signal of the latest attempt: two attempts share one subscription, and the earlier must not end it. */
let latest: AbortSignal;

/**
 * Push address of this device.
 * @throws when the browser, its push service or Firebase gives none
 */
export async function fetchPushToken(
  { firebase, vapid_key }: PushSetup,
  signal: AbortSignal,
): Promise<PushToken> {
  latest = signal;
  const registration = await activeWorker(signal);
  const { pushManager } = registration;
  const existing = await pushManager.getSubscription();
  // ends a subscription for another key: the browser allows only one, and Firebase would reuse it unchecked
  if (existing && !isMadeFor(existing, vapid_key)) await existing.unsubscribe();
  // the user may have logged out meanwhile
  signal.throwIfAborted();
  try {
    if (!firebase) return await subscribe(pushManager, vapid_key);
    const { fetchFirebaseToken } = await import('./firebase.ts');
    const token = await fetchFirebaseToken(firebase, vapid_key, registration);
    const subscription = await pushManager.getSubscription();
    return { token, endpoint: subscription?.endpoint ?? '', keys: null, fetchedAtMs: Date.now() };
  } finally {
    // an aborted attempt: the server would never learn the subscription, and nobody would end it
    if (latest.aborted) await endSubscription();
  }
}

/** Whether the browser's subscription has this endpoint and key. The browser may replace it while no page is open. */
export async function isSubscribedAt(endpoint: string, vapidKey: string): Promise<boolean> {
  const subscription = await findSubscription();
  return subscription?.endpoint === endpoint && isMadeFor(subscription, vapidKey);
}

/** Calls back with the messages of our service worker; returns an unsubscribe function. */
export function watchWorkerMessages(report: (message: WorkerMessage) => void): () => void {
  const onMessage = ({ data, ports }: MessageEvent) => {
    const read = v.safeParse(workerMessage, data);
    if (!read.success) return;
    report(read.output);
    // an answer tells the worker that a page listens
    ports[0]?.postMessage(null);
  };
  return listen(navigator.serviceWorker, ['message'], onMessage);
}
