import type { Database } from '../../database/database.ts';

/** The longest delay of a claim in days, and one more day, because a claim may arrive after midnight. */
const MAX_LATE_DAYS = 8;

/**
 * SQL of the common table expression `passed`, and of two others before it: the clips that members have passed in
 * their day lists. A member has passed all clips up to the last paid one (`is_reached`), and all clips that the app
 * reported, whether watched through (`is_through`) or not. `materialized` makes Postgres evaluate each list
 * once, not once per clip.
 * @param lists SQL of a table or subquery with rows of `feed_list`
 */
export const passedClipsIn = (lists: string) => `
  paid as materialized (
    select user_id, day, clips, looked_at, looked_through, array(
      select video_id from watched where watched.user_id = ended.user_id and watched.day = ended.day
    ) as videos from ${lists} as ended
  ),
  reached as materialized (
    select *, (
      select max(place) from unnest(clips) with ordinality as each (video_id, place)
      where video_id = any(videos)
    ) as last from paid
  ),
  passed as (
    select user_id, day, videos, video_id, place, place <= coalesce(last, 0) as is_reached,
      video_id = any(videos) as is_paid, through is not null as is_through
    from reached, lateral (
      select video_id, place, looked, through
      from unnest(clips) with ordinality as each (video_id, place)
      left join unnest(looked_at) as looked on looked = video_id
      left join unnest(looked_through) as through on through = video_id
    ) as told
    where place <= coalesce(last, 0) or looked is not null
  )`;

/** SQL: sets `served.seen_on` to the newest day of each clip in `seen`, which has `user_id`, `video_id` and `day`. */
export const STORE_SEEN_DAYS = `
  update served set seen_on = seen.day
  from (
    select user_id, video_id, max(day) as day from seen group by user_id, video_id
  ) as seen
  where served.user_id = seen.user_id and kind = 'video' and item_id = seen.video_id
    and (seen_on is null or seen_on < seen.day)`;

const STORE_OWN_SEEN_DAYS = `
  with ${passedClipsIn(`(
    select * from feed_list where user_id = $1 and day >= $2 and day < $3
  )`)},
  seen as (
    select user_id, video_id, day from watched where user_id = $1 and day >= $2 and day < $3
    union all
    select user_id, video_id, day from passed
  ) ${STORE_SEEN_DAYS} and served.user_id = $1`;

/**
 * Stores the last day before today on which a member saw each clip. Runs before the member's first list of a day is
 * made.
 * @param until the clips of earlier days are stored already, except those of late claims; null: no clips are stored yet
 */
export async function recordSeenClips(
  db: Database,
  userId: bigint,
  until: string | null,
  today: string,
): Promise<void> {
  const from =
    until === null ? '0001-01-01' : new Date(Date.parse(until) - MAX_LATE_DAYS * 86_400_000);
  await db.query({ name: 'feed_seen', text: STORE_OWN_SEEN_DAYS, values: [userId, from, today] });
}
