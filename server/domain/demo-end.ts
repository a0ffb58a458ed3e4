import type { Database } from '../database/database.ts';
import { type MediaKind, setMediaVisibility } from './media-visibility.ts';

/**
 * Empties the demo's marketing figures, because the operator is setting real ones. Call it in a transaction.
 * @returns the keys that were emptied
 */
export async function endDemoFigures(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `update setting set value = '', is_demo = false
     where is_demo and starts_with(key, 'marketing.') returning key`,
  );
  return rows.map(({ key }) => key).sort();
}

/**
 * Closes the engineers' pages of the demo, because the operator has added real content; pages that the operator opened
 * stay open. Call it in a transaction, after the other functions of this file.
 * @returns the changed setting, if any
 */
export async function endDemoPages(db: Database): Promise<string[]> {
  // lock the version's row before the setting, as every change of settings does
  const { rowCount } = await db.query(
    `update setting_version set version = version + 1
     where exists (select from setting where is_demo and key = 'debug.pages')`,
  );
  if (!rowCount) return [];
  await db.query(
    "update setting set value = 'false', is_demo = false where is_demo and key = 'debug.pages'",
  );
  return ['debug.pages'];
}

/**
 * Disables the demo's payout methods, because the operator offers real ones. Call it in a transaction.
 * @returns the methods that were offered
 */
export async function endDemoMethods(db: Database, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ method: string; was_offered: boolean }>(
    `with demo as (
       select method, disabled_at is null as was_offered from payout_method where is_demo for update
     )
     update payout_method set is_demo = false, disabled_at = coalesce(disabled_at, $1)
     from demo where demo.method = payout_method.method
     returning demo.method, was_offered`,
    [now],
  );
  const offered = rows.filter(({ was_offered }) => was_offered);
  return offered.map(({ method }) => method).sort();
}

/**
 * Removes the demo's clips or ads from the app, because the operator shows real ones. Call it in a transaction.
 * @returns the ids of the media that were shown
 */
export async function endDemoMedia(db: Database, kind: MediaKind, now: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: bigint; disabled_at: Date | null }>(
    `select ${kind}_id as id, disabled_at from ${kind} where is_demo order by id for update`,
  );
  await db.query(`update ${kind} set is_demo = false where is_demo`);
  const shown = rows.filter(({ disabled_at }) => disabled_at === null);
  const ids = shown.map(({ id }) => Number(id));
  for (const id of ids) await setMediaVisibility(db, kind, id, 'disabled', now);
  return ids;
}
