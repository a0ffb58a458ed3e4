import type pg from 'pg';
import { type DataKey, keysOf } from '../../database/data-keys.ts';
import { type Database, inTransaction, retryOnConflict } from '../../database/database.ts';
import { readKeyRows } from './current-key.ts';

/** Rows per transaction. */
export const SLICE = 200;

/** Processes all slices, each in a transaction of its own; a transaction with nothing to seal writes nothing. */
export async function inSlices<Last>(
  pool: pg.Pool,
  first: Last,
  work: (
    db: Database,
    newest: DataKey,
    after: Last,
  ) => Promise<{ count: number; last: Last } | null>,
  count: (rows: number) => void,
): Promise<void> {
  for (let after = first; ; ) {
    const done = await retryOnConflict(pool, () =>
      inTransaction(pool, async (db) => {
        const [newest] = await readKeyRows(db);
        return newest ? work(db, keysOf(db).find(newest.key_id), after) : null;
      }),
    );
    if (!done) return;
    count(done.count);
    after = done.last;
  }
}
