import type { Database } from '../../database/database.ts';

/**
 * Deletes all passkeys of a person: a stranger with a weaker proof may have added them. The caller has locked the row
 * of the account.
 */
export async function deletePasskeys(db: Database, userId: bigint): Promise<void> {
  await db.query('delete from passkey where user_id = $1', [userId]);
}
