import type { Database } from '../database/database.ts';

const RELEASE = `
  select count(*) filter (where release_rewards(user_id, $1))::int as friends from (
    select user_id from reward_release order by created_at limit 200 for update skip locked
  ) as ready`;

/**
 * Moves the rewards for friends who have watched enough to the outbox.
 * @returns how many friends; 0 when nobody waits
 */
export async function releaseRewards(db: Database, now: Date): Promise<number> {
  const { rows } = await db.query<{ friends: number }>({
    name: 'release_rewards',
    text: RELEASE,
    values: [now],
  });
  return rows[0]?.friends ?? 0;
}
