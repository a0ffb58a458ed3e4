import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { Database } from '../database/database.ts';
import { queueRelease } from './coming-rewards.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { decide, type Earned, earnedOf, freeMoment, IS_LATE_WATCH, LAST_WATCH } from './earned.ts';
import { DUE_SUM, takeFunds } from './funding.ts';
import { PAY_REWARDS } from './ledger.ts';
import {
  DAY_ENDED,
  LOCKED_PROGRESS,
  SERVED_ANEW,
  servedSince,
  updateProgress,
} from './progress.ts';
import { utcDay } from './time.ts';

/** $1 user, $2 day, $3 now, $4 kind, $5 item: its watch time begins now. */
const SERVE_AGAIN = `
  insert into served (user_id, kind, item_id, first_at) values ($1, $4, $5, $3) ${SERVED_ANEW}`;

/** A watch whose time is not over. */
export interface EarlyWatch {
  readonly kind: 'video' | 'ad';
  readonly itemId: number;
  /** false: too long ago; null: never */
  readonly isServed: boolean | null;
  readonly readyAt: Date;
  /** its watch time */
  readonly seconds: number;
}

/**
 * The refusal of a claim that comes too early. What a phone still holds from yesterday counts as
 * served by its claim, where that does not say when it was earned: who watches over midnight waits
 * for one more watch time and loses nothing.
 */
export async function tooEarly(
  { db, now }: Context,
  userId: bigint,
  { kind, itemId, isServed, readyAt, seconds }: EarlyWatch,
): Promise<Refusal> {
  const left = readyAt.getTime() - now.getTime();
  const retry_after = isServed && left > 0 ? left : seconds * 1000;
  if (isServed !== false) return new Refusal('too_early', { retry_after });
  const serveAgain = { text: SERVE_AGAIN, values: [userId, utcDay(now), now, kind, itemId] };
  await db.query(serveAgain);
  return new Refusal('too_early', { retry_after }, serveAgain);
}

/** SQL: whether this clip is the last one that somebody's rewards for this friend wait for. */
const RELEASED = '(p.has_coming_rewards and p.videos + 1 >= $8::bigint)';

/** SQL: how many clips were paid on the day, and how many more than usual could be. */
const PAID = {
  prompt: 'p.videos_today',
  late: `case when p.is_over then (
    select count(*)::int from watched where user_id = $1 and day = $2
  ) else p.videos_today end`,
};
const EXTRA = {
  prompt: 'p.extra_views_today',
  late: `case when p.is_over then (
    select coalesce(sum(views), 0)::int from extra_views where user_id = $1 and day = $2
  ) else p.extra_views_today end`,
};
/** SQL: how many more it makes of today's; a day that is over leaves them alone. */
const ADDED = { prompt: '1', late: '(not p.is_over)::int' };

const EARLIEST =
  "greatest(coalesce($9::timestamptz, $3), served.since + clip.watch_seconds * interval '1 second')";
const READY_AT = {
  prompt: `greatest(${EARLIEST}, p.last_watch_at + clip.watch_seconds * interval '1 second')`,
  late: freeMoment(EARLIEST, 'clip.watch_seconds'),
};

/**
 * Rules 1 and 2 of the contract in one statement: $1 user, $2 day, $3 now, $4 clip, $5 general
 * reward, $6 general watch time in seconds, $7 clips a day, $8 clips that release what a friend
 * brings to others, $9 when it was earned (null: now), $10 today.
 */
const recordStatement = (when: 'prompt' | 'late') => `
  with ${LOCKED_PROGRESS},
  clip as (
    select video_id, title, coalesce(reward, $5::bigint) as reward,
      coalesce(watch_seconds, $6::int) as watch_seconds
    from video where video_id = $4 and disabled_at is null
  ),
  candidate as (
    select clip.*, p.*, served.since,
      case when served.item_id is not null then served.since is not null end as is_served,
      ${PAID[when]} as paid, ${EXTRA[when]} as extra, ${READY_AT[when]} as ready_at, ${ADDED[when]} as added,
      ${when === 'prompt' ? IS_LATE_WATCH : 'false'} as is_late
    from p left join clip on true
    left join (
      select item_id, ${servedSince('$9')} as since
      from served where user_id = $1 and kind = 'video' and item_id = $4
    ) as served on true
  ),
  decision as (
    select p.*, case
        when video_id is null then 'unknown_video'
        when exists (
          select from watched where user_id = $1 and day = $2 and video_id = $4
        ) then 'already_rewarded'
        when is_late then 'too_early'
        when paid >= $7::int + extra then 'daily_limit_reached'
        when since is null or ready_at > $3
          or ready_at - watch_seconds * interval '1 second' >= ${DAY_ENDED} then 'too_early'
      end as refusal
    from candidate p
  ),
  due as (
    select user_id, 'video' as op, 'video:' || video_id || ':' || to_char($2::date, 'YYYY-MM-DD') as idempotency_key,
      reward as amount, title as detail, $3::timestamptz as created_at, 1 as place
    from decision where refusal is null
  ),
  new_progress as (${updateProgress(
    {
      videos_today: 'p.videos_today + decision.added',
      videos: 'p.videos + 1',
      last_watch_at: LAST_WATCH,
      has_coming_rewards: `p.has_coming_rewards and not ${RELEASED}`,
    },
    'decision',
    'decision.refusal is null',
  )}),
  release as (${queueRelease('decision', `decision.refusal is null and ${RELEASED}`)}),
  new_watch as (
    insert into watched (user_id, day, video_id, reward, watched_at, watch_seconds)
    select user_id, $2, video_id, reward, ready_at, watch_seconds from decision where refusal is null
  ),
  ${PAY_REWARDS},
  funds as (${takeFunds(DUE_SUM)})
  select decision.refusal, decision.is_late, decision.ready_at, decision.is_served, decision.watch_seconds, decision.reward,
    case when decision.day >= $10::date then greatest(
      $7::int + decision.extra_views_today - decision.videos_today - decision.added, 0
    ) else $7 end as remaining,
    coalesce(moved.available, wallet.available) as balance
  from decision join wallet using (user_id) left join moved using (user_id)`;

const RECORD = { name: 'record', text: recordStatement('prompt') };
const RECORD_LATE = { name: 'record_late', text: recordStatement('late') };

interface RecordRow {
  readonly refusal: Reason | null;
  readonly is_late: boolean;
  readonly ready_at: Date;
  /** false: too long ago; null: never */
  readonly is_served: boolean | null;
  readonly watch_seconds: number;
  readonly reward: bigint;
  readonly remaining: number;
  readonly balance: bigint;
}

async function claim(
  { now, settings }: Context,
  userId: bigint,
  videoId: number,
  earned: Earned,
  { db, isLate }: { readonly db: Database; readonly isLate: boolean },
): Promise<RecordRow> {
  const { rows } = await db.query<RecordRow>({
    ...(isLate ? RECORD_LATE : RECORD),
    values: [
      userId,
      earned.day,
      now,
      videoId,
      settings.get('video.reward'),
      settings.get('video.watch_seconds'),
      settings.get('video.daily_limit'),
      settings.get('invite.release_after_videos'),
      earned.at,
      utcDay(now),
    ],
  });
  const [row] = rows;
  if (!row) throw new Error(`no progress for user ${userId}`);
  return row;
}

export const record: Handler<typeof calls.record> = async (context, { userId }, input) => {
  const { videos_id } = input;
  const earned = earnedOf(context.now, input.earned_at);
  const row = await decide(context.db, userId, (db, isLate) =>
    claim(context, userId, videos_id, earned, { db, isLate }),
  );
  if (row.refusal === 'too_early') {
    throw await tooEarly(context, userId, {
      kind: 'video',
      itemId: videos_id,
      isServed: row.is_served,
      readyAt: row.ready_at,
      seconds: row.watch_seconds,
    });
  }
  if (row.refusal) throw new Refusal(row.refusal);
  return {
    reward: formatMoney(row.reward),
    balance: formatMoney(row.balance),
    remaining_today: row.remaining,
  };
};
