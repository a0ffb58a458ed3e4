import { isKeepable } from './media-cache.ts';
import { connection } from './network-hints.ts';

/**
 * Asks for a file of ours as a whole: the service worker keeps it, or has it already. Rejects
 * while there is none in charge.
 */
export async function cacheFile(url: string, signal: AbortSignal): Promise<void> {
  // those who pay for every byte have nothing fetched that they may never look at
  if (!isKeepable(new URL(url, location.href)) || connection()?.saveData) return;
  if (!navigator.serviceWorker?.controller) throw new Error('no service worker is in charge');
  const response = await fetch(url, { signal });
  await response.arrayBuffer();
}
