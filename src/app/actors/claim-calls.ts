import type { InputOf } from '../../../contract/call.ts';
import { clickAdReward, record, watchAdReward } from '../../../contract/claim.calls.ts';
import { sendClaims as call } from '../../../contract/send-claims.calls.ts';
import { claimShareReward } from '../../../contract/share.calls.ts';
import { claimTask } from '../../../contract/task.calls.ts';
import {
  type Claim,
  type ClaimAnswer,
  type ClaimResult,
  keyOf,
} from '../../../machines/outbox/claim.ts';
import type { Api } from '../../ports/api.ts';
import { earnedAt } from './earned-at.ts';

/** Sends one claim by its own call. */
function sendOne(api: Api, claim: Claim, signal: AbortSignal): Promise<ClaimAnswer> {
  const options = { signal, idempotencyKey: keyOf(claim) };
  switch (claim.call) {
    case 'record':
      return api(record, { videos_id: claim.itemId, ...earnedAt(claim) }, options);
    case 'watchAdReward':
      return api(watchAdReward, { ad_id: claim.itemId, ...earnedAt(claim) }, options);
    case 'clickAdReward':
      return api(clickAdReward, { ad_id: claim.itemId, ...earnedAt(claim) }, options);
    case 'claimShareReward':
      return api(claimShareReward, { videos_id: claim.videoId, ...earnedAt(claim) }, options);
    case 'claimTask':
      return api(claimTask, { task: claim.itemId }, options);
  }
}

type BatchItem = InputOf<typeof call>['claims'][number];

function toBatchItem(claim: Claim): BatchItem {
  const common = { key: keyOf(claim), ...earnedAt(claim) };
  switch (claim.call) {
    case 'claimShareReward':
      return { ...common, call: claim.call, id: null, videos_id: claim.videoId };
    case 'claimTask':
      return { ...common, call: claim.call, id: claim.itemId };
    default:
      return { ...common, call: claim.call, id: claim.itemId };
  }
}

/**
 * Sends claims: one by its own call, several in one call.
 * @throws a `CallFailure` if the call fails, or if the server refuses a single claim
 */
export async function sendClaims(
  api: Api,
  claims: readonly Claim[],
  signal: AbortSignal,
): Promise<ClaimResult[]> {
  const [first, ...others] = claims;
  if (!first) return [];
  if (others.length === 0) return [{ id: first.id, answer: await sendOne(api, first, signal) }];
  const { results } = await api(call, { claims: claims.map(toBatchItem) }, { signal });
  return claims.map((claim): ClaimResult => {
    const { id } = claim;
    const result = results.find(({ key }) => key === keyOf(claim));
    if (!result) return { id, failure: { kind: 'malformed' } };
    if ('data' in result) return { id, answer: result.data };
    const { reason, retry_after: retryAfter } = result;
    if (reason === null) return { id, failure: { kind: 'faulted', status: 500 } };
    return {
      id,
      failure: { kind: 'refused', reason, ...(retryAfter !== undefined && { retryAfter }) },
    };
  });
}
