import type * as calls from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/database.ts';
import type { Context, Handler } from './context.ts';
import { COUNTED_FRIENDS, type CountedFriends, countFriends } from './friend-counts.ts';
import { FRIEND_REWARD_OPS } from './friend-rewards.ts';
import { beginByMoment, momentInSql, nextByMoment, pageOf } from './paging.ts';

interface FriendRow {
  readonly friend_id: bigint;
  readonly level: number;
  readonly created_at: Date;
  readonly moment: bigint;
}

const PAGE = `
  select friend_id, level, created_at, ${momentInSql('created_at')} from friend
  where user_id = $1 and ($2::int is null or level = $2) and created_at <= $5::timestamptz
  order by created_at desc, friend_id desc limit $3 offset $4`;

interface Friend {
  readonly user_id: bigint;
  readonly username: string;
  /** number of clips that the friend has watched */
  readonly videos: bigint;
}

/** Finds friends by their ids: in a distributed database, their rows may be on another machine than their inviter's. */
async function findFriends(db: Database, friends: readonly bigint[]): Promise<Map<bigint, Friend>> {
  const { rows } = await db.query<Friend>(
    `select user_id, username, videos from account join progress using (user_id)
     where user_id = any($1::bigint[])`,
    [friends],
  );
  return new Map(rows.map((row) => [row.user_id, row]));
}

interface Brought {
  readonly idempotency_key: string;
  readonly reward: bigint;
  readonly coming: bigint;
}

/**
 * The sums of rewards for friends: transfers with the friend's id in their key, and pending ones that wait for the
 * friend to watch clips. $1 is the person, $2 the keys.
 */
const BROUGHT = `
  select idempotency_key, sum(reward)::bigint as reward, sum(coming)::bigint as coming
  from (
    select idempotency_key, amount as reward, 0 as coming from transfer
    where user_id = $1 and idempotency_key = any($2::text[])
      and op in (${FRIEND_REWARD_OPS.map((op) => `'${op}'`).join(', ')})
    union all
    select idempotency_key, 0, amount from coming_reward
    where user_id = $1 and idempotency_key = any($2::text[])
  ) as brought group by idempotency_key`;

async function findFriendRewards(
  db: Database,
  userId: bigint,
  friends: readonly bigint[],
): Promise<(friend: bigint) => Pick<Brought, 'reward' | 'coming'>> {
  const { rows } = await db.query<Brought>(BROUGHT, [userId, friends.map(keyOf)]);
  const brought = new Map(rows.map((row) => [row.idempotency_key, row]));
  return (friend) => brought.get(keyOf(friend)) ?? { reward: 0n, coming: 0n };
}

const keyOf = (friend: bigint) => `friend:${friend}`;

interface OwnRow extends CountedFriends {
  readonly invite_code: string;
}

const OWN = `select invite_code, ${COUNTED_FRIENDS} from account where user_id = $1`;

/** Loads the fields that are shown of each friend of a page. */
async function describe({ db, settings }: Context, userId: bigint, page: readonly FriendRow[]) {
  if (page.length === 0) return [];
  const friends = page.map(({ friend_id }) => friend_id);
  const known = await findFriends(db, friends);
  const rewardsForFriend = await findFriendRewards(db, userId, friends);
  const releaseAfter = settings.get('invite.release_after_videos');
  return page.flatMap(({ friend_id, level, created_at }) => {
    const { username, videos } = known.get(friend_id) ?? {};
    if (username === undefined || videos === undefined) return [];
    const { reward, coming } = rewardsForFriend(friend_id);
    return {
      username: maskName(username),
      level,
      reward: formatMoney(reward),
      on_its_way: formatMoney(coming),
      videos_missing: coming === 0n ? 0 : Math.max(releaseAfter - Number(videos), 0),
      created_at: created_at.toISOString(),
    };
  });
}

export const invitedUsers: Handler<typeof calls.invitedUsers> = async (
  context,
  { userId },
  input,
) => {
  const { db, settings, site } = context;
  const [own] = (await db.query<OwnRow>(OWN, [userId])).rows;
  if (!own) throw new Error(`there is no account ${userId}`);
  const [level1 = 0, level2 = 0, level3 = 0] = await countFriends(context, userId, own);
  const { until, offset } = beginByMoment(input);
  const values = [userId, input.level ?? null, input.limit, offset, until];
  const { rows } = await db.query<FriendRow>(PAGE, values);
  const list = await describe(context, userId, rows);
  const levels = [level1, level2, level3];
  const wanted = input.level ? levels.slice(input.level - 1, input.level) : levels;
  const total = wanted.reduce((sum, count) => sum + count);
  return {
    counts: { level1, level2, level3 },
    invite_code: own.invite_code,
    release_after_videos: settings.get('invite.release_after_videos'),
    invite_url: `${site.publicUrl}/newuser?invite_code=${encodeURIComponent(own.invite_code)}`,
    ...pageOf(input, list, total),
    next: nextByMoment(
      input,
      rows.map(({ moment }) => moment),
    ),
  };
};
