import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../database/database.ts';
import type { MediaRequest } from './media-addresses.ts';
import { DAY, SECOND } from './time.ts';

/** Claims are checked for 30 days; a row may be a week older than the newest request that it covers. */
export const MEDIA_REQUEST_LIFETIME_MS = 45 * DAY;
const EVERY_MS = 3 * SECOND;
/** More than a process can send within three seconds. */
const MAX_WAITING = 20_000;

/** Answers with fewer bytes hold no watchable part of a clip. */
const MIN_BYTES = 1_000;

/** Whether a request was answered with a part of a clip. */
export const hasSentClipPart = (request: {
  readonly method: string;
  readonly status: number;
  readonly bytes: number;
}): boolean =>
  request.method === 'GET' &&
  (request.status === 200 || request.status === 206) &&
  request.bytes >= MIN_BYTES;

/** A file counts only for the clip to which it belongs, even if the address names another clip. */
const SAVE = `
  insert into media_asked (user_id, video_id, asked_on)
  select user_id, video_id, max(asked_on)
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::date[]) as asked (user_id, video_id, path, asked_on)
    join account using (user_id) join video using (video_id)
  where deleted_at is null
    and (path = url or sources @> jsonb_build_array(jsonb_build_object('url', path)))
  group by user_id, video_id order by user_id, video_id
  on conflict (user_id, video_id) do update set asked_on = excluded.asked_on
  where media_asked.asked_on < excluded.asked_on - 6`;

/** Stores the requested files in one statement. */
export async function saveMediaRequests(
  db: Database,
  asked: readonly MediaRequest[],
): Promise<void> {
  await db.query({
    name: 'save_asked',
    text: SAVE,
    values: [
      asked.map(({ userId }) => userId),
      asked.map(({ videoId }) => videoId),
      asked.map(({ path }) => path),
      asked.map(({ day }) => day),
    ],
  });
}

/**
 * Collects the files requested from this process and stores them every three seconds, so that no request waits for the
 * database. After a failed write the files are queued again.
 */
export class MediaRequestQueue {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Map<string, MediaRequest>();
  /** The first request sets the timer; this keeps the write out of that request's trace. */
  readonly #outsideOfRequests = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  add(asked: MediaRequest): void {
    if (this.#waiting.size >= MAX_WAITING) return;
    const { userId, videoId, path } = asked;
    this.#waiting.set(`${userId} ${videoId} ${path}`, asked);
    this.#timer ??= this.#outsideOfRequests(() =>
      setTimeout(() => {
        this.#timer = null;
        this.save().catch(this.#onError);
      }, EVERY_MS).unref(),
    );
  }

  async save(): Promise<void> {
    const asked = [...this.#waiting.values()];
    if (asked.length === 0) return;
    this.#waiting.clear();
    try {
      await saveMediaRequests(this.#db, asked);
    } catch (error) {
      for (const one of asked) this.add(one);
      throw error;
    }
  }

  /** Stores the queued requests for the last time. */
  async end(): Promise<void> {
    await this.save().catch(this.#onError);
    if (this.#timer) clearTimeout(this.#timer);
  }
}

/** Stores the period of the logs: claims within it can be compared with the files sent. */
export async function recordLogPeriod(db: Database, since: Date, until: Date): Promise<void> {
  await db.query(
    `update media_coverage
     set log_since = least(log_since, $1::timestamptz), log_until = greatest(log_until, $2::timestamptz)`,
    [since, until],
  );
}
