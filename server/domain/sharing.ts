import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Reason } from '../../contract/reasons.ts';
import { afterRivals } from '../database/database.ts';
import { type Handler, Refusal } from './context.ts';
import { PAY_REWARDS } from './ledger.ts';
import { extraSharesLeft, LOCKED_PROGRESS, updateProgress } from './progress.ts';
import { utcDay } from './time.ts';

const ONE_SHARE = { shares_today: 'p.shares_today + 1', shares: 'p.shares + 1' };

/** $1 user, $2 day, $3 now, $4 reward; the first share of the day is a share too. */
const CLAIM = `
  with ${LOCKED_PROGRESS},
  first as (select user_id from p where share_claimed_on is distinct from $2::date),
  counted as (${updateProgress({ ...ONE_SHARE, share_claimed_on: '$2' }, 'first', 'true')}),
  due as (
    select user_id, 'share_reward' as op, 'share:' || to_char($2::date, 'YYYY-MM-DD')
      as idempotency_key, $4::bigint as amount, '' as detail, $3::timestamptz as created_at,
      1 as place
    from first
  ),
  ${PAY_REWARDS}
  select coalesce(moved.available, wallet.available) as balance
  from first join wallet using (user_id) left join moved using (user_id)`;

export const claimShareReward: Handler<typeof calls.claimShareReward> = async (
  { db, now, settings },
  { userId },
) => {
  const reward = settings.get('reward.share');
  const { rows } = await afterRivals(db, () =>
    db.query<{ balance: bigint }>(CLAIM, [userId, utcDay(now), now, reward]),
  );
  if (!rows[0]) throw new Refusal('already_claimed');
  return { reward: formatMoney(reward), balance: formatMoney(rows[0].balance) };
};

const COUNT = `
  with ${LOCKED_PROGRESS},
  counted as (${updateProgress(ONE_SHARE, '(select) always', 'true')})
  select shares from counted`;

export const incrementShare: Handler<typeof calls.incrementShare> = async (
  { db, now },
  { userId },
) => {
  const { rows } = await db.query<{ shares: bigint }>(COUNT, [userId, utcDay(now)]);
  return { shares: Number(rows[0]?.shares ?? 0) };
};

/** $1 user, $2 day, $3 clips a day, $4 clips that a share adds, $5 how often a day. */
const ADD_VIEWS = `
  with ${LOCKED_PROGRESS},
  judged as (
    select user_id, videos_today, extra_views_today, extra_times_today, case
      when videos_today < $3::int + extra_views_today then 'limit_not_reached'
      when shares_today = 0 then 'no_share_today'
      when extra_times_today >= $5::int then 'no_extra_left'
    end as refusal from p
  ),
  counted as (${updateProgress(
    {
      extra_views_today: 'p.extra_views_today + $4',
      extra_times_today: 'p.extra_times_today + 1',
    },
    'judged',
    'judged.refusal is null',
  )})
  select refusal, greatest($3 + extra_views_today + $4::int - videos_today, 0) as remaining,
    $3 + extra_views_today + $4 as "limit", extra_times_today + 1 as times
  from judged`;

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
