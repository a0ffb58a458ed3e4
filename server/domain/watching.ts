import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Caller, Context, Handler } from './context.ts';
import { type Earned, requireEarnedAt } from './earned.ts';
import {
  assertWatchRewardPaid,
  keyAndSession,
  runPayingFunction,
  type TimedRow,
} from './paying-function.ts';
import { utcDay } from './time.ts';

interface RecordRow extends TimedRow {
  readonly remaining: number;
}

const RECORD = {
  name: 'record',
  text: `select * from record_watch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
    $15, $16, $17, $18, $19)`,
};

async function recordWatch(
  context: Context,
  caller: Caller,
  videoId: number,
  earned: Earned,
): Promise<RecordRow> {
  const { db, now, settings } = context;
  const values = [
    ...[caller.userId, videoId, now, utcDay(now), earned.at, earned.day],
    settings.get('video.reward'),
    settings.get('video.watch_seconds'),
    settings.get('video.daily_limit'),
    settings.get('claim.late_days'),
    settings.get('claim.late_limit'),
    settings.get('claim.burst_seconds'),
    settings.get('invite.release_after_videos'),
    ...keyAndSession(context, caller),
  ];
  const call = { ...RECORD, values };
  return runPayingFunction(db, async () => (await db.query<RecordRow>(call)).rows);
}

export const record: Handler<typeof calls.record> = async (context, caller, input) => {
  const earned = await requireEarnedAt(context, caller, input.earned_at);
  const row = await recordWatch(context, caller, input.videos_id, earned);
  assertWatchRewardPaid(row, context.now);
  return {
    reward: formatMoney(row.paid),
    balance: formatMoney(row.balance),
    remaining_today: row.remaining,
  };
};
