import type { Context } from './context.ts';
import { addMilliseconds, MINUTE } from './time.ts';

/** Stored counts of an account's friends up to the friend `friends_counted_to`; null: nothing is counted yet. */
export interface CountedFriends {
  readonly friends_counted_to: bigint | null;
  readonly friends_of_level_1: bigint | null;
  readonly friends_of_level_2: bigint | null;
  readonly friends_of_level_3: bigint | null;
}

export const COUNTED_FRIENDS =
  'friends_counted_to, friends_of_level_1, friends_of_level_2, friends_of_level_3';

/** The stored counts are updated after this many more friends. */
const KEPT_AFTER = 100;
/**
 * Age of a registration after which no registration with a smaller user id is committed any more. Ids are assigned when
 * registrations begin, but each statement ends after seconds (`server/database/session.ts`).
 */
const SETTLED_AFTER_MS = 10 * MINUTE;

interface NewerRow {
  readonly level: number;
  readonly friends: bigint;
  readonly settled: bigint;
  /** all friends up to this one are committed; null: all are too new */
  readonly settled_to: bigint | null;
}

/** Friends after $2, by level; friends who registered before $3 are settled. */
const NEWER = `
  select level, count(*) as friends, count(*) filter (where friend_id <= settled_to) as settled,
    max(settled_to) as settled_to
  from (
    select level, friend_id,
      max(friend_id) filter (where created_at < $3::timestamptz) over () as settled_to
    from friend where user_id = $1 and friend_id > $2::bigint
  ) as newer group by level`;

/** Skips an account that another transaction has locked: a later call stores the counts. Older counts are valid too. */
const KEEP = `
  update account set friends_counted_to = $2, friends_of_level_1 = $3, friends_of_level_2 = $4,
    friends_of_level_3 = $5
  where user_id = $1 and exists (
    select from account where user_id = $1 for no key update skip locked
  )`;

/** Returns the numbers of a user's friends of level 1, 2 and 3: the stored counts plus newer friends. */
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
