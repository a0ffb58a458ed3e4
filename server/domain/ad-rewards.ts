import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { NeedsPreparation } from '../database/database.ts';
import { isAffordable } from './ad-budgets.ts';
import { redivideAllotments } from './allotments.ts';
import { type Caller, type Context, type Handler, Refusal } from './context.ts';
import { type Earned, requireEarnedAt } from './earned.ts';
import {
  assertWatchRewardPaid,
  keyAndSession,
  runPayingFunction,
  type TimedRow,
} from './paying-function.ts';
import { utcDay } from './time.ts';

type Action = 'watch' | 'click';

interface RecordRow extends TimedRow {
  readonly is_unbudgeted: boolean | null;
}

const RECORD = {
  name: 'record_ad',
  text: `select * from record_ad($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
    $16, $17, $18, $19)`,
};

async function recordAd(
  context: Context,
  caller: Caller,
  adId: number,
  action: Action,
  earned: Earned,
): Promise<RecordRow> {
  const { db, now, settings } = context;
  const values = [
    ...[caller.userId, action, adId, now, utcDay(now), earned.at, earned.day],
    settings.get(action === 'watch' ? 'ad.watch_reward' : 'ad.click_reward'),
    settings.get('ad.watch_seconds'),
    settings.get('ad.daily_limit'),
    settings.get('claim.late_days'),
    settings.get('claim.late_limit'),
    settings.get('claim.burst_seconds'),
    ...keyAndSession(context, caller),
  ];
  return runPayingFunction(db, async () => {
    const { rows } = await db.query<RecordRow>({ ...RECORD, values });
    // the ad's budget does not cover one more reward, or its rest is in allotments that are too small or locked
    if (rows[0]?.is_unbudgeted) await refuseUnbudgeted(context, adId, rows[0].paid);
    return rows;
  });
}

/**
 * @throws NeedsPreparation where the rest of the budget covers the reward, but no free allotment does
 * @throws Refusal unknown_ad where the budget does not cover the reward
 */
async function refuseUnbudgeted({ db }: Context, adId: number, reward: bigint): Promise<never> {
  if (!(await isAffordable(db, BigInt(adId), reward))) throw new Refusal('unknown_ad');
  throw new NeedsPreparation('the budget is in other allotments', (pool) =>
    redivideAllotments(pool, reward, BigInt(adId)),
  );
}

const rewardFor =
  (action: Action): Handler<typeof calls.watchAdReward | typeof calls.clickAdReward> =>
  async (context, caller, input) => {
    const earned = await requireEarnedAt(context, caller, input.earned_at);
    const row = await recordAd(context, caller, input.ad_id, action, earned);
    assertWatchRewardPaid(row, context.now);
    return { reward: formatMoney(row.paid), balance: formatMoney(row.balance) };
  };

export const watchAdReward: Handler<typeof calls.watchAdReward> = rewardFor('watch');
export const clickAdReward: Handler<typeof calls.clickAdReward> = rewardFor('click');
