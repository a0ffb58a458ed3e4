import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Reason } from '../../contract/reasons.ts';
import { type Database, Unprepared } from '../database/database.ts';
import { AD_SLOTS, BUDGET, isAffordable } from './ad-budgets.ts';
import { directAds, type ProvidedAd } from './ad-provider.ts';
import { allot } from './allotments.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import {
  DUPLICATE,
  decide,
  type Early,
  type Earned,
  earnedOf,
  IS_LATE_WATCH,
  LAST_WATCH,
  waitOf,
} from './earned.ts';
import { coverFunds, DUE_SUM, IS_COVERED, type Promised, takeFunds, UNCOVERED } from './funding.ts';
import { LOCK_WALLETS, payRewards } from './ledger.ts';
import { DAY_ENDED, LOCKED_PROGRESS, servedSince, updateProgress } from './progress.ts';
import { utcDay } from './time.ts';

interface Action {
  readonly name: 'watch' | 'click';
  readonly op: 'watch_ad' | 'click_ad';
  /** column of today's count */
  readonly today: 'ads_watched_today' | 'ads_clicked_today';
  readonly total: 'ads_viewed' | 'ads_clicked';
}

const WATCH: Action = {
  name: 'watch',
  op: 'watch_ad',
  today: 'ads_watched_today',
  total: 'ads_viewed',
};
const CLICK: Action = {
  name: 'click',
  op: 'click_ad',
  today: 'ads_clicked_today',
  total: 'ads_clicked',
};

const EARNED = 'coalesce($9::timestamptz, $3)';
const WATCH_TIME = "$6::int * interval '1 second'";
const WATCHED = `greatest(${EARNED}, served.since + ${WATCH_TIME})`;

/**
 * SQL: when it can have been earned. A watch takes its time, as a clip's does; for a click it is
 * enough that the ad was served.
 */
const READY_AT = {
  watch: {
    prompt: `greatest(${WATCHED}, p.last_watch_at + ${WATCH_TIME})`,
    late: `free_moment($1, $2, ${WATCHED}, ${WATCH_TIME})`,
  },
  click: { prompt: `greatest(${EARNED}, served.since)`, late: `greatest(${EARNED}, served.since)` },
};

/** SQL: whether it lies before another watch, or on a day that is over. */
const IS_LATE = {
  watch: IS_LATE_WATCH,
  click: '$9 is not null and p.is_over',
};

/**
 * $1 user, $2 day, $3 now, $4 ad, $5 reward, $6 watch time in seconds, $7 ads a day, $8 title, $9
 * when it was earned (null: now).
 */
function rewardFor({ name, op, today, total }: Action, when: 'prompt' | 'late'): string {
  const takes = name === 'watch' ? WATCH_TIME : "interval '0'";
  const counted = `select count(*)::int from ad_rewarded
    where user_id = $1 and day = $2 and action = '${name}'`;
  return `
  with ${LOCKED_PROGRESS},
  candidate as (
    select p.*, served.since,
      case when served.item_id is not null then served.since is not null end as is_served,
      ${READY_AT[name][when]} as ready_at,
      ${when === 'late' ? `case when p.is_over then (${counted}) else p.${today} end` : `p.${today}`}
        as paid,
      ${when === 'late' ? '(not p.is_over)::int' : '1'} as added,
      ${when === 'late' ? 'false' : IS_LATE[name]} as is_late
    from p left join (
      select item_id, ${servedSince('$9')} as since
      from served where user_id = $1 and kind = 'ad' and item_id = $4
    ) as served on true
  ),
  decision as (
    select p.*,
      case
        when exists (
          select from ad_rewarded
          where user_id = $1 and day = $2 and ad_id = $4 and action = '${name}'
        ) then 'already_rewarded'
        when is_late then 'too_early'
        when paid >= $7::int then 'daily_limit_reached'
        when since is null or ready_at > $3 or ready_at - ${takes} >= ${DAY_ENDED} then 'too_early'
      end as refusal
    from candidate p
  ),
  due as (
    select user_id, '${op}' as op,
      'ad:' || $4::bigint || ':' || to_char($2::date, 'YYYY-MM-DD') as idempotency_key,
      $5::bigint as amount, $8::text as detail, $3::timestamptz as created_at, 1 as place
    from decision where refusal is null
  ),
  ${LOCK_WALLETS},
  -- after the wallets; one that no other claim has locked
  allotment as materialized (
    select slot, room from ad_allotment
    where ad_id = $4 and $5 > 0 and room >= $5 and exists (select from due)
    order by (slot + $1::bigint) % ${AD_SLOTS} limit 1 for update skip locked
  ),
  affordable as (
    select from due where $5 = 0 or exists (select from allotment)
      or exists (select from ad where ad_id = $4 and budget is null)
  ),
  ${coverFunds(`case when exists (select from affordable) then ${DUE_SUM} else 0 end`)},
  -- the key decides: a claim of the same ad that came in between is not seen by this statement
  new_reward as (
    insert into ad_rewarded (user_id, day, ad_id, action, reward, rewarded_at, watch_seconds)
    select user_id, $2, $4, '${name}', $5, ready_at, $6 from decision
    where refusal is null and exists (select from affordable) and ${IS_COVERED}
    on conflict do nothing returning user_id
  ),
  paid as (select decision.* from decision join new_reward using (user_id)),
  new_progress as (${updateProgress(
    {
      [today]: `p.${today} + paid.added`,
      [total]: `p.${total} + 1`,
      ...(name === 'watch' ? { last_watch_at: LAST_WATCH } : {}),
    },
    'paid',
    'true',
  )}),
  budget as (
    update ad_allotment set room = allotment.room - $5 from allotment, paid
    where ad_allotment.ad_id = $4 and ad_allotment.slot = allotment.slot
  ),
  ${payRewards('exists (select from paid)')},
  funds as (${takeFunds('exists (select from paid)')})
  select case
      when decision.refusal is not null then decision.refusal
      when not exists (select from affordable) then 'unknown_ad'
      else ${DUPLICATE}
    end as refusal, ${UNCOVERED}, decision.is_late, decision.ready_at, decision.is_served,
    coalesce(moved.available, wallet.available) as balance
  from decision join wallet using (user_id) left join moved using (user_id)`;
}

interface Row extends Promised {
  readonly refusal: Reason | null;
  readonly is_late: boolean;
  readonly ready_at: Date;
  readonly is_served: boolean | null;
  readonly balance: bigint;
}

/** What is claimed of an ad. */
interface AdClaim {
  readonly ad: ProvidedAd;
  readonly action: Action;
  readonly earned: Earned;
  readonly reward: bigint;
  readonly seconds: number;
}

async function claim(
  db: Database,
  { now, settings }: Context,
  userId: bigint,
  { ad, action, earned, reward, seconds }: AdClaim,
  isLate: boolean,
): Promise<Row> {
  const values = [
    userId,
    earned.day,
    now,
    ad.ad_id,
    reward,
    seconds,
    settings.get('ad.daily_limit'),
    ad.title,
    earned.at,
  ];
  const { rows } = await db.query<Row>(rewardFor(action, isLate ? 'late' : 'prompt'), values);
  const [row] = rows;
  if (!row) throw new Error(`no progress of user ${userId}`);
  // its budget does not cover one more, or lies in allotments that are too small or locked
  if (row.refusal === 'unknown_ad' && (await isAffordable(db, ad.ad_id, reward))) {
    throw new Unprepared('the budget is in other allotments', (pool) =>
      allot(pool, BUDGET, reward, ad.ad_id),
    );
  }
  return row;
}

/** The refusal of a claim that comes too early; what was served too long ago is served again. */
async function tooEarly(
  { db, now }: Context,
  userId: bigint,
  adId: number,
  early: Early,
): Promise<Refusal> {
  const detail = { retry_after: waitOf(now, early) };
  if (early.is_served !== false) return new Refusal('too_early', detail);
  const serveAgain = {
    text: "select serve_again($1, $2, $3, 'ad', $4)",
    values: [userId, utcDay(now), now, adId],
  };
  await db.query(serveAgain);
  return new Refusal('too_early', detail, serveAgain);
}

async function reward(
  context: Context,
  userId: bigint,
  input: { readonly ad_id: number; readonly earned_at?: string | undefined },
  action: Action,
) {
  const { db, now, settings } = context;
  const earned = earnedOf(now, input.earned_at);
  const ad = await directAds.find(db, input.ad_id);
  if (!ad) throw new Refusal('unknown_ad');
  const { watch_reward, click_reward } = ad;
  const amount =
    action === WATCH
      ? (watch_reward ?? settings.get('ad.watch_reward'))
      : (click_reward ?? settings.get('ad.click_reward'));
  const seconds = ad.watch_seconds ?? settings.get('ad.watch_seconds');
  const claimed = { ad, action, earned, reward: amount, seconds };
  const row = await decide(db, userId, (on, isLate) => claim(on, context, userId, claimed, isLate));
  if (row.refusal === 'too_early') {
    throw await tooEarly(context, userId, input.ad_id, { ...row, seconds });
  }
  if (row.refusal) throw new Refusal(row.refusal);
  return { reward: formatMoney(amount), balance: formatMoney(row.balance) };
}

export const watchAdReward: Handler<typeof calls.watchAdReward> = (context, { userId }, input) =>
  reward(context, userId, input, WATCH);

export const clickAdReward: Handler<typeof calls.clickAdReward> = (context, { userId }, input) =>
  reward(context, userId, input, CLICK);
