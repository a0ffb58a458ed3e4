import type { ParsedInputOf } from '../../contract/call.ts';
import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Handler } from './context.ts';
import { beginByMoment, momentInSql, nextByMoment, pageOf } from './paging.ts';
import { DAY, utcDay } from './time.ts';
import { toVideo, type VideoRow } from './videos.ts';

interface WatchedRow extends VideoRow {
  readonly moment: bigint;
  /** the day for which the clip was paid, as a number of days since 1970 */
  readonly day: number;
  readonly watched_at: Date;
  readonly paid: bigint;
}

interface HistoryCounts {
  readonly total: bigint;
  readonly paid: number;
  readonly extra_views: number;
  readonly is_share_paid: boolean;
}

/** Only clips of the page are joined, not those before it. */
const PAGE = `
  with page as (
    select *, ${momentInSql('watched_at')}, day - '1970-01-01' as number from watched
    where user_id = $1 and (day, watched_at) <= ($4::date, $5::timestamptz)
    order by day desc, watched_at desc, video_id desc limit $2 offset $3
  )
  select video.*, watched_at, page.reward as paid, moment, number as day
  from page join video using (video_id)
  order by page.day desc, watched_at desc, video_id desc`;

/** `videos` counts each paid clip of a person. */
const HISTORY_COUNTS = `
  select videos as total,
    case when day >= $2 then videos_today else 0 end as paid,
    case when day >= $2 then extra_views_today else 0 end as extra_views,
    coalesce(share_claimed_on >= $2, false) as is_share_paid
  from progress where user_id = $1`;

/**
 * The key of the next page: the last row's time, and its day, because a claim may be paid for the day before its
 * time.
 */
function nextOfDay(input: ParsedInputOf<typeof calls.history>, rows: readonly WatchedRow[]) {
  const last = rows.at(-1);
  const moments = rows.filter(({ day }) => day === last?.day).map(({ moment }) => moment);
  const next = rows.length < input.limit ? null : nextByMoment({ ...input, limit: 0 }, moments);
  return next && `${next}-${last?.day}`;
}

export const history: Handler<typeof calls.history> = async (context, { userId }, input) => {
  const { db, now, settings } = context;
  const { until, offset } = beginByMoment(input);
  const [, , number] = input.before?.split('-') ?? [];
  const day = number === undefined ? 'infinity' : utcDay(new Date(Number(number) * DAY));
  const values = [userId, input.limit, offset, day, until];
  const { rows } = await db.query<WatchedRow>(PAGE, values);
  const counts = await db.query<HistoryCounts>(HISTORY_COUNTS, [userId, utcDay(now)]);
  const { total = 0n, paid = 0, extra_views = 0, is_share_paid = false } = counts.rows[0] ?? {};
  const list = rows.map((row) => ({
    ...toVideo(row, context),
    watched_at: row.watched_at.toISOString(),
    reward: formatMoney(row.paid),
  }));
  return {
    ...pageOf(input, list, total),
    next: nextOfDay(input, rows),
    paid_today: paid,
    limit_today: settings.get('video.daily_limit') + extra_views,
    share_paid_today: is_share_paid,
  };
};
