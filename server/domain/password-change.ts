import type { ParsedInputOf } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import { inTransaction } from '../database/database.ts';
import { writeAudit } from './audit.ts';
import { type Caller, type Context, type Handler, Refusal } from './context.ts';
import { type Window, windowsOfAddress } from './limits.ts';
import { attempt, countLogin, WINDOW_MS } from './login.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endLinks } from './reset-links.ts';
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
       select from session where token_hash = $2 and session.created_at = password_changed_at
         and password_changed_at > $3
     ) as is_chosen_here
     from account where user_id = $1`,
    [userId, hashToken(token), addMilliseconds(now, -HOUR)],
  );
  return rows[0];
}

/**
 * Wrong passwords are counted with the log-ins of the address, and for the account by themselves: what
 * strangers try at the log-in does not keep its owner from changing the password, or from leaving.
 */
export function passwordWindows({ settings, visitor }: Context, userId: bigint): Window[] {
  const window = (bucket: string, limit: number) => ({ bucket, limit, lengthMs: WINDOW_MS });
  const most = settings.get('limit.address_login_attempts');
  return [
    ...windowsOfAddress(visitor.address, window('login:address', most)),
    window(`password:user:${userId}`, settings.get('limit.login_attempts')),
  ];
}

/**
 * Sets the new password, which ends all other sessions and the links to a new password. The links go
 * first, as where it is used: so neither waits for the other.
 * @throws Refusal invalid_credentials when the password has become another one meanwhile
 */
function replace(context: Context, caller: Caller, oldHash: string, newHash: string) {
  const { userId, token } = caller;
  const { now } = context;
  return inTransaction(context.db, async (db) => {
    await endLinks(db, userId);
    const { rowCount } = await db.query(
      'select from account where user_id = $1 and password_hash = $2 for update',
      [userId, oldHash],
    );
    if (rowCount !== 1) throw new Refusal('invalid_credentials');
    await setPassword(db, userId, newHash, now, token);
    const what = { user_id: Number(userId) };
    await writeAudit(db, { who: `user ${userId}`, action: 'password changed', what }, now);
  });
}

/** @returns false: the present password is another one */
async function change(
  context: Context,
  caller: Caller,
  { password, new_password: chosen }: ParsedInputOf<typeof calls.changePassword>,
): Promise<boolean> {
  const { settings, visitor } = context;
  const account = await readAccount(context, caller);
  if (!account) return false;
  const { username, email, password_hash: oldHash, is_chosen_here: isChosenHere } = account;
  if (!(await verifyPassword(password, oldHash, visitor.address))) {
    // it was changed before, and the answer was lost
    return isChosenHere && verifyPassword(chosen, oldHash, visitor.address);
  }
  const own = { username, email, product: settings.get('product.name') };
  if (isWeakPassword(chosen, own)) throw new Refusal('weak_password');
  await replace(context, caller, oldHash, await hashPassword(chosen, visitor.address));
  return true;
}

/**
 * Its counts of attempts must outlive a refusal, so `context.db` must not be a transaction that is
 * rolled back by one.
 * @throws Refusal invalid_credentials, weak_password, too_many_attempts
 */
export const changePassword: Handler<typeof calls.changePassword> = async (
  context,
  caller,
  input,
) => {
  await countLogin(context);
  const windows = passwordWindows(context, caller.userId);
  const isDone = await attempt(context, windows, () => change(context, caller, input));
  if (!isDone) throw new Refusal('invalid_credentials');
  return {};
};
