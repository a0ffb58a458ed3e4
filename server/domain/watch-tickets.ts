import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { findSecret } from './secrets.ts';
import { DAY, SECOND } from './time.ts';

/** The content of a landing page's ticket: the clip that the visitor watches. */
export interface WatchTicket {
  readonly videoId: bigint;
  /** the inviter of the landing page: the ticket is valid only for friends of this inviter */
  readonly inviterId: bigint;
  /** unique; a ticket is used once */
  readonly nonce: Buffer;
}

const SECRET = 'watch_ticket';
const NONCE_BYTES = 16;
const BODY_BYTES = 8 + 8 + 8 + NONCE_BYTES;
/**
 * How long a ticket is valid after its watch time, and how long used tickets are stored. A person who registers when
 * the day's promises are used up can redeem the ticket on a later day.
 */
export const TICKET_LIFETIME_MS = 30 * DAY;

function sign(secret: Buffer, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}

/** Makes a ticket for a clip whose watch begins now. */
export async function issueTicket(
  db: Database,
  { videoId, inviterId }: Pick<WatchTicket, 'videoId' | 'inviterId'>,
  watchSeconds: number,
  now: Date,
): Promise<string> {
  const body = Buffer.alloc(BODY_BYTES);
  body.writeBigUInt64BE(videoId, 0);
  body.writeBigUInt64BE(BigInt(now.getTime() + watchSeconds * SECOND), 8);
  body.writeBigUInt64BE(inviterId, 16);
  randomBytes(NONCE_BYTES).copy(body, 24);
  const signature = sign(await findSecret(db, SECRET), body);
  return Buffer.concat([body, signature]).toString('base64url');
}

/** @returns null for a ticket with a wrong signature, before its watch time is over, or after its lifetime */
export async function readTicket(
  db: Database,
  ticket: string,
  now: Date,
): Promise<WatchTicket | null> {
  const bytes = Buffer.from(ticket, 'base64url');
  const body = bytes.subarray(0, BODY_BYTES);
  const expected = sign(await findSecret(db, SECRET), body);
  const signature = bytes.subarray(BODY_BYTES);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  const readyAt = Number(body.readBigUInt64BE(8));
  const age = now.getTime() - readyAt;
  if (age < 0 || age > TICKET_LIFETIME_MS) return null;
  return {
    videoId: body.readBigUInt64BE(0),
    inviterId: body.readBigUInt64BE(16),
    nonce: body.subarray(24),
  };
}
