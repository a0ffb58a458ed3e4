import type { Database } from '../database/database.ts';

const RELEASE = `
  with ready as (
    select user_id from reward_release order by created_at limit 200 for update skip locked
  ),
  released as (
    delete from reward_release using ready where reward_release.user_id = ready.user_id
    returning reward_release.user_id
  ),
  gone as (
    delete from coming_reward using released where friend_id = released.user_id
    returning coming_reward.*
  ),
  on_their_way as (
    insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
    select user_id, op, idempotency_key, amount, detail, $1 from gone
    on conflict do nothing
  )
  select count(*)::int as friends from released`;

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
