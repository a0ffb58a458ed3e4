import type { Database } from '../../database/database.ts';

/** The most days that a claim may be late, plus one for the night. */
const LATE_DAYS = 8;

/**
 * SQL: `passed`, the clips that members passed in lists of past days: all up to the last paid place (`is_reached`), and
 * those that their apps reported, as watched through (`is_through`) or not. Materialized, so that a list is evaluated
 * once, not once per place.
 * @param lists SQL of rows of `feed_list`
 */
export const reachedIn = (lists: string) => `
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

/** SQL: stores the last day of each clip of `seen` (`user_id`, `video_id`, `day`). */
export const NOTE = `
  update served set seen_on = seen.day
  from (
    select user_id, video_id, max(day) as day from seen group by user_id, video_id
  ) as seen
  where served.user_id = seen.user_id and kind = 'video' and item_id = seen.video_id
    and (seen_on is null or seen_on < seen.day)`;

const NOTE_OWN = `
  with ${reachedIn(`(
    select * from feed_list where user_id = $1 and day >= $2 and day < $3
  )`)},
  seen as (
    select user_id, video_id, day from watched where user_id = $1 and day >= $2 and day < $3
    union all
    select user_id, video_id, day from passed
  ) ${NOTE} and served.user_id = $1`;

/**
 * Stores which clips a member has seen on past days, before their first list of today.
 * @param until the day before which all is stored already, except late claims; null: nothing is stored, so all clips
 * ever watched are
 */
export async function recordSeenClips(
  db: Database,
  userId: bigint,
  until: string | null,
  today: string,
): Promise<void> {
  const from = until === null ? '0001-01-01' : new Date(Date.parse(until) - LATE_DAYS * 86_400_000);
  await db.query({ name: 'feed_seen', text: NOTE_OWN, values: [userId, from, today] });
}
