import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
/** Servers of the previous version accept these tokens too: same characters, and not longer than theirs. */
const NAMING = /^([1-9]\d{0,18})-[\w-]{43}$/;
/** The database's numbers go no further. */
const LAST_NUMBER = 2n ** 63n - 1n;

/** A new token: it names its account, which finds its session, and what opens that is the secret behind. */
export const newToken = (userId: bigint): string =>
  `${userId}-${randomBytes(SECRET_BYTES).toString('base64url')}`;

/**
 * The account that a token names, whether or not it is theirs: whoever sends it may have written any number.
 * @returns null: it names none, as those of before do
 */
export function accountIn(token: string): bigint | null {
  const [, number] = NAMING.exec(token) ?? [];
  if (number === undefined) return null;
  const userId = BigInt(number);
  return userId <= LAST_NUMBER ? userId : null;
}
