import {
  addressesOf,
  type MediaFiles,
  type TakenDownChange,
  updateTakenDown,
} from '../domain/gone-media.ts';
import type { MediaKind } from '../domain/media-visibility.ts';
import { mergeTexts, type Texts } from '../domain/texts.ts';
import { type OperatorContext, OperatorError, UsageError } from './command.ts';
import { MediaStore, type Stored } from './media/store.ts';
import { readSettings } from './settings.ts';

interface Lasting {
  readonly duration_ms: number;
  readonly watch_seconds: number | null;
}

interface MediaRow extends MediaFiles, Lasting {
  readonly texts: Texts;
}

/** Locks the row of a clip or an advertisement until the transaction ends, and returns the row. */
export async function lockMedia<Row extends object>(
  { db }: OperatorContext,
  kind: MediaKind,
  id: number,
): Promise<Row> {
  const { rows } = await db.query<Row>(`select * from ${kind} where ${kind}_id = $1 for update`, [
    id,
  ]);
  if (!rows[0]) throw new OperatorError(`there is no ${kind} ${id}`);
  return rows[0];
}

async function change<Row extends object>(
  { db }: OperatorContext,
  kind: MediaKind,
  id: number,
  values: Readonly<Record<string, unknown>>,
): Promise<Row> {
  const changed = Object.keys(values).map((column, at) => `${column} = $${at + 2}`);
  // a row that the operator has changed is no longer the demo's
  const columns = [...changed, 'is_demo = false'];
  const { rows } = await db.query<Row>(
    `update ${kind} set ${columns.join()} where ${kind}_id = $1 returning *`,
    [id, ...Object.values(values)],
  );
  if (!rows[0]) throw new Error(`${kind} ${id} was locked and is not there`);
  return rows[0];
}

/** Changes columns and texts of a clip or an advertisement. @returns the row before and after the change */
export async function editMedia<Row extends object>(
  context: OperatorContext,
  kind: MediaKind,
  id: number,
  values: Readonly<Record<string, unknown>>,
  texts: Texts = {},
): Promise<{ before: Row; row: Row & MediaRow }> {
  const given = Object.keys(texts).length > 0;
  if (!given && Object.keys(values).length === 0)
    throw new UsageError('give at least one option that changes something');
  const before = await lockMedia<Row & MediaRow>(context, kind, id);
  const merged = given ? { texts: JSON.stringify(mergeTexts(before.texts, texts)) } : {};
  const row = await change<Row & MediaRow>(context, kind, id, { ...values, ...merged });
  checkSeconds(row.watch_seconds, row.duration_ms);
  return { before, row };
}

export function checkSeconds(seconds: number | null, durationMs: number): void {
  if (seconds === null || seconds * 1000 <= durationMs) return;
  throw new OperatorError(
    `nobody can watch ${seconds} s of a clip of ${(durationMs / 1000).toFixed(1)} s`,
  );
}

/** Returns a warning if the general watch time applies to media and is longer than they are; else null. */
export async function tooShortWarning(
  context: Pick<OperatorContext, 'db'>,
  kind: MediaKind,
  { watch_seconds, duration_ms }: Lasting,
): Promise<string | null> {
  const key = `${kind}.watch_seconds` as const;
  const seconds = (await readSettings(context)).get(key);
  if (watch_seconds !== null || seconds * 1000 <= duration_ms) return null;
  const most = Math.max(1, Math.floor(duration_ms / 1000));
  return (
    `the film lasts ${(duration_ms / 1000).toFixed(1)} s, but people have to watch it for ${seconds} s (${key}), ` +
    `so nobody is paid for it; to change that: \`${kind}s edit ID --watch-seconds ${most}\``
  );
}

/** Replaces the media of a row. @param columns the row's columns to write */
export async function replaceMedia<Row extends MediaFiles>(
  context: OperatorContext,
  kind: MediaKind,
  id: number,
  columns: readonly (keyof Stored)[],
  media: Stored,
): Promise<{ row: Row } & TakenDownChange> {
  const before = await lockMedia<MediaFiles>(context, kind, id);
  const values = { ...media, sources: JSON.stringify(media.sources) };
  const chosen = Object.fromEntries(columns.map((column) => [column, values[column]]));
  const row = await change<Row>(context, kind, id, chosen);
  const addresses = new Set([...addressesOf(before), ...addressesOf(row)]);
  return { row, ...(await updateTakenDown(context.db, [...addresses], context.now)) };
}

/** Removes files without a row from the disk, after the commit; `syncTakedowns` removes them from a bucket. */
export async function removeFiles(context: OperatorContext, urls: readonly string[]) {
  if (context.media.elsewhere === null) await new MediaStore(context).remove(urls);
}
