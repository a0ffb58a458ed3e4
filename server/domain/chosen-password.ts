import { type Context, Refusal } from './context.ts';
import { hashPassword } from './passwords.ts';
import { isWeakPassword } from './weak-passwords.ts';

/** The account that a reset link or a recovery code belongs to. */
export interface Owner {
  readonly user_id: bigint;
  readonly username: string;
  readonly email: string;
}

/** Placeholder owner of an unknown code, so that the server does the same work for it. */
export const NOBODY: Owner = { user_id: 0n, username: '', email: '' };

/**
 * Checks and hashes the new password of a person with a reset link or a recovery code, and redeems the code.
 * @param owner null: the code is unknown; the answer takes as long as with an owner
 * @param redeem stores the password's hash and uses up the code; resolves to whether the code was still good
 * @returns whether the code was good
 * @throws Refusal weak_password, which does not use up the code
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
