import { resolve } from 'node:path';
import { type OperatorContext, OperatorError } from './command.ts';
import { isUrl } from './media/input.ts';
import { MediaStore, type StoredMedia, type StoredSources } from './media/store.ts';

function checkSeconds(seconds: number | null, { duration_ms }: StoredMedia): void {
  if (seconds === null || seconds * 1000 <= duration_ms) return;
  throw new OperatorError(
    `nobody can watch ${seconds} s of a clip of ${(duration_ms / 1000).toFixed(1)} s`,
  );
}

interface Addition<Row> {
  readonly media: string;
  readonly poster: string | undefined;
  readonly seconds: number | null;
  /** refuses what is there already, before work is put into it */
  readonly check?: (url: string) => Promise<void>;
  /** writes the row and returns it */
  readonly insert: (media: StoredMedia & StoredSources) => Promise<Row>;
}

/** Stores media with smaller copies of it, and inserts its row: all of it happens, or nothing. */
export async function addMedia<Row>(
  { dataDir, directory }: OperatorContext,
  { media, poster, seconds, check, insert }: Addition<Row>,
): Promise<{ row: Row; note: string | null }> {
  const store = new MediaStore(dataDir);
  const locate = (name: string) => (isUrl(name) ? name : resolve(directory, name));
  let inserted = false;
  try {
    const stored = await store.add(locate(media), poster && locate(poster));
    checkSeconds(seconds, stored);
    await check?.(stored.url);
    const path = store.pathOf(stored.url);
    const others = await store.addRenditions(path ? { path, media: stored } : null, stored.url);
    const row = await insert({ ...stored, ...others });
    inserted = true;
    return { row, note: others.note };
  } finally {
    await store.close(inserted);
  }
}
