import type * as calls from '../../contract/calls.ts';
import type { Database } from '../database/database.ts';
import { type Caller, type Context, type Handler, Refusal } from './context.ts';
import { attempt, countLogin, passwordWindows } from './login.ts';
import { verifyPassword } from './passwords.ts';
import { hashToken } from './sessions.ts';
import { addMilliseconds, MINUTE } from './time.ts';

/** The lifetime of a proof of identity: a log-in, the password, or a passkey. */
const PROOF_LIFETIME_MS = 10 * MINUTE;

/** Stores that the session's user has proven the identity. */
export async function recordProof(
  db: Database,
  { userId, token }: Caller,
  now: Date,
): Promise<void> {
  await db.query(
    `update session set proven_at = greatest(proven_at, $3)
     where user_id = $1 and token_hash = $2`,
    [userId, hashToken(token), now],
  );
}

/**
 * Checks that the session has a recent proof. A concurrent password change runs before or after the transaction, and
 * ends older proofs.
 * @throws Refusal proof_too_old
 */
export async function assertRecentProof(
  db: Database,
  { userId, token }: Caller,
  now: Date,
): Promise<void> {
  const { rowCount } = await db.query(
    `select from account join session using (user_id)
     where account.user_id = $1 and token_hash = $2 and deleted_at is null
       and coalesce(proven_at, session.created_at) > $3
       and session.created_at >= coalesce(password_changed_at, session.created_at)
     for share of account`,
    [userId, hashToken(token), addMilliseconds(now, -PROOF_LIFETIME_MS)],
  );
  if (rowCount !== 1) throw new Refusal('proof_too_old');
}

async function readHash(db: Database, userId: bigint): Promise<string | null> {
  const { rows } = await db.query<{ password_hash: string }>(
    'select password_hash from account where user_id = $1',
    [userId],
  );
  return rows[0]?.password_hash ?? null;
}

/**
 * Checks the password of a logged-in user as a proof of identity. Do not call it in a transaction that a refusal rolls
 * back: the counts of attempts must be kept.
 * @returns the password's hash: a change of the password ends the proof
 * @throws Refusal invalid_credentials, too_many_attempts
 */
export async function verifyOwnPassword(
  context: Context,
  caller: Caller,
  password: string,
): Promise<string> {
  const { userId } = caller;
  await countLogin(context);
  const hash = await readHash(context.db, userId);
  const isGood = await attempt(context, passwordWindows(context, userId), () =>
    verifyPassword(password, hash, context.visitor.address),
  );
  if (!isGood || hash === null) throw new Refusal('invalid_credentials');
  await recordProof(context.db, caller, context.now);
  return hash;
}

/**
 * Checks the identity by the password where one is sent, as older apps do, else by the session's last proof.
 * @returns the password's hash: a change of the password ends either proof
 * @throws Refusal proof_too_old, invalid_credentials, too_many_attempts
 */
export async function proveIdentity(
  context: Context,
  caller: Caller,
  password: string | undefined,
): Promise<string> {
  if (password !== undefined) return verifyOwnPassword(context, caller, password);
  // the hash is read first: a later password change ends the proof, or the caller finds another hash
  const hash = await readHash(context.db, caller.userId);
  await assertRecentProof(context.db, caller, context.now);
  return hash ?? '';
}

/** @throws Refusal invalid_credentials, too_many_attempts */
export const proveByPassword: Handler<typeof calls.proveByPassword> = async (
  context,
  caller,
  { password },
) => {
  await verifyOwnPassword(context, caller, password);
  return {};
};
