import { resolve } from 'node:path';
import { type OperatorContext, OperatorError } from './command.ts';
import { isUrl } from './media/source.ts';
import { MediaStore, type StoredMedia } from './media/store.ts';

function checkSeconds(seconds: number | null, { duration_ms }: StoredMedia): void {
  if (seconds === null || seconds * 1000 <= duration_ms) return;
  throw new OperatorError(
    `nobody can watch ${seconds} s of a clip of ${(duration_ms / 1000).toFixed(1)} s`,
  );
}

/**
 * Stores media and inserts its row: both happen, or neither.
 * @param insert writes the row and returns it
 */
export async function addMedia<Result>(
  { dataDir, directory }: OperatorContext,
  source: { media: string; poster: string | undefined; seconds: number | null },
  insert: (media: StoredMedia) => Promise<Result>,
): Promise<Result> {
  const store = new MediaStore(dataDir);
  const locate = (name: string) => (isUrl(name) ? name : resolve(directory, name));
  const poster = source.poster === undefined ? undefined : locate(source.poster);
  let inserted = false;
  try {
    const media = await store.add(locate(source.media), poster);
    checkSeconds(source.seconds, media);
    const result = await insert(media);
    inserted = true;
    return result;
  } finally {
    await store.close(inserted);
  }
}
