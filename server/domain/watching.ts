import type * as calls from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Reason, SessionEndedCode } from '../../contract/reasons.ts';
import {
  type Caller,
  type Context,
  type Handler,
  Refusal,
  Replay,
  SessionEnded,
} from './context.ts';
import { type Early, type Earned, earnedOf, waitOf } from './earned.ts';
import { type Promised, payFunded } from './funding.ts';
import { hashToken } from './sessions.ts';
import { utcDay } from './time.ts';

/** What `record_watch` answers; see `server/database/functions/record_watch.sql`. */
interface RecordRow extends Promised, Early {
  readonly session_end: SessionEndedCode | null;
  readonly kept_text: string | null;
  readonly is_same_body: boolean | null;
  readonly refusal: Reason | null;
  readonly paid: bigint;
  readonly balance: bigint;
  readonly remaining: number;
}

const RECORD = {
  name: 'record',
  text: `select * from record_watch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
    $15, $16, $17, $18, $19)`,
};

async function recordWatch(
  { db, now, settings, answerKey }: Context,
  { userId, token, isUnproven }: Caller,
  videoId: number,
  earned: Earned,
): Promise<RecordRow> {
  const values = [
    ...[userId, videoId, now, utcDay(now), earned.at, earned.day],
    settings.get('video.reward'),
    settings.get('video.watch_seconds'),
    settings.get('video.daily_limit'),
    settings.get('claim.late_days'),
    settings.get('claim.late_limit'),
    settings.get('claim.burst_seconds'),
    settings.get('invite.release_after_videos'),
    ...[answerKey?.path, answerKey?.key, answerKey?.bodyHash, answerKey?.keptUntil],
    ...(isUnproven ? [hashToken(token), settings.get('session.not_before')] : [null, null]),
  ];
  const call = { ...RECORD, values };
  const [row] = await payFunded(db, async () => (await db.query<RecordRow>(call)).rows);
  if (!row) throw new Error('no decision');
  return row;
}

export const record: Handler<typeof calls.record> = async (context, caller, input) => {
  const earned = earnedOf(context, input.earned_at);
  const row = await recordWatch(context, caller, input.videos_id, earned);
  if (row.session_end !== null) throw new SessionEnded(row.session_end);
  if (row.kept_text !== null) {
    throw row.is_same_body ? new Replay(row.kept_text) : new Refusal('idempotency_key_reused');
  }
  if (row.refusal === 'too_early') {
    throw new Refusal('too_early', { retry_after: waitOf(context.now, row) });
  }
  if (row.refusal) throw new Refusal(row.refusal);
  return {
    reward: formatMoney(row.paid),
    balance: formatMoney(row.balance),
    remaining_today: row.remaining,
  };
};
