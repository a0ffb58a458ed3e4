import type { Call } from '../../contract/call.ts';
import * as calls from '../../contract/calls.ts';
import type { ClaimCall, ClaimResult, SentClaim } from '../../contract/claims.ts';
import type { Fault } from '../../contract/reasons.ts';
import { Refusal, type SessionEnded } from '../domain/context.ts';
import { type Answer, TransportFault } from './envelope.ts';

/** After these no other claim could be answered either. */
const ENDING: ReadonlySet<Fault> = new Set(['unavailable', 'too_many_requests']);

const { record, watchAdReward, clickAdReward, claimShareReward, claimTask } = calls;
/** The calls that claims are made with. */
export const claimTable: Readonly<Record<ClaimCall, Call>> = {
  record,
  watchAdReward,
  clickAdReward,
  claimShareReward,
  claimTask,
};

/** Their paths: what they paid is kept for longer. */
export const claimPaths: ReadonlySet<string> = new Set(
  Object.values(claimTable).map(({ path }) => path),
);

/** A claim as the call that it names. */
interface ClaimAttempt {
  readonly call: ClaimCall;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly key: string;
}

interface Making {
  /** makes one call, in a transaction of its own; may throw */
  make(attempt: ClaimAttempt): Promise<Answer>;
  /** what was thrown */
  faultOf(error: Error): Refusal | SessionEnded | TransportFault;
}

function fieldsOf(claim: SentClaim): ClaimAttempt['fields'] {
  const { earned_at } = claim;
  switch (claim.call) {
    case 'record':
      return { videos_id: claim.id, earned_at };
    case 'watchAdReward':
    case 'clickAdReward':
      return { ad_id: claim.id, earned_at };
    case 'claimShareReward':
      return { earned_at };
    case 'claimTask':
      return { task: claim.id };
  }
}

/** What the call's answer says, under the claim's key: the data of a success or of a refusal. */
function resultOf(key: string, { text }: Answer): ClaimResult {
  const { code, data } = JSON.parse(text);
  return code === 1 ? { key, data } : { key, ...data };
}

/**
 * Makes the claims one after the other, each as if it had been sent alone. What fails may be sent
 * again; where the server cannot answer at all, or no more of this user, the rest is not tried.
 */
export async function sendClaims(
  claims: readonly SentClaim[],
  { make, faultOf }: Making,
): Promise<{ results: ClaimResult[] }> {
  const results: ClaimResult[] = [];
  let isOver = false;
  for (const claim of claims) {
    const { key, call } = claim;
    try {
      if (isOver) results.push({ key, reason: null });
      else results.push(resultOf(key, await make({ call, fields: fieldsOf(claim), key })));
    } catch (error) {
      const fault = faultOf(error as Error);
      isOver = fault instanceof TransportFault && ENDING.has(fault.fault);
      results.push({ key, reason: fault instanceof Refusal ? fault.reason : null });
    }
  }
  return { results };
}
