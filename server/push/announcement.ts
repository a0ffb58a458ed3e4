import type pg from 'pg';
import { inTransaction } from '../database/database.ts';
import { isRegistered } from '../domain/push-queue.ts';
import { MAX_AGE_MS } from './message.ts';

interface Announcement {
  readonly change: bigint;
  readonly detail: string;
  readonly created_at: Date;
  readonly reached: Buffer;
}

/** Devices per transaction. */
const BATCH = 500;
/** An announcement waits while this many messages are queued: urgent messages must not wait behind it. */
const MAX_WAITING = 1_000;

/** Queues the message for devices that existed at the announcement: newer ones never showed the old limit. */
const FAN_OUT = `
  with batch as (
    select user_id, token_hash from session
    where token_hash > $1 and ${isRegistered} and created_at <= $2 and expires_at > $3
    order by token_hash limit ${BATCH}
  ),
  queued as (
    insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
    select user_id, $4, token_hash, 'daily_limit', $5, $2, $3 from batch
    on conflict do nothing
  )
  select count(*)::int as devices,
    (select token_hash from batch order by token_hash desc limit 1) as reached
  from batch`;

/** Queues one batch and stores the position reached. @returns the number of devices */
async function fanOutBatch(
  db: pg.PoolClient,
  announcement: Announcement,
  now: Date,
): Promise<number> {
  const { change, detail, created_at, reached } = announcement;
  const occasion = `daily_limit:${change}`;
  const { rows } = await db.query<{ devices: number; reached: Buffer | null }>(FAN_OUT, [
    reached,
    created_at,
    now,
    occasion,
    detail,
  ]);
  const devices = rows[0]?.devices ?? 0;
  if (devices < BATCH) await db.query('delete from push_announcement');
  else await db.query('update push_announcement set reached = $1', [rows[0]?.reached]);
  return devices;
}

/**
 * Queues an announced message for a batch of devices, if the queue has room; only one of several
 * processes queues at a time.
 * @returns the number of devices; 0: nothing to announce, or no room
 */
export async function fanOutAnnouncement(pool: pg.Pool, now: Date): Promise<number> {
  // an announcement rarely exists, and each process checks every second: so one statement, no transaction
  const { rowCount } = await pool.query('select from push_announcement');
  return rowCount ? fanOutNext(pool, now) : 0;
}

function fanOutNext(pool: pg.Pool, now: Date): Promise<number> {
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query<Announcement>(
      'select change, detail, created_at, reached from push_announcement for update skip locked',
    );
    const [announcement] = rows;
    if (!announcement) return 0;
    if (now.getTime() - announcement.created_at.getTime() >= MAX_AGE_MS) {
      await db.query('delete from push_announcement');
      return 0;
    }
    const counted = await db.query<{ waiting: number }>(
      `select count(*)::int as waiting from (select 1 from push limit ${MAX_WAITING}) as part`,
    );
    if ((counted.rows[0]?.waiting ?? 0) >= MAX_WAITING) return 0;
    return fanOutBatch(db, announcement, now);
  });
}
