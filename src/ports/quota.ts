/** Prefix of caches with files that can be fetched again: they are deleted first on a full device. */
const MEDIA_CACHES = 'media-';

export const isQuotaExceeded = (error: unknown) =>
  error instanceof Error && error.name === 'QuotaExceededError';

export async function deleteMediaCaches(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(MEDIA_CACHES)) await caches.delete(name);
  }
}

/** Does work that needs disk space; on a full device, deletes cached media and tries again. */
export async function withQuotaRetry<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!isQuotaExceeded(error) || !('caches' in globalThis)) throw error;
    await deleteMediaCaches();
    return act();
  }
}
