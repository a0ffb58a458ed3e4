import { createHmac } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { addressBlock } from '../addresses.ts';
import { findSecret } from '../secrets.ts';
import { DAY } from '../time.ts';

const SECRET = 'registration_block';
/** After so long nothing tells any more from which block somebody has registered. */
export const BLOCK_LIFETIME_MS = 30 * DAY;

/**
 * What is kept of the address that somebody registers from: a keyed hash of its block. The same
 * block has the same hash in one database; without the key of that database it tells nothing.
 */
export async function hashBlock(db: Database, address: string): Promise<Buffer> {
  const key = await findSecret(db, SECRET);
  return createHmac('sha256', key).update(addressBlock(address)).digest();
}
