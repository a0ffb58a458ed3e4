import type { Reason, SessionEndedCode } from '../../contract/reasons.ts';
import type { Database } from '../database/database.ts';
import { type Caller, type Context, Refusal, Replay, SessionEnded } from './context.ts';
import { claimWaitMs, type Early } from './earned.ts';
import { type Promised, payFunded } from './funding.ts';
import { hashToken } from './sessions.ts';

/** The answer of a database function that executes a call; see `server/database/functions/`. */
export interface AnswerRow {
  readonly session_end: SessionEndedCode | null;
  readonly kept_text: string | null;
  readonly is_same_body: boolean | null;
  readonly refusal: Reason | null;
}

/** The answer of a function that pays a reward. */
export interface PaidRow extends AnswerRow, Promised {
  readonly paid: bigint;
  readonly balance: bigint;
}

/** The answer of a function that pays a reward for watch time. */
export interface TimedRow extends PaidRow, Early {}

/**
 * The last two arguments of such a function: the hash of the session's token and the setting `session.not_before`;
 * nulls if the session is checked already.
 */
export const sessionCheckValues = (
  { settings }: Pick<Context, 'settings'>,
  { token, isSessionUnchecked }: Caller,
): readonly unknown[] =>
  isSessionUnchecked ? [hashToken(token), settings.get('session.not_before')] : [null, null];

/** The arguments for the idempotency key, followed by those of `sessionCheckValues`. */
export const keyAndSession = (context: Context, caller: Caller): readonly unknown[] => {
  const { path, key, bodyHash, expiresAt } = context.answerKey ?? {};
  return [path, key, bodyHash, expiresAt, ...sessionCheckValues(context, caller)];
};

/** Runs a function that pays a reward, again where `payFunded` retries. */
export async function runPayingFunction<Row extends PaidRow>(
  db: Database,
  ask: () => Promise<readonly Row[]>,
): Promise<Row> {
  const [row] = await payFunded(db, ask);
  if (!row) throw new Error('no decision');
  return row;
}

/**
 * @throws SessionEnded; Replay where the call was answered before; Refusal
 */
export function assertAnswered(row: AnswerRow): void {
  if (row.session_end !== null) throw new SessionEnded(row.session_end);
  if (row.kept_text !== null) {
    throw row.is_same_body ? new Replay(row.kept_text) : new Refusal('idempotency_key_reused');
  }
  if (row.refusal) throw new Refusal(row.refusal);
}

/** Like `assertAnswered`, for a reward for watch time, which may be claimed too early. */
export function assertWatchRewardPaid(row: Omit<TimedRow, 'uncovered'>, now: Date): void {
  if (row.refusal === 'too_early') {
    throw new Refusal('too_early', { retry_after: claimWaitMs(now, row) });
  }
  assertAnswered(row);
}
