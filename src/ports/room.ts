/** What may be fetched again: it goes first where a device is full. */
const MEDIA_CACHES = 'media-';

export const isFull = (error: unknown) =>
  error instanceof Error && error.name === 'QuotaExceededError';

/** Does something that needs room on this device; where there is none, media make some. */
export async function withRoom<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!isFull(error) || !('caches' in window)) throw error;
    for (const name of await caches.keys()) {
      if (name.startsWith(MEDIA_CACHES)) await caches.delete(name);
    }
    return act();
  }
}

/** Asks the browser to keep what is here when room gets scarce; it may say no. */
export async function askToPersist(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // blocked, or not known to this browser
  }
}
