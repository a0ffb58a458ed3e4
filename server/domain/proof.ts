import type * as calls from '../../contract/calls.ts';
import type { Database } from '../database/database.ts';
import { type Caller, type Context, type Handler, Refusal } from './context.ts';
import { attempt, countLogin, passwordWindows } from './login.ts';
import { verifyPassword } from './passwords.ts';
import { hashToken } from './sessions.ts';
import { addMilliseconds, MINUTE } from './time.ts';

/** As long as a proof is good for what asks for one: a log-in, the password, or a passkey. */
const GOOD_MS = 10 * MINUTE;

/** Notes that whoever has a session has shown that the account is theirs. */
export async function noteProof(db: Database, { userId, token }: Caller, now: Date): Promise<void> {
  await db.query(
    `update session set proven_at = greatest(proven_at, $3)
     where user_id = $1 and token_hash = $2`,
    [userId, hashToken(token), now],
  );
}

/**
 * Whoever changes the password waits for the transaction, or this for them: a proof of before is none after it.
 * @throws Refusal proof_too_old
 */
export async function assertProven(
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
    [userId, hashToken(token), addMilliseconds(now, -GOOD_MS)],
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
 * Has whoever is logged in prove by the password that the account is theirs. Its counts of attempts must outlive a
 * refusal, so `context.db` must not be a transaction that is rolled back by one.
 * @returns the password's hash: what goes by the proof ends with it
 * @throws Refusal invalid_credentials, too_many_attempts
 */
export async function proveAccount(
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
  await noteProof(context.db, caller, context.now);
  return hash;
}

/**
 * By the password where one is sent, as apps of before do, else by the session's last proof.
 * @returns the password's hash: what goes by either ends with it
 * @throws Refusal proof_too_old, invalid_credentials, too_many_attempts
 */
export async function showAccount(
  context: Context,
  caller: Caller,
  password: string | undefined,
): Promise<string> {
  if (password !== undefined) return proveAccount(context, caller, password);
  // read first: a password that takes its place meanwhile ends the proof, or the hash is another one
  const hash = await readHash(context.db, caller.userId);
  await assertProven(context.db, caller, context.now);
  return hash ?? '';
}

/** @throws Refusal invalid_credentials, too_many_attempts */
export const proveByPassword: Handler<typeof calls.proveByPassword> = async (
  context,
  caller,
  { password },
) => {
  await proveAccount(context, caller, password);
  return {};
};
