import type { Database } from '../database/database.ts';
import { endLinksOfBlocked } from './reset-links.ts';
import { endSessions } from './sessions.ts';

/**
 * Lets a blocked person log in again. Sessions and reset links from before the block stay ended: a thief may have them.
 * @param since time of the block to lift; null: any block
 * @returns false: the person is not blocked, or is blocked by another block
 */
export async function clearBlock(
  db: Database,
  userId: bigint,
  since: Date | null = null,
): Promise<boolean> {
  await endLinksOfBlocked(db, userId);
  const { rowCount } = await db.query(
    `update account set blocked_at = null
     where user_id = $1 and deleted_at is null and blocked_at is not null
       and ($2::timestamptz is null
         or blocked_at >= $2 and blocked_at < $2::timestamptz + interval '1 millisecond')`,
    [userId, since],
  );
  if (rowCount !== 1) return false;
  await endSessions(db, userId);
  return true;
}
