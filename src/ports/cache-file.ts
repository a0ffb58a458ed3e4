import { isCacheable, isOwnOrigin } from './media-cache.ts';
import { connection } from './network-hints.ts';

/** Fetches a whole media file for the service worker's cache. Rejects while no worker controls the page. */
export async function cacheFile(url: string, signal: AbortSignal): Promise<void> {
  // with data saving on, fetches no file that the user may never watch
  const at = new URL(url, location.href);
  if (!isCacheable(at) || connection()?.saveData) return;
  if (!navigator.serviceWorker?.controller) throw new Error('no service worker is in charge');
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    // no error: another server does not let this page read the file, so every later attempt would fail too
    if (isOwnOrigin(at) || signal.aborted || !navigator.onLine) throw error;
  });
  await response?.arrayBuffer();
}
