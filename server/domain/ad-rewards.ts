import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Reason } from '../../contract/reasons.ts';
import { type Database, Unprepared } from '../database/database.ts';
import { BUDGET, isAffordable } from './ad-budgets.ts';
import { directAds, type ProvidedAd } from './ad-provider.ts';
import { type Action, CLICK, rewardFor, WATCH } from './ad-rewards.statement.ts';
import { allot } from './allotments.ts';
import { type Context, type Handler, Refusal } from './context.ts';
import { decide, type Early, type Earned, earnedOf, waitOf } from './earned.ts';
import type { Promised } from './funding.ts';
import { utcDay } from './time.ts';

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
    utcDay(now),
    settings.get('claim.late_limit'),
    settings.get('claim.late_days'),
    ...(action === WATCH ? [settings.get('claim.burst_seconds')] : []),
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
  const { db, settings } = context;
  const earned = earnedOf(context, input.earned_at);
  const ad = await directAds.find(db, input.ad_id, earned.at);
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
