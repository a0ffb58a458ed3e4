import type { Database } from '../database/database.ts';

/**
 * Moves the rewards for friends who have watched enough clips from `coming_reward` to the table `outbox`.
 * @returns the number of friends; 0: no friend is waiting
 */
export async function releaseRewards(db: Database, now: Date): Promise<number> {
  const { rows } = await db.query<{ friends: number }>({
    name: 'release_waiting',
    text: 'select release_waiting($1) as friends',
    values: [now],
  });
  return rows[0]?.friends ?? 0;
}
