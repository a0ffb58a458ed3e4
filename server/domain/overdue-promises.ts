import type { Database } from '../database/database.ts';
import { freeFunds } from './funding.ts';
import type { Settings } from './settings.ts';
import { addMilliseconds, DAY } from './time.ts';

/** Friends per statement: a statement must not hold its locks for long. */
const BATCH = 200;

/**
 * $1 the start of the allowed idle time. Locks the friend's progress row, as the claim of a clip does that would
 * release the rewards: the two never run at the same time. Skips friends with a claim in progress.
 */
const END = `
  with idle as (
    select user_id from progress
    where has_coming_rewards and (last_watch_at is null or last_watch_at < $1)
      and user_id in (select friend_id from coming_reward where created_at < $1)
    order by user_id limit ${BATCH} for update skip locked
  ),
  ended as (
    update progress set has_coming_rewards = false from idle
    where progress.user_id = idle.user_id
  ),
  gone as (
    delete from coming_reward using idle where friend_id = idle.user_id returning amount
  ),
  freed as (${freeFunds('select coalesce(sum(amount), 0)::bigint from gone')})
  select count(*)::int as friends from idle`;

/**
 * Ends promises for friends who have watched no clip for `invite.promise_days`: their funds can cover other rewards
 * again.
 */
export async function endPromises(db: Database, settings: Settings, now: Date): Promise<void> {
  const days = settings.get('invite.promise_days');
  if (days === 0) return;
  const since = addMilliseconds(now, -days * DAY);
  let friends: number;
  do {
    const { rows } = await db.query<{ friends: number }>(END, [since]);
    friends = rows[0]?.friends ?? 0;
  } while (friends === BATCH);
}
