import { type FirebaseOptions, initializeApp } from 'firebase/app';
import { getMessaging, getToken } from 'firebase/messaging';

/**
 * Asks Firebase where this browser can be reached. It brings 15 KB and calls Google, so nobody
 * but `push.ts` imports this, and only once all of it is wanted.
 */
export function fetchFirebaseToken(
  options: FirebaseOptions,
  vapidKey: string,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> {
  return getToken(getMessaging(initializeApp(options)), { vapidKey, serviceWorkerRegistration });
}
