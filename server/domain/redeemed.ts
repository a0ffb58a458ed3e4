import type { Database } from '../database/database.ts';

/**
 * Redeems a random number: every process refuses it from now on.
 * @param endsAt when it expires anyway
 * @returns false: it was redeemed before
 */
export async function redeemOnce(db: Database, nonce: Buffer, endsAt: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into redeemed_proof (nonce, ends_at) values ($1, $2) on conflict do nothing',
    [nonce, endsAt],
  );
  return rowCount === 1;
}
