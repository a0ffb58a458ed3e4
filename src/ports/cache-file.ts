import { isKeepable, isOwnOrigin } from './media-cache.ts';
import { connection } from './network-hints.ts';

/**
 * Asks for a file of ours as a whole: the service worker keeps it, or has it already. Rejects
 * while there is none in charge.
 */
export async function cacheFile(url: string, signal: AbortSignal): Promise<void> {
  // those who pay for every byte have nothing fetched that they may never look at
  const at = new URL(url, location.href);
  if (!isKeepable(at) || connection()?.saveData) return;
  if (!navigator.serviceWorker?.controller) throw new Error('no service worker is in charge');
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    // another server's file that this page may not read: no later attempt can keep it
    if (isOwnOrigin(at) || signal.aborted || !navigator.onLine) throw error;
  });
  await response?.arrayBuffer();
}
