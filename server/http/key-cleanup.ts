import type pg from 'pg';
import type { Now } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { jitteredPeriod } from '../database/jittered-period.ts';

/** Rows per statement of the clean-up: a statement must not hold its locks for long. */
const CLEANUP_ROWS = 1000;

/**
 * Deletes expired keys, a bounded number at a time.
 * @returns how many were deleted
 */
export async function deleteExpiredKeys(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `delete from kept_answer where (user_id, path, key) in (
       select user_id, path, key from kept_answer where expires_at <= $1
       order by expires_at limit ${CLEANUP_ROWS} for update skip locked)`,
    [now],
  );
  return rowCount ?? 0;
}

const CLEANUP_EVERY_MS = 60_000;

/** Deletes expired keys every minute. @returns a function that stops the clean-up */
export function startKeyCleanup(pool: pg.Pool, onError: (error: unknown) => void, now: Now) {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const cleanUp = async () => {
    try {
      while (!stopped && (await deleteExpiredKeys(pool, now())) === CLEANUP_ROWS);
    } catch (error) {
      onError(error);
    }
    if (!stopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(cleanUp, jitteredPeriod(CLEANUP_EVERY_MS)).unref();
  };
  schedule();
  return async () => {
    stopped = true;
    clearTimeout(timer);
  };
}
