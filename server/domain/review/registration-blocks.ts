import { createHmac } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { addressBlock } from '../addresses.ts';
import { findSecret } from '../secrets.ts';
import { MAX_BLOCK_REGISTRATIONS } from '../settings.review.ts';
import { DAY } from '../time.ts';

const SECRET = 'registration_block';
/** After this time the block of a registration is deleted. */
export const BLOCK_LIFETIME_MS = 30 * DAY;

/**
 * The stored form of a registration's address: a keyed hash of its block. The same block has the same hash in one
 * database; without the key of that database the hash is useless.
 */
export async function hashBlock(db: Database, address: string): Promise<Buffer> {
  const key = await findSecret(db, SECRET);
  return createHmac('sha256', key).update(addressBlock(address)).digest();
}

/** A statement reads at most this many times `MAX_BLOCK_REGISTRATIONS` rows, for any number of blocks. */
const BLOCKS = 10;

/**
 * The number of registrations from each of these blocks since a moment, up to 1,000; each block is counted once. The
 * limit of a statement may cut off the last block of its answer: the next statement counts that block again.
 */
export async function countRegistrations(
  db: Database,
  blocks: readonly Buffer[],
  since: Date,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const byHash = new Map(blocks.map((block) => [block.toString('hex'), block]));
  while (byHash.size > 0) {
    const most = MAX_BLOCK_REGISTRATIONS * Math.min(byHash.size, BLOCKS);
    const { rows } = await db.query<{ block_hash: Buffer; registrations: number }>(
      `select block_hash, count(*)::int as registrations from (
         select block_hash from registration_block
         where block_hash = any($1::bytea[]) and registered_at > $2
         order by block_hash limit $3::int
       ) as counted group by block_hash order by block_hash`,
      [[...byHash.values()], since, most],
    );
    const isAll = rows.reduce((sum, { registrations }) => sum + registrations, 0) < most;
    const whole = rows.filter(
      ({ registrations }, at) =>
        isAll || at < rows.length - 1 || registrations >= MAX_BLOCK_REGISTRATIONS,
    );
    for (const { block_hash, registrations } of whole) {
      counts.set(block_hash.toString('hex'), Math.min(registrations, MAX_BLOCK_REGISTRATIONS));
      byHash.delete(block_hash.toString('hex'));
    }
    if (isAll) break;
  }
  return counts;
}
