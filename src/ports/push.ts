import * as v from 'valibot';
import type { AppConfig } from '../../contract/shapes.ts';
import type { PushToken } from '../../machines/push.setup.ts';
import { type WorkerMessage, workerMessage } from './push-message.ts';

/** Spec section 9: so long may the service worker take to become active. */
const ACTIVATION_MS = 10_000;

async function activeWorker(signal: AbortSignal): Promise<ServiceWorkerRegistration> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) {
    throw new Error('this browser receives no push messages');
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ACTIVATION_MS)]);
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => {
      limit.addEventListener('abort', () => reject(limit.reason), { once: true });
    }),
  ]);
}

/**
 * This device's address for push messages.
 * @throws when the browser, its push service or Firebase does not give one
 */
export async function fetchPushToken(
  { firebase, vapid_key }: NonNullable<AppConfig['push']>,
  signal: AbortSignal,
): Promise<PushToken> {
  const registration = await activeWorker(signal);
  const { fetchFirebaseToken } = await import('./firebase.ts');
  const token = await fetchFirebaseToken(firebase, vapid_key, registration);
  const subscription = await registration.pushManager.getSubscription();
  return { token, endpoint: subscription?.endpoint ?? '', fetchedAtMs: Date.now() };
}

/** Is this still what the browser listens at? It may have replaced it while no page was open. */
export async function isSubscribedAt(endpoint: string): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  return subscription?.endpoint === endpoint;
}

/** Calls back with what our service worker has to tell; returns the way out. */
export function watchWorkerMessages(report: (message: WorkerMessage) => void): () => void {
  const leaving = new AbortController();
  const hear = ({ data, ports }: MessageEvent) => {
    const read = v.safeParse(workerMessage, data);
    if (!read.success) return;
    report(read.output);
    // whoever asks whether somebody listens is told so
    ports[0]?.postMessage(true);
  };
  navigator.serviceWorker?.addEventListener('message', hear, { signal: leaving.signal });
  return () => leaving.abort();
}
