import type * as calls from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Handler } from './context.ts';
import { COUNTED_FRIENDS, type CountedFriends, countFriends } from './friend-counts.ts';
import { beginByMoment, momentInSql, nextByMoment, pageOf } from './paging.ts';

interface FriendRow {
  readonly username: string;
  readonly level: number;
  readonly reward: bigint;
  readonly coming: bigint;
  readonly videos: bigint;
  readonly created_at: Date;
  readonly moment: bigint;
}

/**
 * A friend's rewards are the transfers that carry the friend's id in their key; those that wait for
 * the friend to watch something carry it too. They are looked for once it is known which friends are on the page.
 */
const FRIENDS = `
  with page as (
    select *, ${momentInSql('created_at')} from friend
    where user_id = $1 and ($2::int is null or level = $2) and created_at <= $5::timestamptz
    order by created_at desc, friend_id desc limit $3 offset $4
  )
  select username, level, page.created_at, moment, (
    select coalesce(sum(amount), 0)::bigint from transfer
    where transfer.user_id = $1 and idempotency_key = 'friend:' || friend_id
      and op in (
        'invite', 'invite_level_1_reward', 'invite_level_2_reward', 'invite_level_3_reward'
      )
  ) as reward, (
    select coalesce(sum(amount), 0)::bigint from coming_reward
    where coming_reward.user_id = $1 and idempotency_key = 'friend:' || page.friend_id
  ) as coming,
  (select videos from progress where progress.user_id = page.friend_id) as videos
  from page join account on account.user_id = friend_id
  order by page.created_at desc, friend_id desc`;

interface OwnRow extends CountedFriends {
  readonly invite_code: string;
}

const OWN = `select invite_code, ${COUNTED_FRIENDS} from account where user_id = $1`;

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
  const { rows } = await db.query<FriendRow>(FRIENDS, values);
  const releaseAfter = settings.get('invite.release_after_videos');
  const list = rows.map((row) => ({
    username: maskName(row.username),
    level: row.level,
    reward: formatMoney(row.reward),
    on_its_way: formatMoney(row.coming),
    videos_missing: row.coming === 0n ? 0 : Math.max(releaseAfter - Number(row.videos), 0),
    created_at: row.created_at.toISOString(),
  }));
  const levels = [level1, level2, level3];
  const wanted = input.level ? levels.slice(input.level - 1, input.level) : levels;
  const total = wanted.reduce((sum, count) => sum + count);
  return {
    counts: { level1, level2, level3 },
    invite_code: own.invite_code,
    release_after_videos: releaseAfter,
    invite_url: `${site.publicUrl}/newuser?invite_code=${encodeURIComponent(own.invite_code)}`,
    ...pageOf(input, list, total),
    next: nextByMoment(
      input,
      rows.map(({ moment }) => moment),
    ),
  };
};
