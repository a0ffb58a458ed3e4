import type { ClaimResult, SentClaim } from '../../contract/claims.ts';
import { isLockTimeout } from '../database/database.ts';
import { type Decision, decideClaims } from '../domain/claims.ts';
import { type Caller, type Context, Refusal, SessionEnded } from '../domain/context.ts';
import { type Answer, TransportFault } from './envelope.ts';
import { claimTable } from './function-calls.ts';
import { answerKeyOf } from './idempotency.ts';

/** A claim with the fields of its call. */
interface ClaimAttempt {
  readonly claim: SentClaim;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Making {
  readonly caller: Caller;
  /** of this moment */
  context(): Context;
  /** makes one call, in a transaction of its own unless the claim is decided; may throw */
  make(attempt: ClaimAttempt, decision: Decision | undefined): Promise<Answer>;
  /** classifies a thrown error */
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
      return { earned_at, videos_id: claim.videos_id };
    case 'claimTask':
      return { task: claim.id };
  }
}

/** Result of a claim from its call's answer: the data of a success or of a refusal, with the claim's key. */
function resultOf(key: string, { text }: Answer): ClaimResult {
  const { code, data } = JSON.parse(text);
  return code === 1 ? { key, data } : { key, ...data };
}

/**
 * Decides the first claims in one call of the database; none: the first claim has to be made alone.
 */
function decide(
  attempts: readonly ClaimAttempt[],
  { caller, context: contextNow }: Making,
): Promise<readonly Decision[]> {
  const context = contextNow();
  const { now } = context;
  const { userId } = caller;
  const keyed = attempts.map(({ claim, fields }) => {
    const { path } = claimTable[claim.call];
    return { claim, answerKey: answerKeyOf({ userId, path, key: claim.key, input: fields, now }) };
  });
  return decideClaims(context, caller, keyed);
}

/**
 * Yields each claim with its decision; without one, the claim is made alone. Ends early when a lock is not free in
 * time.
 */
async function* decided(
  attempts: readonly ClaimAttempt[],
  making: Making,
): AsyncGenerator<[ClaimAttempt, Decision | undefined]> {
  let isTogether = true;
  for (let rest = attempts; rest.length > 0; ) {
    let decisions: readonly Decision[] = [];
    try {
      if (isTogether) decisions = await decide(rest, making);
    } catch (error) {
      const fault = making.faultOf(error as Error);
      if (fault instanceof SessionEnded) throw fault;
      // alone the claim would wait for the same lock, and the call would time out before its answer
      if (isLockTimeout(error)) return;
      // a claim that the database cannot store fails its whole batch, so each is made alone from now on
      isTogether = false;
    }
    const count = Math.max(decisions.length, 1);
    for (const [place, attempt] of rest.slice(0, count).entries())
      yield [attempt, decisions[place]];
    rest = rest.slice(count);
  }
}

/** @returns null: the server cannot answer at all */
async function makeOne(
  attempt: ClaimAttempt,
  decision: Decision | undefined,
  { make, faultOf }: Making,
): Promise<ClaimResult | null> {
  const { key } = attempt.claim;
  try {
    return resultOf(key, await make(attempt, decision));
  } catch (error) {
    const fault = faultOf(error as Error);
    if (fault instanceof SessionEnded) throw fault;
    if (fault instanceof TransportFault && fault.fault === 'unavailable') return null;
    return { key, reason: fault instanceof Refusal ? fault.reason : null };
  }
}

/**
 * Makes the claims one after the other, each as if sent alone, but as many as possible in one call of the
 * database. A failed claim may be sent again; when the server cannot answer at all, the rest is not tried.
 * @param allowed how many of them the user may make now
 * @throws SessionEnded
 */
export async function sendClaims(
  claims: readonly SentClaim[],
  allowed: number,
  making: Making,
): Promise<{ results: ClaimResult[] }> {
  const attempts = claims.slice(0, allowed).map((claim) => ({ claim, fields: fieldsOf(claim) }));
  const results: ClaimResult[] = [];
  for await (const [attempt, decision] of decided(attempts, making)) {
    const result = await makeOne(attempt, decision, making);
    if (result === null) break;
    results.push(result);
  }
  const untried = claims.slice(results.length).map(({ key }) => ({ key, reason: null }));
  return { results: [...results, ...untried] };
}
