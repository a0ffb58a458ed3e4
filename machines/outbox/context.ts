import type { AnyActorRef } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import type { ConnectivityEvent } from '../attention.ts';
import type { Claim, ClaimAnswer, ClaimResult, NewClaim, StorageError } from './claim.ts';
import type { QueuedClaim, Stamp } from './queue.ts';

/** Commands for the store of this device. */
export type StoreCommand =
  | { type: 'store.open' }
  /** persists a claim earned now; the answer has its time and whether it was persisted */
  | { type: 'claim.persistNew'; claim: NewClaim }
  /** makes the store report at once when the claim was earned, as persisting takes too long */
  | { type: 'claim.askTime'; id: string }
  | { type: 'claim.persist'; claim: Claim }
  | { type: 'claim.change'; claim: Claim }
  /** deletes a finished claim and reports its result to the other windows */
  | { type: 'claim.drop'; result: ClaimResult };

/** Reports of the store on its work, and on the claims of other windows. */
export type StoreEvent =
  /** the persisted claims; `quarantined`: the number of unreadable ones, quarantined just now */
  | { type: 'store.opened'; claims: Claim[]; quarantined: number }
  | { type: 'store.failed' }
  | ({ type: 'claim.stamped' } & Stamp)
  /** ids of the claims to send that were earned on an earlier day */
  | { type: 'claims.backdated'; backdated: string[] }
  | ({ type: 'claim.persisted' } & Stamp)
  | ({ type: 'claim.notPersisted'; storageError: StorageError } & Stamp)
  /** another window has persisted a claim */
  | { type: 'claim.found'; claim: Claim }
  /** another window has sent a claim */
  | { type: 'claim.settled'; result: ClaimResult };

export interface Context {
  /** the oldest first; claims whose call has failed follow the others */
  queue: QueuedClaim[];
  userId: number | null;
  /** number of claims in the last call */
  batchSize: number;
  failures: number;
  waitMs: number;
  isOffline: boolean;
  /** why the last claim could not be persisted; null: all claims are */
  storageError: StorageError | null;
}

export type Event =
  | StoreEvent
  /** restores persisted claims: the first clip plays, takes too long, or another screen is open */
  | { type: 'restore.due' }
  | { type: 'claim.added'; claim: NewClaim; recipient: AnyActorRef | null }
  /** a result of the call that has just ended */
  | { type: 'claim.answered'; result: ClaimResult }
  | { type: 'batch.settled' }
  | { type: 'session.started'; userId: number }
  | { type: 'session.left' }
  | ConnectivityEvent
  /** the page became visible, or the server sent a message: the server may answer now */
  | { type: 'send.due' }
  | { type: 'send.pressed' };

/** A claim, and the actor that earned it, if that is on this page. */
interface ReportedClaim {
  claim: Claim;
  recipient: AnyActorRef | null;
}

export interface OutcomeFlags {
  isOtherWindow: boolean;
  isBackdated: boolean;
}

export type OutboxEmitted =
  /** `isOtherWindow`: another window has sent and reports it; `isBackdated`: earned on an earlier UTC day */
  | ({ type: 'claim.paid'; answer: ClaimAnswer } & ReportedClaim & OutcomeFlags)
  | ({ type: 'claim.refused'; failure: CallFailure } & ReportedClaim & OutcomeFlags)
  /** rewards are paused: the claim stays, to be paid later; `wasReported`: reported before */
  | ({ type: 'claim.paused'; wasReported: boolean } & ReportedClaim)
  /** these claims could not be sent at once */
  | { type: 'claims.delayed'; claims: Claim[] }
  /** from now on, claims are lost when the page is left */
  | { type: 'claims.notPersisted'; storageError: StorageError }
  /** whether this page has claims that are not persisted: they would be lost with it */
  | { type: 'unpersisted.changed'; isAny: boolean }
  | { type: 'claims.quarantined' };

/** Results of a batch: from the call, and from the store, which is read before the call. */
export interface BatchResults {
  results: ClaimResult[];
  /** ids of the claims that another window has settled already */
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
