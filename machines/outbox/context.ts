import type { CallFailure } from '../../contract/failure.ts';
import type { Claim, ClaimAnswer, ClaimResult, NewClaim, StorageError } from './claim.ts';

/** What the store of this device is told. */
export type StoreCommand =
  | { type: 'store.open' }
  /** to say when it was earned: now */
  | { type: 'claim.stamp'; claim: NewClaim }
  | { type: 'claim.persist'; claim: Claim }
  | { type: 'claim.change'; claim: Claim }
  /** it needs no keeping any more: the other windows learn why */
  | { type: 'claim.drop'; result: ClaimResult };

/** What the store reports: its own doings, and those of the other windows. */
export type StoreEvent =
  /** what was kept; some of it could not be read and was set aside just now */
  | { type: 'store.opened'; claims: Claim[]; quarantined: number }
  | { type: 'store.failed' }
  | { type: 'claim.stamped'; claim: Claim }
  /** ids of those to be sent that were earned on a day that is over */
  | { type: 'claims.backdated'; backdated: string[] }
  | { type: 'claim.persisted'; id: string }
  | { type: 'claim.notPersisted'; id: string; storageError: StorageError }
  /** another window has kept it */
  | { type: 'claim.found'; claim: Claim }
  /** another window has sent it */
  | { type: 'claim.settled'; result: ClaimResult };

export interface Context {
  claims: Claim[];
  userId: number | null;
  /** ids of those of which nobody knows yet whether they are kept: they are not sent before */
  unconfirmed: string[];
  /** ids of those that the server wants later */
  early: string[];
  /** ids of those that came while rewards were paused: they are paid when they are not */
  paused: string[];
  /** while it lasts, those are not sent */
  isPause: boolean;
  /** ids, once for each answer "too early" of this page's life */
  tooEarly: string[];
  /** ids of those that are being sent */
  batch: string[];
  /** ids of those that could not be sent at once */
  delayed: string[];
  /** ids of those that were earned on a day that is over */
  backdated: string[];
  /** ids of those that failed together: one of them may be what the call cannot take */
  suspects: string[];
  failures: number;
  waitMs: number;
  isOffline: boolean;
  /** ids of those that could not be kept: they are kept as soon as anything is */
  unpersisted: string[];
  /** why one could not be kept; null: all are */
  storageError: StorageError | null;
}

export type Event =
  | StoreEvent
  /** what was kept is wanted: the first clip plays, or nobody waits for one */
  | { type: 'restore.due' }
  | { type: 'claim.added'; claim: NewClaim }
  /** a result of the call that has just ended */
  | { type: 'claim.answered'; result: ClaimResult }
  | { type: 'batch.settled' }
  | { type: 'session.started'; userId: number }
  | { type: 'session.left' }
  | { type: 'network.lost' }
  | { type: 'network.returned' }
  /** somebody looks again, or the server has sent a message: it may answer now */
  | { type: 'send.due' }
  | { type: 'send.pressed' };

export interface Ending {
  isElsewhere: boolean;
  isBackdated: boolean;
}

export type OutboxEmitted =
  /** `isElsewhere`: another window has asked, and says it; `isBackdated`: it is not of this UTC day */
  | ({ type: 'claim.paid'; claim: Claim; answer: ClaimAnswer } & Ending)
  | ({ type: 'claim.refused'; claim: Claim; failure: CallFailure } & Ending)
  /** rewards are paused: it stays, to be paid later; `isAgain`: that was said of it before */
  | { type: 'claim.paused'; claim: Claim; isAgain: boolean }
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

/** as many as the server takes in one call */
const LARGEST_BATCH = 20;

export const initialContext: Context = {
  claims: [],
  userId: null,
  unconfirmed: [],
  early: [],
  paused: [],
  isPause: false,
  tooEarly: [],
  batch: [],
  delayed: [],
  backdated: [],
  suspects: [],
  failures: 0,
  waitMs: 0,
  isOffline: false,
  unpersisted: [],
  storageError: null,
};

export const isOwn = ({ userId }: Context, claim: Claim) => claim.userId === userId;

/** The server has answered, and wants it later. */
export const isLater = ({ early, paused, isPause }: Context, id: string) =>
  early.includes(id) || (isPause && paused.includes(id));

/** What can be sent now in one call, the oldest first; a suspect goes by itself, after the others. */
export function dueOf(context: Context): Claim[] {
  const due = context.claims
    .filter((claim) => isOwn(context, claim))
    .filter(({ id }) => !context.unconfirmed.includes(id) && !isLater(context, id));
  const others = due.filter(({ id }) => !context.suspects.includes(id));
  return others.length > 0 ? others.slice(0, LARGEST_BATCH) : due.slice(0, 1);
}

export const claimOf = ({ claims }: Context, id: string) => claims.find((claim) => claim.id === id);
export const without = (ids: readonly string[], gone: readonly string[]) =>
  ids.filter((id) => !gone.includes(id));

/** The claims of the call that is on its way. */
export const batchOf = ({ context }: { context: Context }): Claim[] =>
  context.claims.filter(({ id }) => context.batch.includes(id));
