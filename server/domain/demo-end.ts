import type { Database } from '../database/database.ts';
import { type MediaKind, setShown } from './shown-media.ts';

/**
 * Empties the demo's figures of the marketing, for the operator says own ones. To be called in a
 * transaction.
 * @returns the keys of those that were said
 */
export async function endDemoFigures(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `update setting set value = '', is_demo = false
     where is_demo and starts_with(key, 'marketing.') returning key`,
  );
  return rows.map(({ key }) => key).sort();
}

/**
 * Closes the engineers' pages that came with the demo, for the operator has begun with what is real;
 * pages that the operator has opened stay. To be called in a transaction, after any other part's end.
 * @returns the setting, where it was changed
 */
export async function endDemoPages(db: Database): Promise<string[]> {
  // the version's row first, as with every change of settings
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
 * Disables the demo's methods, for the operator offers own ones. To be called in a transaction.
 * @returns those that were offered
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
 * Takes the demo's clips or ads out of the app, for the operator shows own ones. To be called in a
 * transaction.
 * @returns the ids of those that were shown
 */
export async function endDemoMedia(db: Database, kind: MediaKind, now: Date): Promise<number[]> {
  const { rows } = await db.query<{ id: bigint; disabled_at: Date | null }>(
    `select ${kind}_id as id, disabled_at from ${kind} where is_demo order by id for update`,
  );
  await db.query(`update ${kind} set is_demo = false where is_demo`);
  const shown = rows.filter(({ disabled_at }) => disabled_at === null);
  const ids = shown.map(({ id }) => Number(id));
  for (const id of ids) await setShown(db, kind, id, 'disabled', now);
  return ids;
}
