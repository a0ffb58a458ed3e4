import type { Database } from '../database/database.ts';

/**
 * Takes what was drawn by chance for good: the same is refused from now on, by every process.
 * @param endsAt when it would be refused anyway
 * @returns false: it was taken before
 */
export async function redeemOnce(db: Database, nonce: Buffer, endsAt: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into redeemed_proof (nonce, ends_at) values ($1, $2) on conflict do nothing',
    [nonce, endsAt],
  );
  return rowCount === 1;
}
