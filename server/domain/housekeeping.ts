import type pg from 'pg';
import type { Database } from '../database/database.ts';
import { HOUR, later } from './time.ts';
import { TICKET_LIFETIME_MS } from './watch-tickets.ts';

const EVERY_MS = HOUR;
/** Rows that one statement deletes, so that it never holds others up. */
const BATCH = 1_000;

/** What has no meaning any more, and the moment before which that is so. */
const FORGOTTEN = [
  { table: 'session', column: 'expires_at', afterMs: 0 },
  { table: 'limit_window', column: 'ends_at', afterMs: 0 },
  { table: 'watch_ticket_used', column: 'used_at', afterMs: TICKET_LIFETIME_MS },
] as const;

/** Deletes ended sessions, past windows of the limits, and tickets that are too old to come again. */
export async function sweep(db: Database, now: Date): Promise<void> {
  for (const { table, column, afterMs } of FORGOTTEN) {
    const before = later(now, -afterMs);
    let deleted: number;
    do {
      const { rowCount } = await db.query(
        `delete from ${table} where ctid in (
           select ctid from ${table} where ${column} < $1 limit ${BATCH}
         )`,
        [before],
      );
      deleted = rowCount ?? 0;
    } while (deleted === BATCH);
  }
}

/** Sweeps now and every hour. @returns how to stop it */
export function startHousekeeping(
  pool: pg.Pool,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let sweeping: Promise<void> = Promise.resolve();
  const begin = () => {
    sweeping = sweep(pool, new Date()).catch(onError);
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return sweeping;
  };
}
