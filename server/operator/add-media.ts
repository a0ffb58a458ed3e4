import { resolve } from 'node:path';
import { addressesOf, updateTakenDown } from '../domain/gone-media.ts';
import type { MediaKind } from '../domain/media-visibility.ts';
import type { ByLanguage } from '../domain/texts.ts';
import { abortable } from './abortable.ts';
import { type OperatorContext, OperatorError, UsageError } from './command.ts';
import { addCaptions } from './media/captions.ts';
import { isUrl } from './media/input.ts';
import { sourceNameOf } from './media/source.ts';
import { MediaStore, type Stored } from './media/store.ts';
import { checkSeconds, tooShortWarning } from './media-changes.ts';

/**
 * Returns the URL of media, or the absolute path of a file.
 * @param directory base of relative paths
 * @throws UsageError for a URL that the content security policy of the app's pages forbids
 */
export function locate(directory: string, name: string): string {
  if (!isUrl(name)) return resolve(directory, name);
  if (URL.parse(name)?.protocol === 'https:') return name;
  throw new UsageError(
    `${name} must be an address that begins with "https:", because the app loads no other address`,
  );
}

interface Addition<Row> {
  readonly kind: MediaKind;
  readonly media: string;
  readonly poster: string | undefined;
  /** caption files by language */
  readonly captions?: ByLanguage;
  readonly seconds: number | null;
  /** name of the source; not given: computed from the file or the URL */
  readonly source?: string | undefined;
  /** refuses a source that was added already, before any work */
  readonly checkSource?: (source: string) => Promise<void>;
  /** refuses a stored file that another row has */
  readonly check?: (url: string) => Promise<void>;
  /** inserts the row and returns it */
  readonly insert: (media: Stored) => Promise<Row>;
  /** whether messengers show a preview picture with links to the media */
  readonly isLinked: boolean;
}

interface Added<Row> {
  readonly row: Row;
  readonly note: string | null;
}

/**
 * Locks a source until the transaction ends: otherwise a command that fails could remove the files of
 * another command that adds the same source.
 * @throws OperatorError when another command has the lock
 */
export async function lockSource(
  { db }: Pick<OperatorContext, 'db'>,
  source: string,
  media: string,
): Promise<void> {
  const { rows } = await db.query<{ is_ours: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_ours',
    [`media source ${source}`],
  );
  if (!rows[0]?.is_ours)
    throw new OperatorError(
      `${media} is being added by another command: try again when that command has ended`,
    );
}

/**
 * Stores media with smaller copies and inserts the row of the media: all of it or nothing, also when
 * the command is aborted.
 */
export const addMedia = <Row>(context: OperatorContext, addition: Addition<Row>) =>
  abortable((signal) => add(context, addition, signal));

async function add<Row>(
  context: OperatorContext,
  { kind, media, poster, seconds, isLinked, ...given }: Addition<Row>,
  signal: AbortSignal,
): Promise<Added<Row>> {
  const { db, now, directory } = context;
  const store = new MediaStore(context, signal);
  let inserted = false;
  try {
    const [from, picture] = [locate(directory, media), poster && locate(directory, poster)];
    const source = given.source ?? (await sourceNameOf(from));
    await lockSource({ db }, source, media);
    await given.checkSource?.(source);
    const stored = await store.add(from, picture, (ms) => checkSeconds(seconds, ms));
    checkSeconds(seconds, stored.duration_ms);
    await given.check?.(stored.url);
    const path = await store.fileOf(stored.url);
    const others = await store.addRenditions(path ? { path, media: stored } : null, stored.url);
    const shown = isLinked ? await store.fileOf(stored.poster) : null;
    const preview = await store.addPreview(shown);
    const { duration_ms } = stored;
    const words = await addCaptions(given.captions ?? {}, duration_ms, (text) =>
      store.addCaptions(text),
    );
    signal.throwIfAborted();
    const added = { ...stored, ...others, preview, captions: words, made_from: source };
    const short = await tooShortWarning({ db }, kind, { watch_seconds: seconds, duration_ms });
    const row = await given.insert(added);
    // the URLs of the new row may have been taken down with earlier media
    await updateTakenDown(db, addressesOf(added), now);
    inserted = true;
    return { row, note: [others.note, short].filter((note) => note !== null).join('; ') || null };
  } finally {
    await store.close(inserted);
  }
}
