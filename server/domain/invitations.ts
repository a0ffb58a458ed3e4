import type * as calls from '../../contract/calls.ts';
import { maskName } from '../../contract/mask.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Handler } from './context.ts';
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

export const invitedUsers: Handler<typeof calls.invitedUsers> = async (
  { db, settings, site },
  { userId },
  input,
) => {
  const own = await db.query<{ invite_code: string }>(
    'select invite_code from account where user_id = $1',
    [userId],
  );
  const code = own.rows[0]?.invite_code ?? '';
  const counted = await db.query<{ level: number; friends: bigint }>(
    'select level, count(*) as friends from friend where user_id = $1 group by level',
    [userId],
  );
  const count = (level: number) =>
    Number(counted.rows.find((row) => row.level === level)?.friends ?? 0);
  const counts = { level1: count(1), level2: count(2), level3: count(3) };
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
  const total = input.level ? count(input.level) : counts.level1 + counts.level2 + counts.level3;
  return {
    counts,
    invite_code: code,
    release_after_videos: releaseAfter,
    invite_url: `${site.publicUrl}/newuser?invite_code=${encodeURIComponent(code)}`,
    ...pageOf(input, list, total),
    next: nextByMoment(
      input,
      rows.map(({ moment }) => moment),
    ),
  };
};
