import type { Database } from '../../database/database.ts';

/**
 * Deletes all passkeys of a person; the row of the account is locked. Somebody with a weaker proof may have added them.
 */
export async function deletePasskeys(db: Database, userId: bigint): Promise<void> {
  await db.query('delete from passkey where user_id = $1', [userId]);
}
