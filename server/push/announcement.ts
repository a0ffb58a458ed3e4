import type pg from 'pg';
import { type Database, inTransaction } from '../database/database.ts';
import { settingsTable } from '../domain/settings.table.ts';
import { MAX_AGE_MS } from './message.ts';

/**
 * Tells every device of a new daily limit when it is higher than the one before; one that is told
 * of already but no longer true is told no further. To be called in the transaction of the change,
 * before the new value is stored.
 * @param limit the new value of `video.daily_limit`
 */
export async function announceDailyLimit(db: Database, limit: string, now: Date): Promise<void> {
  const { rows } = await db.query<{ value: string }>(
    `select value from setting where key = 'video.daily_limit'`,
  );
  const before = Number(rows[0]?.value ?? settingsTable['video.daily_limit'].default);
  if (Number(limit) === before) return;
  await db.query('delete from push_announcement');
  if (Number(limit) < before) return;
  await db.query(
    `insert into push_announcement (change, detail, created_at)
     select version, $1, $2 from setting_version where exists (select from push_switch where is_on)`,
    [limit, now],
  );
}

interface Announcement {
  readonly change: bigint;
  readonly detail: string;
  readonly created_at: Date;
  readonly reached: Buffer;
}

/** Devices taken at once. */
const BATCH = 500;
/** With so many messages waiting, no more are added: what is urgent must not wait behind them. */
const ROOM = 1_000;

/** The devices that there were when it was announced: newer ones never knew the old limit. */
const SPREAD = `
  with batch as (
    select user_id, token_hash from session
    where token_hash > $1 and fcm_token is not null and created_at <= $2 and expires_at > $3
    order by token_hash limit ${BATCH}
  ),
  queued as (
    insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
    select user_id, $4, token_hash, 'daily_limit', $5, $2, $3 from batch
    on conflict do nothing
  )
  select count(*)::int as taken,
    (select token_hash from batch order by token_hash desc limit 1) as reached
  from batch`;

/** Queues one batch and remembers how far it came. @returns how many devices it took */
async function spreadBatch(db: pg.PoolClient, news: Announcement, now: Date): Promise<number> {
  const { change, detail, created_at, reached } = news;
  const occasion = `daily_limit:${change}`;
  const { rows } = await db.query<{ taken: number; reached: Buffer | null }>(SPREAD, [
    reached,
    created_at,
    now,
    occasion,
    detail,
  ]);
  const taken = rows[0]?.taken ?? 0;
  if (taken < BATCH) await db.query('delete from push_announcement');
  else await db.query('update push_announcement set reached = $1', [rows[0]?.reached]);
  return taken;
}

/**
 * Moves what is announced on to the queue, a batch at a time and only while the queue has room;
 * of several processes one does it.
 * @returns how many devices were taken; 0: there is nothing to announce, or no room
 */
export function spreadAnnouncement(pool: pg.Pool, now: Date): Promise<number> {
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query<Announcement>(
      'select change, detail, created_at, reached from push_announcement for update skip locked',
    );
    const [news] = rows;
    if (!news) return 0;
    if (now.getTime() - news.created_at.getTime() >= MAX_AGE_MS) {
      await db.query('delete from push_announcement');
      return 0;
    }
    const counted = await db.query<{ waiting: number }>(
      `select count(*)::int as waiting from (select from push limit ${ROOM}) as part`,
    );
    if ((counted.rows[0]?.waiting ?? 0) >= ROOM) return 0;
    return spreadBatch(db, news, now);
  });
}
