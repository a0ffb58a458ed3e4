import type { Database } from '../../database/database.ts';

/** Ends all passkeys of a person, whose account's row is locked: whoever has proven less may have added them. */
export async function endPasskeys(db: Database, userId: bigint): Promise<void> {
  await db.query('delete from passkey where user_id = $1', [userId]);
}
