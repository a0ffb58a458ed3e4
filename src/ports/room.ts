/** What may be fetched again: it goes first where a device is full. */
const MEDIA_CACHES = 'media-';

export const isFull = (error: unknown) =>
  error instanceof Error && error.name === 'QuotaExceededError';

export async function dropMedia(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(MEDIA_CACHES)) await caches.delete(name);
  }
}

/** Does something that needs room on this device; where there is none, media make some. */
export async function withRoom<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!isFull(error) || !('caches' in globalThis)) throw error;
    await dropMedia();
    return act();
  }
}
