import type { Claim } from '../../../machines/outbox/claim.ts';
import type { QueuedClaim } from '../../../machines/outbox/queue.ts';
import { type Invariant, invariant, type Run, same } from './invariant.ts';
import { idsIn, idsOf, isSent, sentIn } from './outbox.parts.ts';

/** Returns the claims of the call that starts in this moment. */
export const sent = (run: Run): Claim[] => sentIn(run.now);
const isSentSuspect = (entry: QueuedClaim) => isSent(entry) && entry.isSuspect;

/** Invariants of the claims of a call. */
export const callInvariants: readonly Invariant[] = [
  invariant(
    'a call, also a repeated one, has exactly the claims in state sending',
    (run) => sent(run).length > 0,
    (run) => same(idsIn(sent(run)), idsOf(run.context, isSent)),
  ),
  invariant(
    'a claim that may have failed others is sent alone, and only when no other claim is due',
    (run) => sent(run).length > 0 && run.context.queue.some(isSentSuspect),
    (run) =>
      sent(run).length === 1 &&
      !run.context.queue.some(
        ({ claim, state, isSuspect }: QueuedClaim) =>
          !isSuspect && state === 'due' && claim.userId === run.context.userId,
      ),
  ),
];
