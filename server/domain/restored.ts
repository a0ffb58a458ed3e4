import type { Database } from '../database/database.ts';
import { changeSettings } from './settings.change.ts';

/**
 * Numbers that were given after the backup are known outside: requests that a provider has paid,
 * people on their phones. None of them is given to anybody else.
 */
const SKIPPED_NUMBERS = 1_000_000;
const SKIP_NUMBERS = `
  select setval(format('%I.%I', schemaname, sequencename)::regclass,
    coalesce(last_value, 0) + ${SKIPPED_NUMBERS})
  from pg_sequences where schemaname = current_schema()`;

/**
 * Does what must be done before a database that was restored from a backup serves anybody: skips
 * numbers, and pauses payouts, for what was paid out after the backup is in the balances again. What a store of
 * media has hidden is looked at anew: it may have shown it since.
 */
export async function settleRestored(db: Database, now: Date): Promise<void> {
  await db.query(SKIP_NUMBERS);
  await db.query('delete from hidden_media');
  await changeSettings(db, { 'payout.paused': 'true' }, now);
}
