import type { Config } from '../config.ts';
import { diskStorage } from './disk.ts';
import type { MediaStorage } from './storage.ts';

/** Timeout of the server's own requests: they are fast, or the server tries them again. */
const SERVER_REQUEST_MS = 10_000;

/**
 * Opens the store of this installation's media.
 * @param ending aborts the requests of a server, which does not wait for the store; not given: an operator's command,
 *   which waits
 */
export async function openMedia(
  { mediaStore, dataDir }: Pick<Config, 'mediaStore' | 'dataDir'>,
  ending?: AbortSignal,
): Promise<MediaStorage> {
  if (mediaStore === null) return diskStorage(dataDir);
  const { s3Storage } = await import('./s3/storage.ts');
  if (!ending) return s3Storage(mediaStore);
  const limits = { requestMs: SERVER_REQUEST_MS, signal: ending };
  return s3Storage({ ...mediaStore, waitMs: 0 }, limits);
}
