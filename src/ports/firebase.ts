import { type FirebaseOptions, initializeApp } from 'firebase/app';
import { getMessaging, getToken } from 'firebase/messaging';

/**
 * Asks Firebase for this browser's push token. Firebase adds 15 KB and calls Google, so only `push.ts` imports this
 * file, and only when push needs it.
 */
export function fetchFirebaseToken(
  options: FirebaseOptions,
  vapidKey: string,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> {
  return getToken(getMessaging(initializeApp(options)), { vapidKey, serviceWorkerRegistration });
}
