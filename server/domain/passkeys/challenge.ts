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
 * A challenge carries its end and is signed, so that none is stored before it is used: whoever looks at the log-in
 * would have a row made.
 * @param purpose what it is good for, nothing else
 */
export async function drawChallenge({ db, now }: Context, purpose: string) {
  const begin = Buffer.alloc(NONCE_BYTES + END_BYTES);
  randomBytes(NONCE_BYTES).copy(begin);
  begin.writeBigUInt64BE(BigInt(now.getTime() + LIFETIME_MS), NONCE_BYTES);
  const signature = sign(await findSecret(db, SECRET), purpose, begin);
  return new Uint8Array(Buffer.concat([begin, signature]));
}

/** @returns whether it is ours, is not over, and is used for the first time */
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

/** What an account is called on devices: always the same, and it tells nothing of the account. */
export async function handleOf(db: Database, userId: bigint): Promise<Buffer> {
  return createHmac('sha256', await findSecret(db, SECRET))
    .update(`handle of ${userId}`)
    .digest();
}
