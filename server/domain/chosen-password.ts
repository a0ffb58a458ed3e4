import { type Context, Refusal } from './context.ts';
import { hashPassword } from './passwords.ts';
import { isWeakPassword } from './weak-passwords.ts';

/** Whose a link or a recovery code is. */
export interface Owner {
  readonly user_id: bigint;
  readonly username: string;
  readonly email: string;
}

/** No account is it: the same work is done for a code that nobody has. */
export const NOBODY: Owner = { user_id: 0n, username: '', email: '' };

/**
 * Gives the password that the owner of a code has chosen to what uses the code up.
 * @param owner null: nobody has the code, which takes as long
 * @param redeem resolves to whether the code was still good
 * @returns whether it was
 * @throws Refusal weak_password, which leaves the code as it is
 */
export async function redeemFor(
  { settings, visitor }: Context,
  owner: Owner | null,
  password: string,
  redeem: (owner: Owner, passwordHash: string) => Promise<boolean>,
): Promise<boolean> {
  const passwordHash = await hashPassword(password, visitor.address);
  const own = { ...(owner ?? NOBODY), product: settings.get('product.name') };
  const isWeak = await isWeakPassword(password, own);
  if (!owner) return false;
  if (isWeak) throw new Refusal('weak_password');
  return redeem(owner, passwordHash);
}
