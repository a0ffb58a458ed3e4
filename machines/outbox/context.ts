import type { AnyActorRef } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import type { ConnectivityEvent } from '../attention.ts';
import type { Claim, ClaimAnswer, ClaimResult, NewClaim, StorageError } from './claim.ts';
import type { QueuedClaim, Stamp } from './queue.ts';

/** What the store of this device is told. */
export type StoreCommand =
  | { type: 'store.open' }
  /** it was earned now: persists it, and says when that was with whether it could */
  | { type: 'claim.persistNew'; claim: NewClaim }
  /** it takes too long: says at once when it was earned */
  | { type: 'claim.askTime'; id: string }
  | { type: 'claim.persist'; claim: Claim }
  | { type: 'claim.change'; claim: Claim }
  /** it needs no keeping any more: the other windows learn why */
  | { type: 'claim.drop'; result: ClaimResult };

/** What the store reports: its own doings, and those of the other windows. */
export type StoreEvent =
  /** what was kept; some of it could not be read and was set aside just now */
  | { type: 'store.opened'; claims: Claim[]; quarantined: number }
  | { type: 'store.failed' }
  | ({ type: 'claim.stamped' } & Stamp)
  /** ids of those to be sent that were earned on a day that is over */
  | { type: 'claims.backdated'; backdated: string[] }
  | ({ type: 'claim.persisted' } & Stamp)
  | ({ type: 'claim.notPersisted'; storageError: StorageError } & Stamp)
  /** another window has kept it */
  | { type: 'claim.found'; claim: Claim }
  /** another window has sent it */
  | { type: 'claim.settled'; result: ClaimResult };

export interface Context {
  /** the oldest first; those whose call has failed after the others */
  queue: QueuedClaim[];
  userId: number | null;
  /** how many claims the last call took along */
  batchSize: number;
  failures: number;
  waitMs: number;
  isOffline: boolean;
  /** why the last claim could not be persisted; null: all are */
  storageError: StorageError | null;
}

export type Event =
  | StoreEvent
  /** what was kept is wanted: the first clip plays, or nobody waits for one */
  | { type: 'restore.due' }
  | { type: 'claim.added'; claim: NewClaim; recipient: AnyActorRef | null }
  /** a result of the call that has just ended */
  | { type: 'claim.answered'; result: ClaimResult }
  | { type: 'batch.settled' }
  | { type: 'session.started'; userId: number }
  | { type: 'session.left' }
  | ConnectivityEvent
  /** somebody looks again, or the server has sent a message: it may answer now */
  | { type: 'send.due' }
  | { type: 'send.pressed' };

/** Which claim it is, and the actor that has earned it, where this page knows it. */
interface Told {
  claim: Claim;
  recipient: AnyActorRef | null;
}

export interface Ending {
  isElsewhere: boolean;
  isBackdated: boolean;
}

export type OutboxEmitted =
  /** `isElsewhere`: another window has asked, and says it; `isBackdated`: it is not of this UTC day */
  | ({ type: 'claim.paid'; answer: ClaimAnswer } & Told & Ending)
  | ({ type: 'claim.refused'; failure: CallFailure } & Told & Ending)
  /** rewards are paused: it stays, to be paid later; `isAgain`: that was said of it before */
  | ({ type: 'claim.paused'; isAgain: boolean } & Told)
  /** these could not be sent at once */
  | { type: 'claims.delayed'; claims: Claim[] }
  /** what is earned from now on lasts as long as the page */
  | { type: 'claims.notPersisted'; storageError: StorageError }
  /** whether this page alone holds rewards that could not be kept: with it they would be lost */
  | { type: 'unpersisted.changed'; isAny: boolean }
  | { type: 'claims.quarantined' };

/** What the call, or the look into the store before it, says of each claim of a batch. */
export interface BatchResults {
  results: ClaimResult[];
  /** ids of those that another window has settled before */
  gone: string[];
}

export const initialContext: Context = {
  queue: [],
  userId: null,
  batchSize: 0,
  failures: 0,
  waitMs: 0,
  isOffline: false,
  storageError: null,
};
