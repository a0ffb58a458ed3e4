import { AD_SLOTS } from './ad-budgets.ts';
import { DUPLICATE, IS_LATE_WATCH, LAST_WATCH } from './earned.ts';
import { coverFunds, DUE_SUM, IS_COVERED, takeFunds, UNCOVERED } from './funding.ts';
import { LOCK_WALLETS, payRewards } from './ledger.ts';
import { DAY_ENDED, LOCKED_PROGRESS, servedSince, updateProgress } from './progress.ts';

export interface Action {
  readonly name: 'watch' | 'click';
  readonly op: 'watch_ad' | 'click_ad';
  /** column of today's count */
  readonly today: 'ads_watched_today' | 'ads_clicked_today';
  readonly total: 'ads_viewed' | 'ads_clicked';
}

export const WATCH: Action = {
  name: 'watch',
  op: 'watch_ad',
  today: 'ads_watched_today',
  total: 'ads_viewed',
};
export const CLICK: Action = {
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

/** SQL: whether its day is over. */
const IS_OF_DAY_BEFORE = '$2::date < $10::date';

/** SQL: whether it lies before another watch, or on a day that is over. */
const IS_LATE = {
  watch: `(${IS_LATE_WATCH} or ${IS_OF_DAY_BEFORE})`,
  click: IS_OF_DAY_BEFORE,
};

/** SQL: when enough real time has passed since the watches whose claims arrived before. */
const FREE_AT = { watch: `p.spent_until + ${WATCH_TIME}`, click: 'null::timestamptz' };

/** SQL: real time until here is spent then; what was not spent for longer than a burst is lost. */
const SPENT_UNTIL = `
  greatest(p.spent_until, $3::timestamptz - greatest($13::int, $6::int) * interval '1 second')
    + ${WATCH_TIME}`;

/** SQL: how many of days that are over have arrived today. */
const latePaid = (action: string): string => `
  select count(*)::int from ad_rewarded
  where user_id = $1 and day >= $10::date - $12::int and day < $10 and action = '${action}'
    and arrived_at >= $10::date::timestamp at time zone 'UTC'`;

/**
 * $1 user, $2 day, $3 now, $4 ad, $5 reward, $6 watch time in seconds, $7 ads a day, $8 title, $9
 * when it was earned (null: now), $10 today, $11 ads of days that are over and arrive on one day, $12
 * of how many days; for a watch $13 the seconds of a burst.
 */
export function rewardFor({ name, op, today, total }: Action, when: 'prompt' | 'late'): string {
  const takes = name === 'watch' ? WATCH_TIME : "interval '0'";
  const counted = `select count(*)::int from ad_rewarded
    where user_id = $1 and day = $2 and action = '${name}'`;
  return `
  with ${LOCKED_PROGRESS},
  candidate as (
    select p.*, served.since,
      case when served.item_id is not null then served.since is not null end as is_served,
      ${READY_AT[name][when]} as ready_at,
      ${FREE_AT[name]} as free_at,
      case when ${IS_OF_DAY_BEFORE} then (${latePaid(name)}) else 0 end as late_paid,
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
        when paid >= $7::int or (${IS_OF_DAY_BEFORE} and late_paid >= $11::int)
          then 'daily_limit_reached'
        -- it cannot have begun before its day was over, whenever it is asked for again
        when ${IS_OF_DAY_BEFORE} and (since is null or ready_at - ${takes} >= ${DAY_ENDED})
          then 'claim_expired'
        when since is null or ready_at > $3 or coalesce(free_at > $3, false) then 'too_early'
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
    insert into ad_rewarded (user_id, day, ad_id, action, reward, rewarded_at, watch_seconds, arrived_at)
    select user_id, $2, $4, '${name}', $5, ready_at, $6, $3 from decision
    where refusal is null and exists (select from affordable) and ${IS_COVERED}
    on conflict do nothing returning user_id
  ),
  paid as (select decision.* from decision join new_reward using (user_id)),
  new_progress as (${updateProgress(
    {
      [today]: `p.${today} + paid.added`,
      [total]: `p.${total} + 1`,
      ...(name === 'watch' ? { last_watch_at: LAST_WATCH, spent_until: SPENT_UNTIL } : {}),
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
    end as refusal, ${UNCOVERED}, decision.is_late, decision.is_served,
    greatest(decision.ready_at, decision.free_at) as ready_at,
    coalesce(moved.available, wallet.available) as balance
  from decision join wallet using (user_id) left join moved using (user_id)`;
}
