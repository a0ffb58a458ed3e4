import type { CallFailure } from '../../contract/failure.ts';
import type { ClaimEvent } from '../../machines/claiming.ts';
import type { Claim, ClaimAnswer } from '../../machines/outbox.machine.ts';
import type { NewsDesk } from './news.ts';

/**
 * Puts a claim into the outbox and waits for what becomes of it.
 * @param awaited the claims somebody waits for, and so announces
 * @param signal stops the waiting only: a claim that was earned goes on
 * @throws the failure that ended the claim, or `aborted`
 */
export function claimThrough(
  news: NewsDesk,
  awaited: Set<string>,
  add: (claim: Claim) => void,
  claim: Claim,
  signal: AbortSignal,
): Promise<ClaimAnswer> {
  return new Promise((resolve, reject) => {
    awaited.add(claim.id);
    const unsubscribe = news.subscribe((event) => {
      if (event.type !== 'claim.paid' && event.type !== 'claim.refused') return;
      if (event.claim.id !== claim.id) return;
      leave();
      if (event.type === 'claim.paid') resolve(event.answer);
      else reject(event.failure);
    });
    const leave = () => {
      awaited.delete(claim.id);
      unsubscribe();
    };
    signal.addEventListener('abort', () => {
      leave();
      reject({ kind: 'aborted' } satisfies CallFailure);
    });
    add(claim);
  });
}

/** Reports what becomes of a claim that nobody waits for any more; returns the way out. */
export const watchClaim = (
  news: NewsDesk,
  claimId: string,
  report: (event: ClaimEvent) => void,
): (() => void) =>
  news.subscribe((item) => {
    if (item.type !== 'claim.paid' && item.type !== 'claim.refused') return;
    if (item.claim.id !== claimId) return;
    if (item.type === 'claim.paid') report({ type: 'claim.paid', answer: item.answer });
    else report({ type: 'claim.refused', failure: item.failure });
  });
