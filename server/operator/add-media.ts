import { resolve } from 'node:path';
import { type OperatorContext, OperatorError, UsageError } from './command.ts';
import { isUrl } from './media/input.ts';
import { MediaStore, type StoredMedia, type StoredSources } from './media/store.ts';

/**
 * Where media is: its address, or a path that starts from where the command was called.
 * @throws UsageError for an address that the policy of the app's pages lets no browser load
 */
function locate(directory: string, name: string): string {
  if (!isUrl(name)) return resolve(directory, name);
  if (URL.parse(name)?.protocol === 'https:') return name;
  throw new UsageError(`${name} must be an address that begins with https: the app loads no other`);
}

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
  let inserted = false;
  try {
    const stored = await store.add(locate(directory, media), poster && locate(directory, poster));
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
