import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Handler } from './context.ts';
import { offsetOf, pageOf } from './paging.ts';
import { utcDay } from './time.ts';
import { toVideo, type VideoRow } from './videos.ts';

interface WatchedRow extends VideoRow {
  readonly watched_at: Date;
  readonly paid: bigint;
}

interface HistoryCounts {
  readonly total: bigint;
  readonly paid: number;
  readonly extra_views: number;
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
    ...toVideo(row, context),
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
