import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { Database } from '../database/database.ts';
import { type Handler, Refusal } from './context.ts';
import { requireEarnedAt } from './earned.ts';
import {
  assertAnswered,
  keyAndSession,
  type PaidRow,
  runPayingFunction,
} from './paying-function.ts';
import { extraSharesLeft, LOCKED_PROGRESS, updateProgress } from './progress.ts';
import { utcDay } from './time.ts';

/** Counts a share of a clip, without the user; an unknown clip has no count. */
export async function countClipShare(db: Database, videoId: number | undefined): Promise<void> {
  if (videoId === undefined) return;
  // an operator who replaces the clip may lock its row for minutes: a share does not wait, and is not counted then
  await db.query(
    `update video set feed_shared = feed_shared + 1
     where video_id = (select video_id from video where video_id = $1 for no key update skip locked)`,
    [videoId],
  );
}

const RECORD = {
  name: 'record_share',
  text: 'select * from record_share($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
};

export const claimShareReward: Handler<typeof calls.claimShareReward> = async (
  context,
  caller,
  input,
) => {
  const { db, now, settings } = context;
  const earned = await requireEarnedAt(context, caller, input.earned_at);
  const values = [
    ...[caller.userId, now, utcDay(now), earned.at, earned.day],
    settings.get('reward.share'),
    ...keyAndSession(context, caller),
  ];
  const row = await runPayingFunction(
    db,
    async () => (await db.query<PaidRow>({ ...RECORD, values })).rows,
  );
  assertAnswered(row);
  await countClipShare(db, input.videos_id);
  return { reward: formatMoney(row.paid), balance: formatMoney(row.balance) };
};

const COUNT = `
  with ${LOCKED_PROGRESS},
  new_progress as (${updateProgress(
    { shares_today: 'p.shares_today + 1', shares: 'p.shares + 1' },
    '(select) always',
    'true',
  )})
  select shares from new_progress`;

export const incrementShare: Handler<typeof calls.incrementShare> = async (
  { db, now },
  { userId },
  { videos_id: videoId },
) => {
  const { rows } = await db.query<{ shares: bigint }>(COUNT, [userId, utcDay(now)]);
  await countClipShare(db, videoId);
  return { shares: Number(rows[0]?.shares ?? 0) };
};

/**
 * $1 user, $2 day, $3 clips a day, $4 clips that a share adds, $5 most additions a day. The added clips are stored for
 * late claims.
 */
const ADD_VIEWS = `
  with ${LOCKED_PROGRESS},
  decision as (
    select user_id, day, videos_today, extra_views_today, extra_times_today, case
      when videos_today < $3::int + extra_views_today then 'limit_not_reached'
      when shares_today = 0 then 'no_share_today'
      when extra_times_today >= $5::int then 'no_extra_left'
    end as refusal from p
  ),
  new_progress as (${updateProgress(
    {
      extra_views_today: 'p.extra_views_today + $4',
      // a share that adds nothing does not use up an addition
      extra_times_today: 'p.extra_times_today + ($4 > 0)::int',
    },
    'decision',
    'decision.refusal is null',
  )}),
  kept as (
    insert into extra_views (user_id, day, views)
    select user_id, day, extra_views_today + $4 from decision where refusal is null and $4 > 0
    on conflict (user_id, day) do update set views = excluded.views
  )
  select refusal, greatest($3 + extra_views_today + $4::int - videos_today, 0) as remaining,
    $3 + extra_views_today + $4 as "limit", extra_times_today + 1 as times
  from decision`;

interface AddedRow {
  readonly refusal: Reason | null;
  readonly remaining: number;
  readonly limit: number;
  /** number of additions today */
  readonly times: number;
}

export const checkAndAddExtraRewards: Handler<typeof calls.checkAndAddExtraRewards> = async (
  { db, now, settings },
  { userId },
) => {
  const added = settings.get('share.extra_views');
  const { rows } = await db.query<AddedRow>(ADD_VIEWS, [
    userId,
    utcDay(now),
    settings.get('video.daily_limit'),
    added,
    settings.get('share.extra_times_per_day'),
  ]);
  const [row] = rows;
  if (!row) throw new Error(`no progress of user ${userId}`);
  if (row.refusal) throw new Refusal(row.refusal);
  return {
    extra_views: added,
    remaining_today: row.remaining,
    limit_today: row.limit,
    extra_shares_left: extraSharesLeft(settings, row.times),
  };
};
