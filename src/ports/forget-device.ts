import { CLAIMS } from './claim-store.ts';
import { endSubscription } from './subscription.ts';

function forgetCookies(): void {
  for (const pair of document.cookie.split('; ')) {
    const [name] = pair.split('=');
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${name}=; path=/; max-age=0`;
  }
}

/** Deletes the database; other tabs close it as soon as the deletion is requested. */
const forgetDatabase = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(CLAIMS);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });

async function forgetCaches(): Promise<void> {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}

/**
 * Erases all data of this app on this device, and ends push messages to it. This logs out the other tabs.
 * @throws when a part could not be erased; the other parts are erased all the same
 */
export async function eraseDeviceData(): Promise<void> {
  const outcomes = await Promise.allSettled([
    (async () => localStorage.clear())(),
    (async () => forgetCookies())(),
    forgetDatabase(),
    forgetCaches(),
    endSubscription(),
  ]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
