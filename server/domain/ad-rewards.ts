import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Reason } from '../../contract/reasons.ts';
import { afterRivals } from '../database/database.ts';
import { directAds, type ProvidedAd } from './ad-provider.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { PAY_REWARDS } from './ledger.ts';
import { LOCKED_PROGRESS, updateProgress } from './progress.ts';
import { utcDay } from './time.ts';
import { isUnsure, millisecondsUntil } from './watching.ts';

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

/** A watch takes its time, as a clip's does; a click takes none. */
const TOO_EARLY = `
  when first_at is null or first_at + $6::int * interval '1 second' > $3
    or p.last_watch_at + $6 * interval '1 second' > $3 then 'too_early'`;

/**
 * $1 user, $2 day, $3 now, $4 ad, $5 reward, $6 watch time in seconds, $7 ads a day, $8 title.
 */
function rewardFor({ name, op, today, total }: Action): string {
  const watch = name === 'watch';
  return `
  with ${LOCKED_PROGRESS},
  given as (
    select p.*, handed.first_at from p left join handed
      on handed.user_id = p.user_id and handed.kind = 'ad' and handed.item_id = $4
  ),
  judged as (
    select p.user_id, greatest(first_at, p.last_watch_at) + $6::int * interval '1 second'
      as ready_at, first_at is null as never_handed,
      case
        when exists (
          select from ad_rewarded
          where user_id = $1 and day = $2 and ad_id = $4 and action = '${name}'
        ) then 'already_rewarded'
        when p.${today} >= $7::int then 'daily_limit_reached'
        ${watch ? TOO_EARLY : ''}
      end as refusal
    from given p
  ),
  due as (
    select user_id, '${op}' as op,
      'ad:' || $4::bigint || ':' || to_char($2::date, 'YYYY-MM-DD') as idempotency_key,
      $5::bigint as amount, $8::text as detail, $3::timestamptz as created_at, 1 as place
    from judged where refusal is null
  ),
  counted as (${updateProgress(
    {
      [today]: `p.${today} + 1`,
      [total]: `p.${total} + 1`,
      ...(watch ? { last_watch_at: '$3' } : {}),
    },
    'judged',
    'judged.refusal is null',
  )}),
  noted as (
    insert into ad_rewarded (user_id, day, ad_id, action, reward, rewarded_at)
    select user_id, $2, $4, '${name}', $5, $3 from judged where refusal is null
  ),
  ${PAY_REWARDS}
  select judged.refusal, judged.ready_at, judged.never_handed,
    coalesce(moved.available, wallet.available) as balance
  from judged join wallet using (user_id) left join moved using (user_id)`;
}

interface Row {
  readonly refusal: Reason | null;
  readonly ready_at: Date | null;
  readonly never_handed: boolean;
  readonly balance: bigint;
}

async function claim(
  { db, now, settings }: Context,
  userId: bigint,
  ad: ProvidedAd,
  action: Action,
  terms: { readonly reward: bigint; readonly seconds: number },
): Promise<Row> {
  const values = [
    userId,
    utcDay(now),
    now,
    ad.ad_id,
    terms.reward,
    terms.seconds,
    settings.get('ad.daily_limit'),
    ad.title,
  ];
  const text = rewardFor(action);
  const { rows } = await afterRivals(db, () => db.query<Row>(text, values));
  if (!rows[0]) throw new Error(`no progress of user ${userId}`);
  return rows[0];
}

async function reward(context: Context, userId: bigint, adId: number, action: Action) {
  const { db, now, settings } = context;
  const ad = await directAds.find(db, adId);
  if (!ad) throw new Refusal('unknown_ad');
  const { watch_reward, click_reward } = ad;
  const amount =
    action === WATCH
      ? (watch_reward ?? settings.get('ad.watch_reward'))
      : (click_reward ?? settings.get('ad.click_reward'));
  const terms = { reward: amount, seconds: ad.watch_seconds ?? settings.get('ad.watch_seconds') };
  let row = await claim(context, userId, ad, action, terms);
  if (isUnsure(row.refusal)) row = await claim(context, userId, ad, action, terms);
  if (row.refusal === 'too_early') {
    const readyAt = row.never_handed ? null : row.ready_at;
    throw new Refusal('too_early', { retry_after: millisecondsUntil(readyAt, terms.seconds, now) });
  }
  if (row.refusal) throw new Refusal(row.refusal);
  return { reward: formatMoney(amount), balance: formatMoney(row.balance) };
}

export const watchAdReward: Handler<typeof calls.watchAdReward> = (context, { userId }, input) =>
  reward(context, userId, input.ad_id, WATCH);

export const clickAdReward: Handler<typeof calls.clickAdReward> = (context, { userId }, input) =>
  reward(context, userId, input.ad_id, CLICK);
