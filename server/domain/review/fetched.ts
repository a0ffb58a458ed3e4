// Parts of the one statement of `facts.ts`, with its parameters: what was claimed beside what was sent.

/** Since when claims of clips can be compared with what was sent. */
export const COVERAGE = `
  select
    case when is_logged then (log_since at time zone 'UTC')::date + 4
      else coalesce(since, '-infinity'::date) end as known_since,
    case when is_logged then log_until else 'infinity' end as known_until,
    case when is_logged then log_until is not null
      else exists (select from media_asked where asked_on >= $3::date) end as is_media_known
  from (select) as one left join media_coverage on true
    cross join lateral (select $6::boolean or coalesce(is_elsewhere, false) as is_logged) as told`;

/** The first clip of a day may have come with the page, which knows nobody. @param whose column or parameter */
export const comparedOf = (whose: string): string => `
  select coalesce(sum(greatest(claims - 1, 0)), 0)::int as played,
    coalesce(sum(greatest(not_sent - 1, 0)), 0)::int as not_fetched
  from (
    select count(*) as claims, count(*) filter (where media_asked.user_id is null) as not_sent
    from watched join video using (video_id)
    left join media_asked
      on media_asked.user_id = watched.user_id and media_asked.video_id = watched.video_id
    where watched.user_id = ${whose} and day >= $3::date and url like '/media/%'
      and day >= known_since and watched_at < known_until
    group by day
  ) as by_day`;

/**
 * Friends who watch are sent clips: those who were sent none, or of at most half of what they claimed, bring
 * nobody's followers. What is older says nothing: who was sent a clip is not kept so long.
 */
export const UNSENT_FRIENDS = `
  select coalesce(sum(amount), 0)::text as by_unsent_friends
  from (
    select substring(idempotency_key from '^friend:(\\d+)$')::bigint as friend_id,
      sum(amount) as amount
    from transfer
    where transfer.user_id = asked.user_id and created_at > $2
      and op in ('invite', 'invite_level_1_reward', 'invite_level_2_reward', 'invite_level_3_reward')
    group by friend_id
  ) as friend_brought
  cross join lateral (${comparedOf('friend_id')}) as compared
  where not exists (select from media_asked where media_asked.user_id = friend_id)
    or (played > 0 and not_fetched * 2 >= played)`;
