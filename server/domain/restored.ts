import type { Database } from '../database/database.ts';
import { changeSettings } from './settings.change.ts';

/**
 * Numbers assigned after the backup are known outside: to providers that paid requests, to people on their phones. None
 * of them is assigned again.
 */
const SKIPPED_NUMBERS = 1_000_000;
const SKIP_NUMBERS = `
  select setval(format('%I.%I', schemaname, sequencename)::regclass,
    coalesce(last_value, 0) + ${SKIPPED_NUMBERS})
  from pg_sequences where schemaname = current_schema()`;

/**
 * Prepares a database restored from a backup, before it serves anybody: skips numbers, and pauses payouts, because
 * sums paid after the backup are in the balances again. Forgets which media the store has hidden: since the backup,
 * the store may have shown them again.
 */
export async function settleRestored(db: Database, now: Date): Promise<void> {
  await db.query(SKIP_NUMBERS);
  await db.query('delete from hidden_media');
  await changeSettings(db, { 'payout.paused': 'true' }, now);
}
