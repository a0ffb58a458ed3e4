import type pg from 'pg';
import { type Database, inTransaction } from '../database/database.ts';
import type { Occurrence } from './message.ts';

/**
 * A part of the statement that makes something happen: queues the message about it for each of
 * the user's devices, in the same transaction, where push is set up.
 * @param events SQL that gives the rows `(user_id, occasion, kind, detail)`
 * @param now SQL of the present moment
 */
export const queuePush = (events: string, now: string): string => `
  insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
  select event.user_id, event.occasion, session.token_hash, event.kind, event.detail, ${now}, ${now}
  from (${events}) as event join session on session.user_id = event.user_id
  where session.fcm_token is not null and session.expires_at > ${now}
    and exists (select from push_switch where is_on)
  on conflict do nothing`;

/** A message that this worker alone may send until its lease ends. */
export interface Claimed extends Occurrence {
  readonly user_id: bigint;
  readonly session_hash: Buffer;
  readonly attempts: number;
  /** null: the device logged out, or may not be told any more */
  readonly fcm_token: string | null;
  /** false: something newer has overtaken it */
  readonly is_true: boolean;
}

/**
 * $1 now, $2 the end of the lease, $3 how many. Rows that another worker is taking are passed
 * over; those that it has taken are not due.
 */
const CLAIM = `
  with due as (
    select user_id, occasion, session_hash from push where due_at <= $1
    order by due_at limit $3 for update skip locked
  ),
  claimed as (
    update push set due_at = $2, attempts = attempts + 1 from due
    where (push.user_id, push.occasion, push.session_hash)
      = (due.user_id, due.occasion, due.session_hash)
    returning push.*
  )
  select claimed.user_id, occasion, session_hash, kind, detail, claimed.created_at, attempts,
    account.language,
    case when blocked_at is null and session.created_at >= password_changed_at then fcm_token end
      as fcm_token,
    kind <> 'daily_limit' or exists (
      select from setting where key = 'video.daily_limit' and value = detail
    ) as is_true
  from claimed left join account on account.user_id = claimed.user_id
  left join session on session.user_id = claimed.user_id and token_hash = session_hash
    and expires_at > $1
  order by claimed.created_at`;

/** Takes messages that are due, the longest waiting first. */
export async function claim(
  db: Database,
  now: Date,
  leaseEnds: Date,
  limit: number,
): Promise<Claimed[]> {
  const { rows } = await db.query<Claimed>(CLAIM, [now, leaseEnds, limit]);
  return rows;
}

/** A lease that has ended may be another worker's by now: its row is that worker's. */
const MINE = 'user_id = $1 and occasion = $2 and session_hash = $3 and attempts = $4';
const keyOf = (message: Claimed) => [
  message.user_id,
  message.occasion,
  message.session_hash,
  message.attempts,
];

/** The message is sent, or given up. */
export async function remove(db: Database, message: Claimed): Promise<void> {
  await db.query(`delete from push where ${MINE}`, keyOf(message));
}

/** The message is due again at `dueAt`. */
export async function postpone(db: Database, message: Claimed, dueAt: Date): Promise<void> {
  await db.query(`update push set due_at = $5 where ${MINE}`, [...keyOf(message), dueAt]);
}

/** The token leads nowhere: it and the message go, unless the device has brought another one. */
export async function removeToken(db: Database, message: Claimed): Promise<void> {
  const { user_id, fcm_token } = message;
  await db.query('update session set fcm_token = null where user_id = $1 and fcm_token = $2', [
    user_id,
    fcm_token,
  ]);
  await remove(db, message);
}

/** Says whether anybody sends; where nobody does, nothing is to wait for it. */
export function setPushSwitch(pool: pg.Pool, isOn: boolean): Promise<void> {
  return inTransaction(pool, async (db) => {
    await db.query('update push_switch set is_on = $1 where is_on <> $1', [isOn]);
    if (isOn) return;
    await db.query('delete from push');
    await db.query('delete from push_announcement');
  });
}
