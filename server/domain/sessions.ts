import { hash } from 'node:crypto';
import type * as calls from '../../contract/calls.ts';
import type { SessionEndedCode } from '../../contract/reasons.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { LOCAL_COMMIT } from '../database/session.ts';
import { type Caller, type Context, type Handler, SessionEnded } from './context.ts';
import { endConfirmLinks } from './email-links.ts';
import { deletePasskeys } from './passkeys/end.ts';
import { recordOrigin } from './review/seen-from.ts';
import { addMilliseconds, DAY, HOUR } from './time.ts';
import { newToken, userIdInToken } from './tokens.ts';
import { deviceIn } from './user-agent.ts';

const KEPT_MS = 30 * DAY;
const SHORT_MS = 24 * HOUR;
/** Most sessions per user: a log-in above it ends the session that was used longest ago. */
const MAX_SESSIONS = 50;

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function lifetime(keep: boolean): number {
  return keep ? KEPT_MS : SHORT_MS;
}

/**
 * Begins a session; use cannot prolong it beyond `session.longest_days`.
 * @returns its token, which is stored nowhere
 */
export async function openSession(
  context: Pick<Context, 'db' | 'settings' | 'now' | 'visitor'>,
  userId: bigint,
  keep: boolean,
): Promise<string> {
  const { db, now, settings, visitor } = context;
  const longest = settings.get('session.longest_days') * DAY;
  const token = newToken(userId);
  const { browser, system } = deviceIn(visitor.userAgent ?? '');
  await db.query(
    `with opened as (
       insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at, ends_at,
         browser, system, country)
       values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9)
     )
     delete from session where user_id = $2 and token_hash in (
       select token_hash from session where user_id = $2 order by seen_at desc
       offset ${MAX_SESSIONS - 1}
     )`,
    [
      hashToken(token),
      userId,
      keep,
      now,
      addMilliseconds(now, Math.min(lifetime(keep), longest)),
      addMilliseconds(now, longest),
      browser,
      system,
      visitor.country,
    ],
  );
  await recordOrigin(db, context, userId, 'log-in');
  return token;
}

/**
 * Sets an account's password, which outdates its sessions, and ends links to confirm an e-mail.
 * @param survivingToken of the session that stays valid, because it has proven the identity; without it all passkeys are
 * deleted
 */
export function setPassword(
  db: Database,
  userId: bigint,
  passwordHash: string,
  now: Date,
  survivingToken?: string,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await transaction.query('update account set password_hash = $2 where user_id = $1', [
      userId,
      passwordHash,
    ]);
    // after the update, which waited for transactions that made a link with the old password
    await endConfirmLinks(transaction, userId);
    // the change was made without the old password: a stranger who knew that password may have added passkeys
    if (survivingToken === undefined) await deletePasskeys(transaction, userId);
    await invalidateSessions(
      transaction,
      userId,
      now,
      survivingToken ? hashToken(survivingToken) : null,
    );
  });
}

/**
 * Outdates all sessions, also sessions that began meanwhile, at the same moment, or by a clock that is ahead: requests
 * with them are answered 409.
 * @param survivingTokenHash of the token of the session that stays valid as if it began now, its proof unchanged; null: none
 */
export function invalidateSessions(
  db: Database,
  userId: bigint,
  now: Date,
  survivingTokenHash: Buffer | null,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await transaction.query('update account set password_changed_at = $2 where user_id = $1', [
      userId,
      now,
    ]);
    // a second statement: it sees log-ins that committed while the first statement waited
    await transaction.query(
      `update session set created_at = case when token_hash = $4 then $2 else $3 end,
         proven_at = coalesce(proven_at, created_at)
       where user_id = $1 and (created_at >= $2 or token_hash = $4)`,
      [userId, now, addMilliseconds(now, -1), survivingTokenHash],
    );
  });
}

/** Ends all sessions of a user for good: requests with them are answered 401. */
export async function endSessions(db: Database, userId: bigint): Promise<void> {
  await db.query('delete from session where user_id = $1', [userId]);
}

interface SessionRow {
  readonly user_id: bigint;
  /** the answer of `find_own_session`; null: the session is valid */
  readonly session_end: SessionEndedCode | null;
}

const OF_ACCOUNT = `select $1::bigint as user_id, session_end
  from find_own_session($1::bigint, $2, $3, $4), ${LOCAL_COMMIT}`;
const OF_BEFORE = `select user_id, session_end from find_session($1, $2, $3), ${LOCAL_COMMIT}`;

/**
 * Finds the user of a token, and prolongs the session.
 * @throws SessionEnded 401 (unknown, expired or logged out), 409 (blocked, or the password changed since) or 303 (the
 * operator wants a fresh log-in)
 */
export async function findSession(
  { db, now, settings }: Pick<Context, 'db' | 'settings' | 'now'>,
  token: string,
): Promise<Caller> {
  const userId = userIdInToken(token);
  const proof = [hashToken(token), now, settings.get('session.not_before')];
  const { rows } = await db.query<SessionRow>(
    userId === null
      ? { name: 'session of a token of before', text: OF_BEFORE, values: proof }
      : { name: 'session', text: OF_ACCOUNT, values: [userId, ...proof] },
  );
  const [row] = rows;
  if (!row) throw new Error('no answer');
  if (row.session_end !== null) throw new SessionEnded(row.session_end);
  return { userId: row.user_id, token };
}

export const logout: Handler<typeof calls.logout> = async ({ db }, { userId, token }) => {
  await db.query('delete from session where user_id = $1 and token_hash = $2', [
    userId,
    hashToken(token),
  ]);
  return {};
};

/**
 * Stores a push token for the session that sent it last, because a token belongs to one device. The token replaces a
 * web push subscription: each device is reached in one way.
 */
export const updateFcmToken: Handler<typeof calls.updateFcmToken> = async (
  { db },
  { userId, token },
  { fcm_token },
) => {
  const hash = hashToken(token);
  if (fcm_token !== '') {
    await db.query(
      'update session set fcm_token = null where fcm_token = $1 and token_hash <> $2',
      [fcm_token, hash],
    );
  }
  await db.query(
    `update session set fcm_token = $3, web_push = null where user_id = $1 and token_hash = $2`,
    [userId, hash, fcm_token === '' ? null : fcm_token],
  );
  return {};
};
