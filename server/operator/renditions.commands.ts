import { join } from 'node:path';
import type { Source } from '../../contract/shapes.ts';
import type { Database } from '../database/database.ts';
import { CLIPS_FOLDER } from '../demo/seed.ts';
import type { MediaKind } from '../domain/media-visibility.ts';
import { abortable } from './abortable.ts';
import { type Command, type CommandResult, OperatorError } from './command.ts';
import { expectFfmpeg } from './media/ffmpeg.ts';
import { inspectFile } from './media/inspect.ts';
import { MediaStore, type StoredSources } from './media/store.ts';
import { readId } from './options.ts';
import { table } from './text.ts';

interface MediaRow {
  readonly id: bigint;
  readonly url: string;
}

const DEMO_FILE = /^\/media\/clips\/([^/]+)$/;

/** Local path of an operator's or the demo's file; null: it is on another server, or the bucket lacks it. */
export async function fileOf(store: MediaStore, url: string): Promise<string | null> {
  const demoFile = DEMO_FILE.exec(url)?.[1];
  return demoFile === undefined ? store.fileOf(url) : join(CLIPS_FOLDER, demoFile);
}

/** Lists the sizes of the copies, without the original: `360, 540 av01`; null: there are no copies. */
export function sizesOf([, ...others]: readonly Source[]): string | null {
  const sizes = others.map(({ width, height, type }) => {
    const side = Math.min(width, height);
    return type.includes('av01') ? `${side} av01` : `${side}`;
  });
  return sizes.length > 0 ? sizes.join(', ') : null;
}

/** Finds shown media: the given one, or all without smaller copies. */
async function findDue(db: Database, kind: MediaKind, id: number | null): Promise<MediaRow[]> {
  const { rows } = await db.query<MediaRow>(
    `select ${kind}_id as id, url from ${kind}
     where disabled_at is null and ${id === null ? "sources = '[]'" : `${kind}_id = $1`}
     order by ${kind}_id`,
    id === null ? [] : [id],
  );
  if (id !== null && rows.length === 0) {
    throw new OperatorError(`there is no shown ${kind} ${id}`);
  }
  return rows;
}

/** Replaces the files of a row. @returns the old files; null: the media are no longer shown */
async function replaceSources(
  db: Database,
  kind: MediaKind,
  id: bigint,
  sources: readonly Source[],
): Promise<Source[] | null> {
  const { rows } = await db.query<{ sources: Source[] }>(
    `update ${kind} set sources = $2
     from (select sources from ${kind} where ${kind}_id = $1 for update) as before
     where ${kind}_id = $1 and disabled_at is null returning before.sources`,
    [id, JSON.stringify(sources)],
  );
  return rows[0]?.sources ?? null;
}

/** Makes the smaller copies of one row, and stores them in it: all of them, or none. */
async function renew(
  db: Database,
  kind: MediaKind,
  { id, url }: MediaRow,
  store: MediaStore,
): Promise<StoredSources> {
  let before: Source[] | null = null;
  try {
    const path = await fileOf(store, url);
    const stored =
      path === null
        ? await store.addRenditions(null, url)
        : await store.addRenditions({ path, media: await inspectFile(path, url) }, url);
    if (stored.sources.length === 0) return stored;
    before = await replaceSources(db, kind, id, stored.sources);
    if (before === null)
      return { sources: [], note: 'no renditions: it was disabled in the meantime' };
    const [, ...copies] = before;
    await store.remove(copies.map((copy) => copy.url));
    return stored;
  } finally {
    await store.close(before !== null);
  }
}

interface Line {
  id: number;
  sources: readonly Source[];
  note: string | null;
}

/** Renews the rows one after the other: finished copies remain when the command is aborted. */
async function renewAll(
  db: Database,
  kind: MediaKind,
  due: readonly MediaRow[],
  newStore: () => MediaStore,
  signal: AbortSignal,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const row of due) {
    const id = Number(row.id);
    try {
      lines.push({ id, ...(await renew(db, kind, row, newStore())) });
    } catch (error) {
      // the failure concerns only this row, so the loop continues
      if (signal.aborted || !(error instanceof OperatorError)) throw error;
      lines.push({ id, sources: [], note: error.message });
    }
  }
  return lines;
}

const toText = (lines: readonly Line[]) =>
  table(
    lines.map(({ id, sources, note }) => ({ id, renditions: sizesOf(sources) ?? 'none', note })),
    'no file lacks its renditions',
  );

/** `videos renditions`, `ads renditions` */
export const renditionsCommand = (kind: MediaKind): Command => ({
  name: `${kind}s renditions`,
  changes: true,
  changesMediaFiles: true,
  synopsis: 'ID|--all',
  summary:
    'makes smaller copies of the file of ID with ffmpeg, even if it has some; --all: of every file that has none',
  positionals: 1,
  instead: 'all',
  options: [],
  run: async (context, { positionals: [id], values }): Promise<CommandResult> => {
    const { db } = context;
    const due = await findDue(db, kind, values.all === undefined ? readId(id) : null);
    if (due.length > 0) await expectFfmpeg();
    const lines: Line[] = [];
    return {
      changed: { ids: due.map((row) => Number(row.id)) },
      // the encoding takes minutes, so it runs after the transaction with the audit entry
      finish: async (pool) => {
        const renewed = await abortable((signal) => {
          const newStore = () => new MediaStore(context, signal);
          return renewAll(pool, kind, due, newStore, signal);
        });
        lines.push(...renewed);
      },
      get json() {
        return lines;
      },
      get text() {
        return toText(lines);
      },
    };
  },
});
