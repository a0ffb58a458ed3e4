import type pg from 'pg';
import type { Now } from '../database/clock.ts';
import { inTransaction } from '../database/database.ts';
import { isWithinSpan, setMediaVisibility } from './media-visibility.ts';
import { runPeriodically } from './turns.ts';

const EVERY_MS = 30_000;

/** Clips that are shown outside of their time span, or hidden within it for no other reason. */
const DUE = `
  disabled_at is null and (feed_from > $1 or feed_until <= $1)
  or (feed_from <= $1 or feed_until > $1) and disabled_at <= feed_out_at and ${isWithinSpan('$1')}`;

/** Adds clips to the feed when their time span begins, and removes them when it ends. */
export async function followSpans(pool: pg.Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<{ video_id: bigint }>(
    `select video_id from video where ${DUE} order by video_id`,
    [now],
  );
  for (const { video_id } of rows) {
    await inTransaction(pool, async (db) => {
      const locked = await db.query(
        `select from video where video_id = $2 and (${DUE}) for no key update skip locked`,
        [now, video_id],
      );
      // otherwise an operator or another process was faster
      if (locked.rowCount) await setMediaVisibility(db, 'video', Number(video_id), 'shown', now);
    });
  }
}

/** Runs `followSpans` now and twice a minute. @returns a function that stops it */
export function startSpans(
  pool: pg.Pool,
  onError: (error: unknown) => void,
  now: Now,
): () => Promise<void> {
  return runPeriodically(() => followSpans(pool, now()).catch(onError), EVERY_MS);
}
