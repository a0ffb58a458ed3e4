import type * as calls from '../../../contract/calls.ts';
import type { ClipProgress } from '../../../contract/progress.calls.ts';
import { type Database, inTransaction, retryOnConflict } from '../../database/database.ts';
import type { Handler } from '../context.ts';
import { addMilliseconds, utcDay } from '../time.ts';

/** Maximum age of reported play: an app sends its reports within a few minutes. */
const MAX_REPORT_AGE_MS = 10 * 60_000;

/** The progress that is stored with a day's list. */
export interface StoredProgress {
  /** ids of the list's reported clips */
  readonly lookedAt: readonly number[];
  /** ids of the reported clips that were watched for their watch time, or to the end */
  readonly lookedThrough: readonly number[];
  /** time up to which the play times of accepted reports reach; null: no report yet */
  readonly until: Date | null;
}

export interface ClipTimes {
  readonly durationMs: number;
  readonly watchSeconds: number;
}

/** Whether a clip was watched for its watch time or to its end; a player may not report the last second. */
const isThrough = ({ seconds, ended }: ClipProgress, { durationMs, watchSeconds }: ClipTimes) =>
  seconds >= watchSeconds || (ended && seconds >= Math.floor(durationMs / 1_000) - 1);

/**
 * Adds an app's reports. Each clip counts once a day, and once more if it is watched through later. The play times of
 * all reports are laid end to end, each at least a second: a report that would end after `now` is left out.
 * @param times of the reported clips in the list
 */
export function addProgressReports(
  noted: StoredProgress,
  reports: readonly ClipProgress[],
  times: ReadonlyMap<number, ClipTimes>,
  now: Date,
): { noted: StoredProgress; count: number } {
  const lookedAt = new Set(noted.lookedAt);
  const lookedThrough = new Set(noted.lookedThrough);
  const earliestMs = addMilliseconds(now, -MAX_REPORT_AGE_MS).getTime();
  let untilMs = Math.max(noted.until?.getTime() ?? earliestMs, earliestMs);
  let count = 0;
  for (const each of reports) {
    const clip = times.get(each.id);
    if (!clip) continue;
    const through = isThrough(each, clip);
    if (lookedThrough.has(each.id) || (lookedAt.has(each.id) && !through)) continue;
    const endMs = untilMs + Math.max(each.seconds, 1) * 1_000;
    if (endMs > now.getTime()) continue;
    untilMs = endMs;
    lookedAt.add(each.id);
    if (through) lookedThrough.add(each.id);
    count += 1;
  }
  const after = { lookedAt: [...lookedAt], lookedThrough: [...lookedThrough] };
  return { noted: { ...after, until: new Date(untilMs) }, count };
}

interface ListRow {
  readonly looked_at: bigint[];
  readonly looked_through: bigint[];
  readonly looked_until: Date | null;
}

async function lockList(db: Database, userId: bigint, day: string): Promise<StoredProgress | null> {
  const { rows } = await db.query<ListRow>(
    `select looked_at, looked_through, looked_until from feed_list
     where user_id = $1 and day = $2 for update`,
    [userId, day],
  );
  if (!rows[0]) return null;
  const { looked_at: lookedAt, looked_through: lookedThrough, looked_until: until } = rows[0];
  return { lookedAt: lookedAt.map(Number), lookedThrough: lookedThrough.map(Number), until };
}

/** The times of the given clips that have a place in the list. */
async function timesOf(
  db: Database,
  list: readonly [userId: bigint, day: string],
  ids: readonly number[],
  watchSeconds: number,
): Promise<ReadonlyMap<number, ClipTimes>> {
  const { rows } = await db.query<{ id: bigint; duration: number; watch: number | null }>(
    `select video_id as id, duration_ms as duration, watch_seconds as watch from video
     where video_id = any($3) and video_id = any(
       (select clips from feed_list where user_id = $1 and day = $2)::bigint[]
     )`,
    [...list, ids],
  );
  return new Map(
    rows.map(({ id, duration, watch }) => [
      Number(id),
      { durationMs: duration, watchSeconds: watch ?? watchSeconds },
    ]),
  );
}

/** Stores a member's watching in today's list; `countEndedLists` counts it with the list after the day. */
export const sendProgress: Handler<typeof calls.sendProgress> = async (
  { db: pool, settings, now },
  { userId },
  { clips },
) => {
  const list = [userId, utcDay(now)] as const;
  const note = async (db: Database) => {
    const before = await lockList(db, ...list);
    if (!before) return 0;
    const ids = clips.map(({ id }) => id);
    const times = await timesOf(db, list, ids, settings.get('video.watch_seconds'));
    const { noted, count } = addProgressReports(before, clips, times, now);
    if (count === 0) return 0;
    await db.query(
      `update feed_list set looked_at = $3, looked_through = $4, looked_until = $5
       where user_id = $1 and day = $2`,
      [...list, noted.lookedAt, noted.lookedThrough, noted.until],
    );
    return count;
  };
  return { noted: await retryOnConflict(pool, () => inTransaction(pool, note)) };
};
