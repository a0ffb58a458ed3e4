import type { Context } from './context.ts';
import { Refusal } from './context.ts';
import { attempt, countLogin } from './login.ts';
import { passwordWindows } from './password-change.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Has whoever is logged in prove by the password that the account is theirs.
 * @returns the password's hash: what goes by the proof ends with it
 * @throws Refusal invalid_credentials, too_many_attempts
 */
export async function proveAccount(
  context: Context,
  userId: bigint,
  password: string,
): Promise<string> {
  await countLogin(context);
  const { rows } = await context.db.query<{ password_hash: string }>(
    'select password_hash from account where user_id = $1',
    [userId],
  );
  const hash = rows[0]?.password_hash ?? null;
  const isGood = await attempt(context, passwordWindows(context, userId), () =>
    verifyPassword(password, hash, context.visitor.address),
  );
  if (!isGood || hash === null) throw new Refusal('invalid_credentials');
  return hash;
}
