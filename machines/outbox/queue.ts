import type { AnyActorRef } from 'xstate';
import type { Claim } from './claim.ts';

/** State of a claim in the queue. */
export type ClaimState =
  /** the store has not answered whether the claim is persisted: it is not sent before */
  | 'storing'
  /** is sent with the next call */
  | 'due'
  | 'sending'
  /** the server answered "too early": the claim is sent again after the time that the server asks for */
  | 'deferred'
  /** the server answered that rewards are paused: the claim is sent again after the pause */
  | 'paused';

/** A claim in the queue, from earning to payment or refusal. */
export interface QueuedClaim {
  claim: Claim;
  /** the actor that earned it and shows its outcome; that actor may have stopped */
  recipient: AnyActorRef | null;
  state: ClaimState;
  /** the store could not persist the claim, which lasts as long as this page */
  isUnpersisted: boolean;
  /** a call with the claim has failed: the user was informed that it is sent later */
  isDelayed: boolean;
  /** rewards were paused when the claim was sent: the user was informed */
  wasPaused: boolean;
  /** the claim was earned on an earlier day */
  isBackdated: boolean;
  /** the claim's batch failed because of one of its claims, unknown which: the claim is sent alone */
  isSuspect: boolean;
  /** number of answers "too early" since this page began */
  tooEarly: number;
}

/** The time at which a claim was earned, as the store reports it; null: stored by a version without times. */
export interface Stamp extends Pick<Claim, 'earnedAtMs'> {
  id: string;
}

interface Queue {
  /** the oldest first; claims whose call has failed follow the others */
  queue: readonly QueuedClaim[];
  userId: number | null;
}

/** the server's limit of claims in one call */
const LARGEST_BATCH = 20;

/** @param state `storing` for a claim of this page, `due` for one that the store has */
export const queued = (
  claim: Claim,
  state: 'storing' | 'due',
  recipient: AnyActorRef | null,
): QueuedClaim => ({
  claim,
  recipient,
  state,
  isUnpersisted: false,
  isDelayed: false,
  wasPaused: false,
  isBackdated: false,
  isSuspect: false,
  tooEarly: 0,
});

export const hasClaimsIn = ({ queue }: Pick<Queue, 'queue'>, state: ClaimState) =>
  queue.some((each) => each.state === state);
export const unpersistedIn = ({ queue }: Pick<Queue, 'queue'>) =>
  queue.filter(({ isUnpersisted }) => isUnpersisted);
export const entryOf = ({ queue }: Pick<Queue, 'queue'>, id: string) =>
  queue.find(({ claim }) => claim.id === id);

/**
 * The queue with changes.
 * @param change the changes of a claim; false: none
 */
export const changed = (
  { queue }: Pick<Queue, 'queue'>,
  change: (entry: QueuedClaim) => Partial<QueuedClaim> | false,
): QueuedClaim[] => queue.map((each) => ({ ...each, ...change(each) }));

/**
 * The queue once the store has reported when a claim was earned: the claim is due.
 * @param known whether it is persisted, if the store has reported that
 */
export const stamped = (
  context: Pick<Queue, 'queue'>,
  { id, earnedAtMs }: Stamp,
  known: Partial<Pick<QueuedClaim, 'isUnpersisted'>> = {},
) =>
  changed(
    context,
    ({ claim, state }) =>
      claim.id === id && {
        ...known,
        // a claim that was postponed meanwhile keeps its later time
        claim: { ...claim, earnedAtMs: claim.earnedAtMs ?? earnedAtMs },
        state: state === 'storing' ? 'due' : state,
      },
  );

/**
 * The claim for the next attempt, under a fresh key: the server repeats its answer to the old key for days.
 * @param byMs the delay that the server asks for: `earnedAtMs` moves by it, so that the claim is no longer too early
 */
export const postponed = (claim: Claim, byMs: number): Claim => ({
  ...claim,
  attempt: claim.attempt + 1,
  earnedAtMs: claim.earnedAtMs === null ? null : claim.earnedAtMs + byMs,
});

/** Claims of the next call, the oldest first; a suspect is sent alone, after the others. */
export function nextBatch({ queue, userId }: Queue): QueuedClaim[] {
  const due = queue.filter(
    ({ claim, state }) =>
      // a repeated call may take the claims of the interrupted one again
      claim.userId === userId && (state === 'due' || state === 'sending'),
  );
  const others = due.filter(({ isSuspect }) => !isSuspect);
  return others.length > 0 ? others.slice(0, LARGEST_BATCH) : due.slice(0, 1);
}

/** The claims of the running call. */
export const runningBatch = ({ queue }: Pick<Queue, 'queue'>): Claim[] =>
  queue.filter(({ state }) => state === 'sending').map(({ claim }) => claim);
