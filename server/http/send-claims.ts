import type { ClaimResult, SentClaim } from '../../contract/claims.ts';
import { isLockTimeout } from '../database/database.ts';
import { type Decision, decideClaims } from '../domain/claims.ts';
import { type Caller, type Context, Refusal, SessionEnded } from '../domain/context.ts';
import { type Answer, TransportFault } from './envelope.ts';
import { claimTable } from './function-calls.ts';
import { answerKeyOf } from './idempotency.ts';

/** A claim, and the input fields of the call that makes it alone. */
interface ClaimAttempt {
  readonly claim: SentClaim;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface SendOptions {
  readonly caller: Caller;
  /** creates a context with the present time */
  context(): Context;
  /** makes one claim; without a decision, runs the claim's own call in a separate transaction; may throw */
  make(attempt: ClaimAttempt, decision: Decision | undefined): Promise<Answer>;
  /** converts a thrown error to a refusal, the end of the session, or a fault */
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

/** Converts the answer of a call to the result of its claim: the claim's key and the answer's data. */
function resultOf(key: string, { text }: Answer): ClaimResult {
  const { code, data } = JSON.parse(text);
  return code === 1 ? { key, data } : { key, ...data };
}

/**
 * Decides as many claims as possible in one call of the database, from the first one on.
 * @returns their decisions; empty: the first claim must be made by its own call
 */
function decide(
  attempts: readonly ClaimAttempt[],
  { caller, context: contextNow }: SendOptions,
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
 * Yields each claim with its decision, or with undefined where the claim must be made by its own call. Stops early
 * after a lock timeout.
 */
async function* decideInBatches(
  attempts: readonly ClaimAttempt[],
  options: SendOptions,
): AsyncGenerator<[ClaimAttempt, Decision | undefined]> {
  let canBatch = true;
  for (let remaining = attempts; remaining.length > 0; ) {
    let decisions: readonly Decision[] = [];
    try {
      if (canBatch) decisions = await decide(remaining, options);
    } catch (error) {
      const fault = options.faultOf(error as Error);
      if (fault instanceof SessionEnded) throw fault;
      // a single claim would wait for the same lock too, and the request would time out
      if (isLockTimeout(error)) return;
      // one claim may have failed the whole batch, so each further claim is made alone
      canBatch = false;
    }
    const count = Math.max(decisions.length, 1);
    for (const [place, attempt] of remaining.slice(0, count).entries())
      yield [attempt, decisions[place]];
    remaining = remaining.slice(count);
  }
}

/** Makes one claim. @returns its result; null: the server is unavailable */
async function makeClaim(
  attempt: ClaimAttempt,
  decision: Decision | undefined,
  { make, faultOf }: SendOptions,
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
 * Makes the claims in their order, with the same results as single calls, but as many as possible in one call of the
 * database. A claim with a null reason has failed and may be sent again. After a lock timeout, or when the server is
 * unavailable, no further claim is made: the remaining claims, and those above `allowed`, get a null reason too.
 * @param allowed number of claims that the request limit of the user allows now
 * @throws SessionEnded
 */
export async function sendClaims(
  claims: readonly SentClaim[],
  allowed: number,
  options: SendOptions,
): Promise<{ results: ClaimResult[] }> {
  const attempts = claims.slice(0, allowed).map((claim) => ({ claim, fields: fieldsOf(claim) }));
  const results: ClaimResult[] = [];
  for await (const [attempt, decision] of decideInBatches(attempts, options)) {
    const result = await makeClaim(attempt, decision, options);
    if (result === null) break;
    results.push(result);
  }
  const notMade = claims.slice(results.length).map(({ key }) => ({ key, reason: null }));
  return { results: [...results, ...notMade] };
}
