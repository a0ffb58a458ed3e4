import type { Reason, SessionEndedCode } from '../../contract/reasons.ts';
import type { Database } from '../database/database.ts';
import { type Caller, type Context, Refusal, Replay, SessionEnded } from './context.ts';
import { type Early, waitOf } from './earned.ts';
import { type Promised, payFunded } from './funding.ts';
import { hashToken } from './sessions.ts';

/** What a function of the database that makes a call answers; see `server/database/functions/`. */
export interface AnswerRow {
  readonly session_end: SessionEndedCode | null;
  readonly kept_text: string | null;
  readonly is_same_body: boolean | null;
  readonly refusal: Reason | null;
}

/** Such an answer of what pays a reward. */
export interface PaidRow extends AnswerRow, Promised {
  readonly paid: bigint;
  readonly balance: bigint;
}

/** The same of what takes its time. */
export interface TimedRow extends PaidRow, Early {}

/** Such a function's last two arguments: the session, where it has to look at it. */
export const sessionToProve = (
  { settings }: Pick<Context, 'settings'>,
  { token, isUnproven }: Caller,
): readonly unknown[] =>
  isUnproven ? [hashToken(token), settings.get('session.not_before')] : [null, null];

/** The key of the call, and after it the session. */
export const keyAndSession = (context: Context, caller: Caller): readonly unknown[] => {
  const { path, key, bodyHash, keptUntil } = context.answerKey ?? {};
  return [path, key, bodyHash, keptUntil, ...sessionToProve(context, caller)];
};

/** Asks such a function, again as `payFunded` says. */
export async function askToPay<Row extends PaidRow>(
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

/** The same of what takes its time, and may be asked for before that has passed. */
export function assertTimedPaid(row: Omit<TimedRow, 'uncovered'>, now: Date): void {
  if (row.refusal === 'too_early') {
    throw new Refusal('too_early', { retry_after: waitOf(now, row) });
  }
  assertAnswered(row);
}
