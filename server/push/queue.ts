import type { Database } from '../database/database.ts';
import type { WebPushSubscription } from '../domain/push-subscriptions.ts';
import type { PushEvent } from './message.ts';

/** A message that only this worker may send until its lease ends. */
export interface LeasedMessage extends PushEvent {
  readonly user_id: bigint;
  readonly session_hash: Buffer;
  readonly attempts: number;
  /** both null: the device logged out, or may not receive messages any more */
  readonly fcm_token: string | null;
  readonly web_push: WebPushSubscription | null;
  /** false: a newer event has outdated it */
  readonly is_current: boolean;
}

/**
 * $1: now, $2: end of the lease, $3: limit. Rows that another worker is leasing are skipped; its
 * leased rows are not due.
 */
const LEASE = `
  with due as (
    select user_id, occasion, session_hash from push where due_at <= $1
    order by due_at limit $3 for update skip locked
  ),
  leased as (
    update push set due_at = $2, attempts = attempts + 1 from due
    where (push.user_id, push.occasion, push.session_hash)
      = (due.user_id, due.occasion, due.session_hash)
    returning push.*
  )
  select leased.user_id, occasion, session_hash, kind, detail, leased.created_at, attempts,
    account.language, account.country, fcm_token, web_push,
    kind <> 'daily_limit' or exists (
      select from setting where key = 'video.daily_limit' and value = detail
    ) as is_current
  from leased left join account on account.user_id = leased.user_id
  left join session on session.user_id = leased.user_id and token_hash = session_hash
    and expires_at > $1 and blocked_at is null and session.created_at >= password_changed_at
  order by leased.created_at`;

/** Leases messages that are due, the longest waiting first. */
export async function leaseMessages(
  db: Database,
  now: Date,
  leaseEnds: Date,
  limit: number,
): Promise<LeasedMessage[]> {
  const { rows } = await db.query<LeasedMessage>(LEASE, [now, leaseEnds, limit]);
  return rows;
}

/** Guard of updates: after its lease ended, the row may belong to another worker. */
const STILL_LEASED = 'user_id = $1 and occasion = $2 and session_hash = $3 and attempts = $4';
const keyOf = (message: LeasedMessage) => [
  message.user_id,
  message.occasion,
  message.session_hash,
  message.attempts,
];

/** Deletes a message that is sent or given up. */
export async function removeMessage(db: Database, message: LeasedMessage): Promise<void> {
  await db.query(`delete from push where ${STILL_LEASED}`, keyOf(message));
}

/** Makes the message due again at `dueAt`. */
export async function postponeMessage(
  db: Database,
  message: LeasedMessage,
  dueAt: Date,
): Promise<void> {
  await db.query(`update push set due_at = $5 where ${STILL_LEASED}`, [...keyOf(message), dueAt]);
}

/** Removes an invalid push address together with its message; a newer address of the device stays. */
export async function removeAddress(db: Database, message: LeasedMessage): Promise<void> {
  const { user_id, fcm_token, web_push } = message;
  await db.query(
    `update session set fcm_token = null, web_push = null
     where user_id = $1 and (fcm_token = $2 or web_push ->> 'endpoint' = $3)`,
    [user_id, fcm_token, web_push?.endpoint],
  );
  await removeMessage(db, message);
}
