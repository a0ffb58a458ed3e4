import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { Context } from '../context.ts';
import { redeemOnce } from '../redeemed.ts';
import { findSecret } from '../secrets.ts';
import { MINUTE } from '../time.ts';

const SECRET = 'passkeys';
const LIFETIME_MS = 5 * MINUTE;
const NONCE_BYTES = 16;
const END_BYTES = 8;

const sign = (secret: Buffer, text: string, begin: Buffer) =>
  createHmac('sha256', secret).update(begin).update(text).digest();

/**
 * Makes a signed challenge that contains its expiry. So the database needs no row before the challenge is used;
 * otherwise each view of the log-in page would create a row.
 * @param purpose the only use for which the challenge is valid
 */
export async function issueChallenge({ db, now }: Context, purpose: string) {
  const begin = Buffer.alloc(NONCE_BYTES + END_BYTES);
  randomBytes(NONCE_BYTES).copy(begin);
  begin.writeBigUInt64BE(BigInt(now.getTime() + LIFETIME_MS), NONCE_BYTES);
  const signature = sign(await findSecret(db, SECRET), purpose, begin);
  return new Uint8Array(Buffer.concat([begin, signature]));
}

/** @returns whether `issueChallenge` made it for the purpose, it has not expired, and it was unused */
export async function redeemChallenge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  purpose: string,
  text: string,
): Promise<boolean> {
  const challenge = Buffer.from(text, 'base64url');
  const begin = challenge.subarray(0, NONCE_BYTES + END_BYTES);
  const signature = challenge.subarray(NONCE_BYTES + END_BYTES);
  const expected = sign(await findSecret(db, SECRET), purpose, begin);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return false;
  const endsAt = new Date(Number(begin.readBigUInt64BE(NONCE_BYTES)));
  if (endsAt <= now) return false;
  return redeemOnce(db, begin.subarray(0, NONCE_BYTES), endsAt);
}

/** The user handle of an account on devices: always the same, and it reveals nothing about the account. */
export async function handleOf(db: Database, userId: bigint): Promise<Buffer> {
  return createHmac('sha256', await findSecret(db, SECRET))
    .update(`handle of ${userId}`)
    .digest();
}
