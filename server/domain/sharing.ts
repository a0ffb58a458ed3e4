import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Reason } from '../../contract/reasons.ts';
import { inTransaction } from '../database/database.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { type Earned, earnedOf } from './earned.ts';
import {
  coverFunds,
  DUE_SUM,
  IS_COVERED,
  type Promised,
  payFunded,
  takeFunds,
  UNCOVERED,
} from './funding.ts';
import { LOCK_WALLETS, payRewards } from './ledger.ts';
import { extraSharesLeft, LOCKED_PROGRESS, lockProgress, updateProgress } from './progress.ts';
import { utcDay } from './time.ts';

const ONE_SHARE = { shares_today: 'p.shares_today + 1', shares: 'p.shares + 1' };

/** SQL: whether nobody claimed the share of day `$2`, which lies before the last that was claimed. */
const UNCLAIMED = `not exists (
  select from transfer where user_id = $1 and op = 'share_reward'
    and idempotency_key = 'share:' || to_char($2::date, 'YYYY-MM-DD')
) and not exists (select from unrewarded_share where user_id = $1 and day = $2)`;

/**
 * $1 user, $2 day, $3 now, $4 reward, $5 whether the claim says when it was earned: then it may be
 * of a day before. The first share of the day is a share too.
 */
const CLAIM = `
  with ${LOCKED_PROGRESS},
  first as (
    select user_id, (not ($5::boolean and is_over))::int as added from p
    where share_claimed_on is null or share_claimed_on < $2::date
      or ($5 and share_claimed_on > $2 and ${UNCLAIMED})
  ),
  due as (
    select user_id, 'share_reward' as op, 'share:' || to_char($2::date, 'YYYY-MM-DD')
      as idempotency_key, $4::bigint as amount, '' as detail, $3::timestamptz as created_at,
      1 as place
    from first
  ),
  ${LOCK_WALLETS},
  ${coverFunds(DUE_SUM)},
  new_progress as (${updateProgress(
    {
      ...ONE_SHARE,
      shares_today: 'p.shares_today + first.added',
      share_claimed_on: 'greatest(p.share_claimed_on, $2)',
    },
    'first',
    IS_COVERED,
  )}),
  unrewarded as (
    insert into unrewarded_share (user_id, day) select user_id, $2 from first where $4 = 0
  ),
  ${payRewards(IS_COVERED)},
  funds as (${takeFunds('true')})
  select coalesce(moved.available, wallet.available) as balance, ${UNCOVERED}
  from first join wallet using (user_id) left join moved using (user_id)`;

/**
 * The day that a share counts for: nothing else tells that somebody has shared, so a day before
 * the registration is that day.
 */
async function dayOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: bigint,
  { day }: Earned,
): Promise<string> {
  if (day >= utcDay(now)) return day;
  const { rows } = await db.query<{ created_at: Date }>(
    'select created_at from account where user_id = $1',
    [userId],
  );
  const registered = utcDay(rows[0]?.created_at ?? now);
  return day < registered ? registered : day;
}

interface ClaimRow extends Promised {
  readonly balance: bigint;
}

export const claimShareReward: Handler<typeof calls.claimShareReward> = async (
  context,
  caller,
  { earned_at },
) => {
  const { db, now, settings } = context;
  const { userId } = caller;
  const reward = settings.get('reward.share');
  const earned = await earnedOf(context, caller, earned_at);
  const day = await dayOf({ db, now }, userId, earned);
  const values = [userId, day, now, reward, earned.at !== null];
  const claim = () =>
    inTransaction(db, async (transaction) => {
      // then the statement sees every share: of a day before the locked row does not tell all
      if (day < utcDay(now)) await lockProgress(transaction, userId);
      return (await transaction.query<ClaimRow>(CLAIM, values)).rows;
    });
  const [row] = await payFunded(db, claim);
  if (!row) throw new Refusal('already_claimed');
  return { reward: formatMoney(reward), balance: formatMoney(row.balance) };
};

const COUNT = `
  with ${LOCKED_PROGRESS},
  new_progress as (${updateProgress(ONE_SHARE, '(select) always', 'true')})
  select shares from new_progress`;

export const incrementShare: Handler<typeof calls.incrementShare> = async (
  { db, now },
  { userId },
) => {
  const { rows } = await db.query<{ shares: bigint }>(COUNT, [userId, utcDay(now)]);
  return { shares: Number(rows[0]?.shares ?? 0) };
};

/**
 * $1 user, $2 day, $3 clips a day, $4 clips that a share adds, $5 how often a day. What is added is
 * kept for claims that come when the day is over.
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
      // one that adds nothing is not used up
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
  /** how often today */
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
