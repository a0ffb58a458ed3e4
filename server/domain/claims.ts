import type { SentClaim } from '../../contract/claims.ts';
import { formatMoney } from '../../contract/money.ts';
import { retryOnConflict } from '../database/database.ts';
import { type AnswerKey, type Caller, type Context, SessionEnded } from './context.ts';
import { type Earned, parseEarnedAt } from './earned.ts';
import { assertWatchRewardPaid, sessionCheckValues, type TimedRow } from './paying-function.ts';
import { countClipShare } from './sharing.ts';
import { utcDay } from './time.ts';

/** A claim of a batch, and the key under which its answer is stored. */
export interface KeyedClaim {
  readonly claim: SentClaim;
  readonly answerKey: AnswerKey;
}

interface ClaimToDecide extends KeyedClaim {
  readonly of: (typeof KINDS)[keyof typeof KINDS];
  readonly earned: Earned;
}

/** The decision on a claim: resolves to its answer, or throws the refusal. */
export type Decision = () => Promise<{ reward: string; balance: string }>;

interface ClaimRow extends Omit<TimedRow, 'uncovered'> {
  readonly remaining: number | null;
}

const RECORD = {
  name: 'record_claims',
  text: `select * from record_claims($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
    $16, $17, $18, $19, $20, $21, $22)`,
};

const KINDS = {
  record: { kind: 'clip', reward: 'video.reward' },
  watchAdReward: { kind: 'watch', reward: 'ad.watch_reward' },
  clickAdReward: { kind: 'click', reward: 'ad.click_reward' },
  claimShareReward: { kind: 'share', reward: 'reward.share' },
} as const;

/**
 * Returns the first claims of a batch that one database call can decide. Stops before a claim that needs its own call:
 * a task, which waits for other transactions; a claim that is too late, which is refused without a database function;
 * and a repeated key, because a refusal of the first claim with this key is stored only after the call.
 */
function claimsForOneCall(
  context: Context,
  claims: readonly KeyedClaim[],
): readonly ClaimToDecide[] {
  const asked: ClaimToDecide[] = [];
  const keys = new Set<string>();
  for (const { claim, answerKey } of claims) {
    const earned = parseEarnedAt(context, claim.earned_at);
    if (claim?.call === 'claimTask' || earned === null || keys.has(claim.key)) break;
    keys.add(claim.key);
    asked.push({ claim, answerKey, of: KINDS[claim.call], earned });
  }
  return asked;
}

function valuesOf(
  context: Context,
  caller: Caller,
  asked: readonly ClaimToDecide[],
): readonly unknown[] {
  const { now, settings } = context;
  return [
    ...[caller.userId, now, utcDay(now)],
    ...[asked.map(({ of }) => of.kind), asked.map(({ claim }) => claim.id)],
    ...[asked.map(({ earned }) => earned.at), asked.map(({ earned }) => earned.day)],
    asked.map(({ of }) => settings.get(of.reward)),
    asked.map(({ answerKey }) => answerKey.path),
    asked.map(({ answerKey }) => answerKey.key),
    asked.map(({ answerKey }) => answerKey.bodyHash),
    asked[0]?.answerKey.expiresAt,
    ...[settings.get('video.watch_seconds'), settings.get('video.daily_limit')],
    ...[settings.get('ad.watch_seconds'), settings.get('ad.daily_limit')],
    ...[settings.get('claim.late_days'), settings.get('claim.late_limit')],
    ...[settings.get('claim.burst_seconds'), settings.get('invite.release_after_videos')],
    ...sessionCheckValues(context, caller),
  ];
}

function decisionOf({ db, now }: Context, claim: SentClaim | undefined, row: ClaimRow): Decision {
  return async () => {
    assertWatchRewardPaid(row, now);
    if (claim?.call === 'claimShareReward') await countClipShare(db, claim.videos_id);
    const paid = { reward: formatMoney(row.paid), balance: formatMoney(row.balance) };
    return row.remaining === null ? paid : { ...paid, remaining_today: row.remaining };
  };
}

/**
 * Decides the first claims of a batch in one database call, in their order.
 * @returns an empty list where the first claim needs its own call
 * @throws SessionEnded
 */
export async function decideClaims(
  context: Context,
  caller: Caller,
  claims: readonly KeyedClaim[],
): Promise<readonly Decision[]> {
  const { db } = context;
  const asked = claimsForOneCall(context, claims);
  if (asked.length === 0) return [];
  const call = { ...RECORD, values: [...valuesOf(context, caller, asked)] };
  const { rows } = await retryOnConflict(db, () => db.query<ClaimRow>(call));
  const ended = rows.find(({ session_end }) => session_end !== null)?.session_end;
  if (ended) throw new SessionEnded(ended);
  return rows.map((row, place) => decisionOf(context, asked[place]?.claim, row));
}
