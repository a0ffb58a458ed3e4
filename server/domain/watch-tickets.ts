import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { DAY, SECOND } from './time.ts';

/** What a landing page's ticket says: somebody is watching this clip since then. */
export interface WatchTicket {
  readonly videoId: bigint;
  /** unique; a ticket is used once */
  readonly nonce: Buffer;
}

const SECRET = 'watch_ticket';
const SECRET_BYTES = 32;
const NONCE_BYTES = 16;
const BODY_BYTES = 8 + 8 + NONCE_BYTES;
/** A ticket is good for so long after its watch time; used ones are remembered as long. */
export const TICKET_LIFETIME_MS = 30 * DAY;

/** The key that signs tickets: made once, the same for every process. */
async function findSecret(db: Database): Promise<Buffer> {
  const { rows } = await db.query<{ value: Buffer }>('select value from secret where name = $1', [
    SECRET,
  ]);
  if (rows[0]) return rows[0].value;
  await db.query('insert into secret (name, value) values ($1, $2) on conflict do nothing', [
    SECRET,
    randomBytes(SECRET_BYTES),
  ]);
  return findSecret(db);
}

function sign(secret: Buffer, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}

/** A ticket for a clip that somebody begins to watch now. */
export async function issueTicket(
  db: Database,
  videoId: bigint,
  watchSeconds: number,
  now: Date,
): Promise<string> {
  const body = Buffer.alloc(BODY_BYTES);
  body.writeBigUInt64BE(videoId, 0);
  body.writeBigUInt64BE(BigInt(now.getTime() + watchSeconds * SECOND), 8);
  randomBytes(NONCE_BYTES).copy(body, 16);
  const signature = sign(await findSecret(db), body);
  return Buffer.concat([body, signature]).toString('base64url');
}

/** @returns null for a ticket that is not ours, whose watch time is not over, or that is too old */
export async function readTicket(
  db: Database,
  ticket: string,
  now: Date,
): Promise<WatchTicket | null> {
  const bytes = Buffer.from(ticket, 'base64url');
  const body = bytes.subarray(0, BODY_BYTES);
  const expected = sign(await findSecret(db), body);
  const signature = bytes.subarray(BODY_BYTES);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  const readyAt = Number(body.readBigUInt64BE(8));
  const age = now.getTime() - readyAt;
  if (age < 0 || age > TICKET_LIFETIME_MS) return null;
  return { videoId: body.readBigUInt64BE(0), nonce: body.subarray(16) };
}
