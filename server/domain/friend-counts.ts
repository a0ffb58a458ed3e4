import type { Context } from './context.ts';
import { addMilliseconds, MINUTE } from './time.ts';

/** Of an account: its friends up to one of them; null: nothing is counted yet. */
export interface CountedFriends {
  readonly friends_counted_to: bigint | null;
  readonly friends_of_level_1: bigint | null;
  readonly friends_of_level_2: bigint | null;
  readonly friends_of_level_3: bigint | null;
}

export const COUNTED_FRIENDS =
  'friends_counted_to, friends_of_level_1, friends_of_level_2, friends_of_level_3';

/** After so many more friends the count is kept anew. */
const KEPT_AFTER = 100;
/**
 * Numbers are given when registrations begin, and one that began before may be committed later. None takes so long: each of
 * its statements is ended after seconds (`server/database/session.ts`).
 */
const SETTLED_AFTER_MS = 10 * MINUTE;

interface NewerRow {
  readonly level: number;
  readonly friends: bigint;
  readonly settled: bigint;
  /** nobody up to this friend is missing; null: they are all too new */
  readonly settled_to: bigint | null;
}

/** Friends after $2, by level; $3 before when a friend registered who is settled. */
const NEWER = `
  select level, count(*) as friends, count(*) filter (where friend_id <= settled_to) as settled,
    max(settled_to) as settled_to
  from (
    select level, friend_id,
      max(friend_id) filter (where created_at < $3::timestamptz) over () as settled_to
    from friend where user_id = $1 and friend_id > $2::bigint
  ) as newer group by level`;

/** Whoever else changes the account is not waited for: the next list keeps it. An older count is true as well. */
const KEEP = `
  update account set friends_counted_to = $2, friends_of_level_1 = $3, friends_of_level_2 = $4,
    friends_of_level_3 = $5
  where user_id = $1 and exists (
    select from account where user_id = $1 for no key update skip locked
  )`;

/** How many friends of level 1, 2 and 3 somebody has: those that were counted, and those since. */
export async function countFriends(
  { db, now }: Context,
  userId: bigint,
  counted: CountedFriends,
): Promise<number[]> {
  const before = [
    counted.friends_of_level_1 ?? 0n,
    counted.friends_of_level_2 ?? 0n,
    counted.friends_of_level_3 ?? 0n,
  ];
  const { rows } = await db.query<NewerRow>(NEWER, [
    userId,
    counted.friends_counted_to ?? 0n,
    addMilliseconds(now, -SETTLED_AFTER_MS),
  ]);
  const withNewer = (which: 'friends' | 'settled') =>
    before.map((count, at) => count + (rows.find(({ level }) => level === at + 1)?.[which] ?? 0n));
  const isWorthKeeping = rows.reduce((sum, row) => sum + row.settled, 0n) >= KEPT_AFTER;
  if (isWorthKeeping) {
    await db.query(KEEP, [userId, rows[0]?.settled_to, ...withNewer('settled')]);
  }
  return withNewer('friends').map(Number);
}
