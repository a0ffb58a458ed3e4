import type pg from 'pg';
import type { Now } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { eraseBatchFiles, forfeitLeftovers } from './deletion/leftovers.ts';
import { countEndedLists } from './feed/statistics.ts';
import { MEDIA_REQUEST_LIFETIME_MS } from './media-asked.ts';
import { OBJECTION_LIFETIME_MS } from './objections.ts';
import { decideOverdueObjections } from './objections-overdue.ts';
import { endPromises } from './overdue-promises.ts';
import { REFUSED_CALL_LIFETIME_MS } from './refused-calls.ts';
import { REPORT_LIFETIME_MS } from './reports.ts';
import { reassessHeld } from './review/held.ts';
import { releaseOverdueReviews } from './review/overdue.ts';
import { BLOCK_LIFETIME_MS } from './review/registration-blocks.ts';
import { SEEN_LIFETIME_MS } from './review/seen-from.ts';
import type { Settings } from './settings.ts';
import { addMilliseconds, DAY, HOUR } from './time.ts';
import { runPeriodically } from './turns.ts';
import { TICKET_LIFETIME_MS } from './watch-tickets.ts';

const EVERY_MS = HOUR;
/** A device without a log-in for this long is deleted. */
const DEVICE_LIFETIME_MS = 400 * DAY;
/** Lifetime of rows that claims of a day read: the last claims are accepted 7 days after the day's end. */
const DAY_LIFETIME_MS = 8 * DAY;
/** Rows deleted per statement, so that no statement blocks other transactions for long. */
const BATCH = 1_000;

/** Tables with an expiry: rows are deleted, by their primary key, when `column` is older than `afterMs`. */
export const EXPIRING = [
  { table: 'session', key: 'token_hash', column: 'expires_at', afterMs: 0 },
  { table: 'reset_link', key: 'user_id', column: 'expires_at', afterMs: 0 },
  { table: 'mail', key: 'mail_id', column: 'expires_at', afterMs: 0 },
  { table: 'email_link', key: 'link_id', column: 'expires_at', afterMs: 0 },
  { table: 'limit_window', key: 'bucket, starts_at', column: 'ends_at', afterMs: 0 },
  { table: 'redeemed_proof', key: 'nonce', column: 'ends_at', afterMs: 0 },
  { table: 'watch_ticket_used', key: 'nonce', column: 'used_at', afterMs: TICKET_LIFETIME_MS },
  {
    table: 'known_device',
    key: 'user_id, device_hash',
    column: 'seen_at',
    afterMs: DEVICE_LIFETIME_MS,
  },
  { table: 'extra_views', key: 'user_id, day', column: 'day', afterMs: DAY_LIFETIME_MS },
  { table: 'unrewarded_share', key: 'user_id, day', column: 'day', afterMs: DAY_LIFETIME_MS },
  { table: 'day_promise', key: 'day, block_hash', column: 'day', afterMs: DAY_LIFETIME_MS },
  {
    table: 'registration_block',
    key: 'user_id',
    column: 'registered_at',
    afterMs: BLOCK_LIFETIME_MS,
  },
  {
    table: 'seen_from',
    key: 'user_id, occasion, block_hash, browser, system',
    column: 'seen_at',
    afterMs: SEEN_LIFETIME_MS,
  },
  {
    table: 'media_asked',
    key: 'user_id, video_id',
    column: 'asked_on',
    afterMs: MEDIA_REQUEST_LIFETIME_MS,
  },
  { table: 'report', key: 'report_id', column: 'decided_at', afterMs: REPORT_LIFETIME_MS },
  {
    table: 'objection',
    key: 'user_id, objection_id',
    column: 'decided_at',
    afterMs: OBJECTION_LIFETIME_MS,
  },
  {
    table: 'refused_call',
    key: 'user_id, day, call, item, reason',
    column: 'day',
    afterMs: REFUSED_CALL_LIFETIME_MS,
  },
] as const;

/** Deletes the expired rows of the tables in `EXPIRING`, a batch at a time. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  for (const { table, key, column, afterMs } of EXPIRING) {
    const before = addMilliseconds(now, -afterMs);
    let deleted: number;
    do {
      // skips rows that another process is deleting
      // checks `column` again in the outer statement: another process may have renewed the row meanwhile
      const { rowCount } = await db.query(
        `delete from ${table} where ${column} < $1 and (${key}) in (
           select ${key} from ${table} where ${column} < $1 limit ${BATCH} for update skip locked
         )`,
        [before],
      );
      deleted = rowCount ?? 0;
    } while (deleted === BATCH);
  }
}

/**
 * Merges the rows of `withdrawal_sum`, so that adding them up stays cheap; skips rows that another process has locked.
 * In a distributed database, `withdrawal_sum` is a view, and nothing is merged.
 */
export async function mergeWithdrawalSums(db: Database): Promise<void> {
  const kept = await db.query(
    `select from pg_class where oid = 'withdrawal_sum'::regclass and relkind = 'r'`,
  );
  if (!kept.rowCount) return;
  await db.query(
    `with gone as (
       delete from withdrawal_sum where sum_id in (
         select sum_id from withdrawal_sum limit 100000 for update skip locked
       ) returning held, paid
     )
     insert into withdrawal_sum (held, paid) select sum(held), sum(paid) from gone
     having count(*) > 0`,
  );
}

type Chore = (db: pg.Pool, settings: Settings, now: Date) => Promise<void>;

const CHORES: readonly Chore[] = [
  reassessHeld,
  (db, _settings, now) => releaseOverdueReviews(db, now),
  (db, _settings, now) => decideOverdueObjections(db, now),
  endPromises,
  (db, _settings, now) => deleteExpired(db, now),
  (db, _settings, now) => forfeitLeftovers(db, now),
  (db, _settings, now) => eraseBatchFiles(db, now),
  mergeWithdrawalSums,
  countEndedLists,
];

/** Runs all chores. A chore that fails is tried again an hour later, and does not stop the others. */
async function keepHouse(
  onError: (error: unknown) => void,
  ...given: Parameters<Chore>
): Promise<void> {
  for (const chore of CHORES) await chore(...given).catch(onError);
}

/**
 * Runs all `CHORES` now and every hour.
 * @returns a function that stops the timer, and waits for the chores in progress
 */
export function startHousekeeping(
  pool: pg.Pool,
  settings: Settings,
  onError: (error: unknown) => void,
  now: Now,
): () => Promise<void> {
  return runPeriodically(() => keepHouse(onError, pool, settings, now()), EVERY_MS);
}
