import type { Reason, SessionEndedCode } from '../../contract/reasons.ts';
import { type Caller, type Context, Refusal, Replay, SessionEnded } from './context.ts';
import { type Early, waitOf } from './earned.ts';
import type { Promised } from './funding.ts';
import { hashToken } from './sessions.ts';

/** What a function of the database that pays a claim answers; see `server/database/functions/`. */
export interface ClaimRow extends Promised, Early {
  readonly session_end: SessionEndedCode | null;
  readonly kept_text: string | null;
  readonly is_same_body: boolean | null;
  readonly refusal: Reason | null;
  readonly paid: bigint;
  readonly balance: bigint;
}

/** Such a function's last arguments: the key of the call, and the session where it has to look at it. */
export const keyAndSession = (
  { settings, answerKey }: Context,
  { token, isUnproven }: Caller,
): readonly unknown[] => [
  ...[answerKey?.path, answerKey?.key, answerKey?.bodyHash, answerKey?.keptUntil],
  ...(isUnproven ? [hashToken(token), settings.get('session.not_before')] : [null, null]),
];

/**
 * @throws SessionEnded; Replay where the call was answered before; Refusal
 */
export function assertPaid(row: ClaimRow, now: Date): void {
  if (row.session_end !== null) throw new SessionEnded(row.session_end);
  if (row.kept_text !== null) {
    throw row.is_same_body ? new Replay(row.kept_text) : new Refusal('idempotency_key_reused');
  }
  if (row.refusal === 'too_early') {
    throw new Refusal('too_early', { retry_after: waitOf(now, row) });
  }
  if (row.refusal) throw new Refusal(row.refusal);
}
