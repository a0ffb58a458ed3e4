import type pg from 'pg';
import { inTransaction } from '../../database/database.ts';
import type { Settings } from '../settings.ts';
import { utcDay } from '../time.ts';
import { passedClipsIn, STORE_SEEN_DAYS } from './seen.ts';

/** Number of lists per transaction. */
const BATCH = 1_000;

/**
 * Counts and deletes lists of past days. Each place up to the last paid one counts as shown, and each paid one as
 * finished. Clips that are only reported count too, but no more of them than of paid clips, the first in the list, so
 * that an account without paid clips has no weight. A clip's rank is the distance of its share of finished showings
 * from the average, with `$3` added average showings. `$1` is today, `$2` the maximum number of lists.
 */
const COUNT = `
  with ended as (
    delete from feed_list where (user_id, day) in (
      select user_id, day from feed_list where day < $1 limit $2 for update skip locked
    ) returning *
  ),
  ${passedClipsIn('ended')},
  told as (
    select *, row_number() over (
      partition by user_id, day, is_paid or (is_reached and not is_through) order by place
    ) <= cardinality(videos) as is_told
    from passed
  ),
  counted as (
    select video_id, count(*) as shown, count(*) filter (where is_paid) as paid,
      count(*) filter (where is_paid or (is_through and is_told)) as finished
    from told where is_reached or is_told group by video_id
  ),
  total as (
    update feed_sum set shown = feed_sum.shown + added.shown,
      finished = feed_sum.finished + added.finished
    from (
      select coalesce(sum(shown), 0) as shown, coalesce(sum(finished), 0) as finished from counted
    ) as added
    returning feed_sum.finished / greatest(feed_sum.shown, 1)::float8 as mean
  ),
  seen as (select user_id, video_id, day from passed),
  noted as (${STORE_SEEN_DAYS}),
  changed as (
    update video set feed_shown = feed_shown + shown, feed_finished = feed_finished + finished,
      feed_paid = feed_paid + paid,
      feed_rank = round(-10000 * (feed_finished + finished - mean * (feed_shown + shown))
        / (feed_shown + shown + $3))
    from counted, total where video.video_id = counted.video_id
  )
  select count(*)::int as lists from ended`;

/** Counts the lists of all past days, and deletes them. */
export async function countEndedLists(
  pool: pg.Pool,
  settings: Pick<Settings, 'get'>,
  now: Date,
): Promise<void> {
  let lists: number;
  do {
    lists = await inTransaction(pool, async (db) => {
      // otherwise two processes would lock the same clips in different orders
      await db.query('lock table feed_sum in share row exclusive mode');
      const values = [utcDay(now), BATCH, settings.get('feed.prior_showings')];
      const { rows } = await db.query<{ lists: number }>(COUNT, values);
      return rows[0]?.lists ?? 0;
    });
  } while (lists === BATCH);
}
