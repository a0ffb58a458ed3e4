import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
/** Servers of the previous version accept these tokens too: same characters, and not longer than older tokens. */
const NAMING = /^([1-9]\d{0,18})-[\w-]{43}$/;
/** The largest id of the database. */
const LAST_NUMBER = 2n ** 63n - 1n;

/** Makes a token: the account's id, by which the session is found, and a random secret. */
export const newToken = (userId: bigint): string =>
  `${userId}-${randomBytes(SECRET_BYTES).toString('base64url')}`;

/**
 * The account id in a token, which proves nothing: the sender may have written any number.
 * @returns null: the token has no id, like older tokens
 */
export function userIdInToken(token: string): bigint | null {
  const [, number] = NAMING.exec(token) ?? [];
  if (number === undefined) return null;
  const userId = BigInt(number);
  return userId <= LAST_NUMBER ? userId : null;
}
