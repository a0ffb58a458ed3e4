import type * as calls from '../../contract/calls.ts';
import { inTransaction } from '../database/database.ts';
import { writeAudit } from './audit.ts';
import { type Caller, type Context, type Handler, Refusal } from './context.ts';
import { attempt, countLogin, passwordWindows } from './login.ts';
import { notifyOwner } from './notify-owner.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { assertRecentProof, recordProof } from './proof.ts';
import { endLinks } from './reset-links.ts';
import { openEmail } from './sealed-emails.ts';
import { hashToken, setPassword } from './sessions.ts';
import { addMilliseconds, HOUR } from './time.ts';
import { isWeakPassword } from './weak-passwords.ts';

interface Account {
  readonly username: string;
  readonly email: string;
  readonly password_hash: string;
  /** this session chose the present password, within the last hour */
  readonly is_chosen_here: boolean;
}

async function readAccount(
  { db, now }: Context,
  { userId, token }: Caller,
): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `select username, email, password_hash, exists (
       select from session where user_id = $1 and token_hash = $2
         and session.created_at = password_changed_at and password_changed_at > $3
     ) as is_chosen_here
     from account where user_id = $1`,
    [userId, hashToken(token), addMilliseconds(now, -HOUR)],
  );
  const [row] = rows;
  return row && { ...row, email: openEmail(db, userId, row.email) };
}

/**
 * Sets the new password, and ends all other sessions and the reset links. It locks the links first, as the use of a
 * reset link does, so the two cannot deadlock.
 * @throws Refusal invalid_credentials when the password has changed meanwhile
 */
function replace(context: Context, caller: Caller, oldHash: string, newHash: string) {
  const { userId, token } = caller;
  const { now, site } = context;
  return inTransaction(context.db, async (db) => {
    await endLinks(db, userId);
    const { rowCount } = await db.query(
      'select from account where user_id = $1 and password_hash = $2 for update',
      [userId, oldHash],
    );
    if (rowCount !== 1) throw new Refusal('invalid_credentials');
    await setPassword(db, userId, newHash, now, token);
    await notifyOwner({ db, now, site }, userId, 'password');
    const what = { user_id: Number(userId) };
    await writeAudit(db, { who: `user ${userId}`, action: 'password changed', what }, now);
  });
}

/** @throws Refusal weak_password; invalid_credentials when the password has changed meanwhile */
async function choose(
  context: Context,
  caller: Caller,
  { username, email, password_hash: oldHash }: Account,
  chosen: string,
): Promise<void> {
  const { settings, visitor } = context;
  const own = { username, email, product: settings.get('product.name') };
  if (await isWeakPassword(chosen, own)) throw new Refusal('weak_password');
  await replace(context, caller, oldHash, await hashPassword(chosen, visitor.address));
}

/** @returns false: the given present password is wrong */
async function changeBy(
  password: string,
  context: Context,
  caller: Caller,
  chosen: string,
): Promise<boolean> {
  const { address } = context.visitor;
  const account = await readAccount(context, caller);
  if (!account) return false;
  const { password_hash: oldHash, is_chosen_here: isChosenHere } = account;
  if (!(await verifyPassword(password, oldHash, address))) {
    // a retry: the password was changed, and the answer was lost
    return isChosenHere && verifyPassword(chosen, oldHash, address);
  }
  await recordProof(context.db, caller, context.now);
  await choose(context, caller, account, chosen);
  return true;
}

/** A retry after a lost answer sets the same password again. @throws Refusal proof_too_old, weak_password */
async function changeProven(context: Context, caller: Caller, chosen: string): Promise<void> {
  // the hash is read first: a later password change ends the proof, or `replace` finds another hash
  const account = await readAccount(context, caller);
  await assertRecentProof(context.db, caller, context.now);
  if (account) await choose(context, caller, account, chosen);
}

/**
 * Do not call it in a transaction that a refusal rolls back: the counts of attempts must be kept.
 * @throws Refusal invalid_credentials, proof_too_old, weak_password, too_many_attempts
 */
export const changePassword: Handler<typeof calls.changePassword> = async (
  context,
  caller,
  { password, new_password: chosen },
) => {
  await countLogin(context);
  if (password === undefined) {
    await changeProven(context, caller, chosen);
    return {};
  }
  const windows = passwordWindows(context, caller.userId);
  const isDone = await attempt(context, windows, () => changeBy(password, context, caller, chosen));
  if (!isDone) throw new Refusal('invalid_credentials');
  return {};
};
