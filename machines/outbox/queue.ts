import type { AnyActorRef } from 'xstate';
import type { Claim } from './claim.ts';

/** What is next for a claim of the queue. */
export type ClaimState =
  /** the store has not said yet whether it has persisted it: it is not sent before */
  | 'storing'
  /** the next call takes it along */
  | 'due'
  | 'sending'
  /** the server has answered "too early": it is sent again after the time that the server asks for */
  | 'deferred'
  /** the server has answered that rewards are paused: it is sent again after the pause */
  | 'paused';

/** A claim in the queue, from when it is earned until it is paid or refused. */
export interface QueuedClaim {
  claim: Claim;
  /** the actor that has earned it and shows what becomes of it; it may be gone */
  recipient: AnyActorRef | null;
  state: ClaimState;
  /** the store could not persist it: it lasts as long as this page */
  isUnpersisted: boolean;
  /** a call with it has failed: the person was told that it is sent later */
  isDelayed: boolean;
  /** rewards were paused when it was sent: the person was told */
  wasPaused: boolean;
  /** it was earned on a day that is over */
  isBackdated: boolean;
  /** it failed together with others: the call cannot take one of them, so it is sent alone */
  isSuspect: boolean;
  /** how often the server has answered "too early" in the life of this page */
  tooEarly: number;
}

/** When a claim was earned, as the store says it; null: of a version that did not know it. */
export interface Stamp extends Pick<Claim, 'earnedAtMs'> {
  id: string;
}

interface Queue {
  /** the oldest first; those whose call has failed after the others */
  queue: readonly QueuedClaim[];
  userId: number | null;
}

/** as many as the server takes in one call */
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

export const isIn = ({ queue }: Pick<Queue, 'queue'>, state: ClaimState) =>
  queue.some((each) => each.state === state);
export const unpersistedIn = ({ queue }: Pick<Queue, 'queue'>) =>
  queue.filter(({ isUnpersisted }) => isUnpersisted);
export const entryOf = ({ queue }: Pick<Queue, 'queue'>, id: string) =>
  queue.find(({ claim }) => claim.id === id);

/**
 * The queue with changes.
 * @param change what changes of a claim; false: nothing
 */
export const changed = (
  { queue }: Pick<Queue, 'queue'>,
  change: (entry: QueuedClaim) => Partial<QueuedClaim> | false,
): QueuedClaim[] => queue.map((each) => ({ ...each, ...change(each) }));

/**
 * The queue once the store has said when a claim was earned: it is due.
 * @param known whether it is persisted, where the store has said so
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
        // one that was postponed meanwhile counts from later on
        claim: { ...claim, earnedAtMs: claim.earnedAtMs ?? earnedAtMs },
        state: state === 'storing' ? 'due' : state,
      },
  );

/**
 * A claim as it is sent again, under a fresh key: the server answers the same to the old one for days.
 * @param byMs later by as much as the server asks: by then it was earned for certain
 */
export const postponed = (claim: Claim, byMs: number): Claim => ({
  ...claim,
  attempt: claim.attempt + 1,
  earnedAtMs: claim.earnedAtMs === null ? null : claim.earnedAtMs + byMs,
});

/** What the next call takes along, the oldest first; a suspect goes alone, after the others. */
export function dueOf({ queue, userId }: Queue): QueuedClaim[] {
  const due = queue.filter(
    ({ claim, state }) =>
      // a call that is made anew takes along what the last one had
      claim.userId === userId && (state === 'due' || state === 'sending'),
  );
  const others = due.filter(({ isSuspect }) => !isSuspect);
  return others.length > 0 ? others.slice(0, LARGEST_BATCH) : due.slice(0, 1);
}

/** The claims of the call that is on its way. */
export const batchOf = ({ queue }: Pick<Queue, 'queue'>): Claim[] =>
  queue.filter(({ state }) => state === 'sending').map(({ claim }) => claim);
