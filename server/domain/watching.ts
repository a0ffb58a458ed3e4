import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Reason } from '../../contract/reasons.ts';
import { afterRivals } from '../database/database.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { PAY_REWARDS } from './ledger.ts';
import { LOCKED_PROGRESS, updateProgress } from './progress.ts';
import { utcDay } from './time.ts';

/** How long ago a watch must have begun, or the last one been rewarded. */
export function millisecondsUntil(readyAt: Date | null, seconds: number, now: Date): number {
  return readyAt === null ? seconds * 1000 : Math.max(1, readyAt.getTime() - now.getTime());
}

/**
 * A claim that queued behind a rival's sees the rival in the locked row alone, as time or count:
 * that the same clip was paid shows when it looks again.
 */
export function isUnsure(refusal: Reason | null): boolean {
  return refusal === 'too_early' || refusal === 'daily_limit_reached';
}

/**
 * Rules 1 and 2 of the contract in one statement: $1 user, $2 day, $3 now, $4 clip, $5 general
 * reward, $6 general watch time in seconds, $7 clips a day.
 */
const RECORD = `
  with ${LOCKED_PROGRESS},
  clip as (
    select video_id, title, coalesce(reward, $5::bigint) as reward,
      coalesce(watch_seconds, $6::int) as watch_seconds
    from video where video_id = $4 and disabled_at is null
  ),
  judged as (
    select clip.*, p.user_id, p.videos_today, p.extra_views_today,
      greatest(handed.first_at, p.last_watch_at) + clip.watch_seconds * interval '1 second'
        as ready_at,
      case
        when clip.video_id is null then 'unknown_video'
        when exists (
          select from watched where user_id = $1 and day = $2 and video_id = $4
        ) then 'already_rewarded'
        when p.videos_today >= $7::int + p.extra_views_today then 'daily_limit_reached'
        when handed.first_at is null
          or handed.first_at + clip.watch_seconds * interval '1 second' > $3
          or p.last_watch_at + clip.watch_seconds * interval '1 second' > $3 then 'too_early'
      end as refusal,
      handed.first_at is null as never_handed
    from p left join clip on true
    left join handed on handed.user_id = p.user_id and handed.kind = 'video' and handed.item_id = $4
  ),
  due as (
    select user_id, 'video' as op, 'video:' || video_id || ':' || to_char($2::date, 'YYYY-MM-DD') as idempotency_key,
      reward as amount, title as detail, $3::timestamptz as created_at, 1 as place
    from judged where refusal is null
  ),
  counted as (${updateProgress(
    { videos_today: 'p.videos_today + 1', videos: 'p.videos + 1', last_watch_at: '$3' },
    'judged',
    'judged.refusal is null',
  )}),
  noted as (
    insert into watched (user_id, day, video_id, reward, watched_at)
    select user_id, $2, video_id, reward, $3 from judged where refusal is null
  ),
  ${PAY_REWARDS}
  select judged.refusal, judged.ready_at, judged.never_handed, judged.watch_seconds, judged.reward,
    greatest($7::int + judged.extra_views_today - judged.videos_today - 1, 0) as remaining,
    coalesce(moved.available, wallet.available) as balance
  from judged join wallet using (user_id) left join moved using (user_id)`;

interface RecordRow {
  readonly refusal: Reason | null;
  readonly ready_at: Date | null;
  readonly never_handed: boolean;
  readonly watch_seconds: number;
  readonly reward: bigint;
  readonly remaining: number;
  readonly balance: bigint;
}

async function claim(context: Context, userId: bigint, videoId: number): Promise<RecordRow> {
  const { db, now, settings } = context;
  const { rows } = await afterRivals(db, () =>
    db.query<RecordRow>({
      name: 'record',
      text: RECORD,
      values: [
        userId,
        utcDay(now),
        now,
        videoId,
        settings.get('video.reward'),
        settings.get('video.watch_seconds'),
        settings.get('video.daily_limit'),
      ],
    }),
  );
  const [row] = rows;
  if (!row) throw new Error(`no progress for user ${userId}`);
  return row;
}

export const record: Handler<typeof calls.record> = async (context, { userId }, input) => {
  let row = await claim(context, userId, input.videos_id);
  if (isUnsure(row.refusal)) row = await claim(context, userId, input.videos_id);
  if (row.refusal === 'too_early') {
    const readyAt = row.never_handed ? null : row.ready_at;
    throw new Refusal('too_early', {
      retry_after: millisecondsUntil(readyAt, row.watch_seconds, context.now),
    });
  }
  if (row.refusal) throw new Refusal(row.refusal);
  return {
    reward: formatMoney(row.reward),
    balance: formatMoney(row.balance),
    remaining_today: row.remaining,
  };
};
