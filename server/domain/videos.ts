import type { OutputOf, ParsedInputOf } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Source, Video } from '../../contract/shapes.ts';
import type { Context, Handler } from './context.ts';
import { arePaused } from './funding.ts';
import { takenDown, takenDownOf } from './gone-media.ts';
import { offsetOf, pageOf } from './paging.ts';
import { DAY_BEGAN, extraSharesLeft, SERVED_ANEW } from './progress.ts';
import { utcDay } from './time.ts';

export interface VideoRow {
  readonly video_id: bigint;
  readonly title: string;
  readonly author: string;
  readonly url: string;
  readonly poster: string;
  readonly width: number;
  readonly height: number;
  readonly duration_ms: number;
  readonly watch_seconds: number | null;
  readonly reward: bigint | null;
  readonly sources: Source[];
}

/** The files of a clip or an advertisement, where there is more than one. */
export const sourcesOf = ({ sources }: { sources: Source[] }) =>
  sources.length > 0 ? { sources } : {};

/** A clip with the general reward and watch time where it names none itself. */
export function toVideo(row: VideoRow, settings: Context['settings']): Video {
  return {
    id: Number(row.video_id),
    title: row.title,
    author: row.author,
    url: row.url,
    poster: row.poster,
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    watch_seconds: row.watch_seconds ?? settings.get('video.watch_seconds'),
    reward: formatMoney(row.reward ?? settings.get('video.reward')),
    ...sourcesOf(row),
  };
}

/** SQL: records every clip of `page` that is served to the user `$1` for the first time today. */
const NEWLY_SERVED = `
  newly_served as (
    insert into served (user_id, kind, item_id, first_at)
    select $1, 'video', video_id, $3 from page where not exists (
      select from served where user_id = $1 and kind = 'video' and item_id = video_id
        and first_at >= ${DAY_BEGAN}
    ) ${SERVED_ANEW}
  )`;

/** As the list of all clips has it: nobody in particular was paid for it. */
const LINKED =
  'select *, false as watched_today from video where disabled_at is null and video_id = $1';

const LINKED_PLAYABLE = `
  with linked as (
    select video.*, exists (
      select from watched
      where watched.user_id = $1 and watched.day = $2 and watched.video_id = video.video_id
    ) as watched_today
    from video where disabled_at is null and video_id = $4
  ),
  page as (select video_id from linked where not watched_today),
  ${NEWLY_SERVED}
  select * from linked`;

/**
 * The clip that a link names.
 * @param statement finds it by its id, which is the last parameter
 */
async function linkedOf(
  { db, settings }: Context,
  { video: id }: ParsedInputOf<typeof calls.videoList>,
  statement: string,
  values: readonly unknown[],
): Promise<Pick<OutputOf<typeof calls.videoList>, 'linked'>> {
  if (id === undefined) return {};
  const { rows } = await db.query<VideoRow & { readonly watched_today: boolean }>(statement, [
    ...values,
    id,
  ]);
  const [row] = rows;
  return {
    linked: row ? { video: toVideo(row, settings), watched_today: row.watched_today } : null,
  };
}

const COUNTS = `select clips as total, ${takenDown('$1')} from shown_clips`;

export const videoList: Handler<typeof calls.videoList> = async (context, _caller, input) => {
  const { db, now, settings } = context;
  const linked = await linkedOf(context, input, LINKED, []);
  const { rows } = await db.query<VideoRow>(
    `select video.* from video where disabled_at is null order by video_id limit $1 offset $2`,
    [input.limit, offsetOf(input)],
  );
  const counted = await db.query<{ total: bigint; taken_down: string[] | null }>(COUNTS, [
    utcDay(now),
  ]);
  const [counts] = counted.rows;
  const list = rows.map((row) => toVideo(row, settings));
  return { ...pageOf(input, list, counts?.total ?? 0), ...linked, ...takenDownOf(counts) };
};

const PLAYABLE = `
  with page as (
    select * from video where disabled_at is null and not exists (
      select from watched
      where watched.user_id = $1 and watched.day = $2 and watched.video_id = video.video_id
    ) order by video_id limit $4 offset $5
  ),
  ${NEWLY_SERVED}
  select * from page order by video_id`;

const PLAYABLE_COUNTS = `
  select (select clips from shown_clips) - (
      select count(*) from watched join video using (video_id)
      where watched.user_id = $1 and watched.day = $2 and disabled_at is null
    ) as total,
    ${takenDown('$2')},
    case when day >= $2 then videos_today else 0 end as paid,
    case when day >= $2 then extra_views_today else 0 end as extra_views,
    case when day >= $2 then extra_times_today else 0 end as extra_times
  from progress where user_id = $1`;

interface PlayableCounts {
  readonly total: bigint;
  readonly taken_down: string[] | null;
  readonly paid: number;
  readonly extra_views: number;
  readonly extra_times: number;
}

export const playable: Handler<typeof calls.playable> = async (context, { userId }, input) => {
  const { db, now, settings } = context;
  const day = utcDay(now);
  const linked = await linkedOf(context, input, LINKED_PLAYABLE, [userId, day, now]);
  const { rows } = await db.query<VideoRow>(PLAYABLE, [
    userId,
    day,
    now,
    input.limit,
    offsetOf(input),
  ]);
  const counts = await db.query<PlayableCounts>(PLAYABLE_COUNTS, [userId, day]);
  const { total = 0n, paid = 0, extra_views = 0, extra_times = 0 } = counts.rows[0] ?? {};
  const limit = settings.get('video.daily_limit');
  return {
    ...pageOf(
      input,
      rows.map((row) => toVideo(row, settings)),
      total,
    ),
    remaining_today: Math.max(limit + extra_views - paid, 0),
    daily_limit: limit,
    limit_today: limit + extra_views,
    extra_shares_left: extraSharesLeft(settings, extra_times),
    rewards_paused: await arePaused(db, settings.get('video.reward')),
    ...linked,
    ...takenDownOf(counts.rows[0]),
  };
};

interface WatchedRow extends VideoRow {
  readonly watched_at: Date;
  readonly paid: bigint;
}

interface HistoryCounts extends Omit<PlayableCounts, 'extra_times' | 'taken_down'> {
  readonly is_share_paid: boolean;
}

const HISTORY_COUNTS = `
  select (select count(*) from watched where user_id = $1) as total,
    case when day >= $2 then videos_today else 0 end as paid,
    case when day >= $2 then extra_views_today else 0 end as extra_views,
    coalesce(share_claimed_on >= $2, false) as is_share_paid
  from progress where user_id = $1`;

export const history: Handler<typeof calls.history> = async (context, { userId }, input) => {
  const { db, now, settings } = context;
  const { rows } = await db.query<WatchedRow>(
    `select video.*, watched.watched_at, watched.reward as paid
     from watched join video using (video_id) where watched.user_id = $1
     order by watched.day desc, watched.watched_at desc, video_id desc
     limit $2 offset $3`,
    [userId, input.limit, offsetOf(input)],
  );
  const counts = await db.query<HistoryCounts>(HISTORY_COUNTS, [userId, utcDay(now)]);
  const { total = 0n, paid = 0, extra_views = 0, is_share_paid = false } = counts.rows[0] ?? {};
  const list = rows.map((row) => ({
    ...toVideo(row, settings),
    watched_at: row.watched_at.toISOString(),
    reward: formatMoney(row.paid),
  }));
  return {
    ...pageOf(input, list, total),
    paid_today: paid,
    limit_today: settings.get('video.daily_limit') + extra_views,
    share_paid_today: is_share_paid,
  };
};
