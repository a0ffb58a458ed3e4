import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import { isFinal, isRefusedFor } from '../failure.ts';
import { listenerNotProvided, notProvided } from '../not-provided.ts';
import { notify } from '../notify.ts';
import type { Tag } from '../tags.ts';
import type { Claim, ClaimAnswer, ClaimResult, NewClaim, StorageError } from './claim.ts';
import {
  type BatchResults,
  batchOf,
  type Context,
  claimOf,
  dueOf,
  type Event,
  isLater,
  isOwn,
  type OutboxEmitted,
  type StoreCommand,
  type StoreEvent,
  without,
} from './context.ts';

const FIRST_WAIT_MS = 1_000;
/** whoever is out of order for long: what waits is sent within ten seconds of its return */
const LONGEST_WAIT_MS = 8_000;
/** After so many it is no matter of waiting: nothing asks in circles. */
const MOST_ATTEMPTS = 10;

/** The call could not be written, or its answer not be read. */
const isUnreadable = (failure: CallFailure) =>
  failure.kind === 'malformed' || (failure.kind === 'faulted' && failure.status === 0);

const isPaused = (failure: CallFailure) => isRefusedFor(failure, 'paused_by_operator');

/** Under a fresh key: the server answers the same to the old one for days. */
const renewed = (claim: Claim): Claim => ({ ...claim, attempt: claim.attempt + 1 });

/** Later by as much as the server asks: by then it was earned for certain. */
const postponed = (claim: Claim, byMs: number): Claim => ({
  ...renewed(claim),
  earnedAtMs: claim.earnedAtMs === null ? null : claim.earnedAtMs + byMs,
});

const withChanged = ({ claims }: Context, changed: Claim) =>
  claims.map((each) => (each.id === changed.id ? changed : each));

const pauseOf = (result: ClaimResult): number =>
  'failure' in result && result.failure.kind === 'refused'
    ? (result.failure.retryAfter ?? FIRST_WAIT_MS)
    : FIRST_WAIT_MS;

/** What a claim ends with, and whose doing it is. */
export interface Settled {
  result: ClaimResult;
  isElsewhere: boolean;
}

type NotPersisted = Pick<
  Extract<StoreEvent, { type: 'claim.notPersisted' }>,
  'id' | 'storageError'
>;

export const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as OutboxEmitted,
    tags: {} as Tag,
  },
  actors: {
    runStore: listenerNotProvided<StoreCommand>('runStore'),
    sendClaims: notProvided<BatchResults, { claims: Claim[] }>('sendClaims'),
    watchNetwork: listenerNotProvided('watchNetwork'),
    watchReturn: listenerNotProvided('watchReturn'),
  },
  delays: {
    openTimeout: 10_000,
    persistTimeout: 3_000,
    backOff: ({ context }) => context.waitMs,
    askedPause: ({ context }) => context.waitMs,
    pausedTime: 10 * 60_000,
  },
  guards: {
    hasDue: ({ context }) => dueOf(context).length > 0,
    hasEarly: ({ context }) =>
      context.claims.some((claim) => isOwn(context, claim) && context.early.includes(claim.id)),
    hasUser: ({ context }) => context.userId !== null,
    hasUnconfirmed: ({ context }) => context.unconfirmed.length > 0,
    hasUnpersisted: ({ context }) =>
      context.claims.some(({ id }) => context.unpersisted.includes(id)),
    hasQuarantined: (_, quarantined: number) => quarantined > 0,
    isNew: ({ context }, { id }: { id: string }) => claimOf(context, id) === undefined,
    isStorageWorking: ({ context }) => context.storageError === null,
    isUnpersisted: ({ context }, { id }: { id: string }) => context.unpersisted.includes(id),
    /** a result that is none: it is asked for again */
    isUnsettled: ({ context }) => batchOf({ context }).some(({ id }) => !isLater(context, id)),
    isPause: ({ context }) => context.isPause,
    isOneAtFault: ({ context }, failure: CallFailure) =>
      context.batch.length > 1 && (isFinal(failure) || isUnreadable(failure)),
    isPaid: ({ context }, { result }: Settled) =>
      'answer' in result && claimOf(context, result.id) !== undefined,
    isTooEarly: ({ context }, { result }: Settled) =>
      'failure' in result &&
      isRefusedFor(result.failure, 'too_early') &&
      context.tooEarly.filter((id) => id === result.id).length < MOST_ATTEMPTS - 1 &&
      claimOf(context, result.id) !== undefined,
    isPaused: ({ context }, { result }: Settled) =>
      'failure' in result && isPaused(result.failure) && claimOf(context, result.id) !== undefined,
    isRefused: ({ context }, { result }: Settled) =>
      'failure' in result &&
      isFinal(result.failure) &&
      !isPaused(result.failure) &&
      claimOf(context, result.id) !== undefined,
    isFinal: (_, failure: CallFailure) => isFinal(failure),
  },
  actions: {
    openStore: sendTo('store', { type: 'store.open' } satisfies StoreCommand),
    stamp: sendTo('store', (_, claim: NewClaim): StoreCommand => ({ type: 'claim.stamp', claim })),
    keep: sendTo('store', (_, claim: Claim): StoreCommand => ({ type: 'claim.persist', claim })),
    drop: sendTo(
      'store',
      (_, { result }: Settled): StoreCommand => ({ type: 'claim.drop', result }),
    ),
    add: assign({ claims: ({ context }, claim: Claim) => [...context.claims, claim] }),
    addUnconfirmed: assign({
      unconfirmed: ({ context }, { id }: { id: string }) => [...context.unconfirmed, id],
    }),
    addStored: assign({
      claims: ({ context }, stored: Claim[]) => [
        ...stored.filter(({ id }) => claimOf(context, id) === undefined),
        ...context.claims,
      ],
    }),
    confirm: assign({
      unconfirmed: ({ context }, { id }: { id: string }) => without(context.unconfirmed, [id]),
    }),
    confirmAll: assign({ unconfirmed: [] }),
    addUnpersisted: assign({
      unpersisted: ({ context }, { id }: NotPersisted) => [
        ...without(context.unpersisted, [id]),
        id,
      ],
      storageError: (_, { storageError }: NotPersisted) => storageError,
    }),
    /** gone with the last that is not kept */
    clearStorageError: assign({
      storageError: ({ context }) => (context.unpersisted.length > 0 ? context.storageError : null),
    }),
    setKept: assign({
      unpersisted: ({ context }, { id }: { id: string }) => without(context.unpersisted, [id]),
    }),
    persistAgain: enqueueActions(({ context, enqueue }) => {
      for (const claim of context.claims.filter(({ id }) => context.unpersisted.includes(id))) {
        enqueue.sendTo('store', { type: 'claim.persist', claim } satisfies StoreCommand);
      }
    }),
    setOffline: assign({ isOffline: true }),
    setOnline: assign({ isOffline: false }),
    setUser: assign({
      userId: (_, userId: number | null) => userId,
      failures: 0,
      early: [],
      isPause: false,
    }),
    take: assign({ batch: ({ context }) => dueOf(context).map(({ id }) => id) }),
    suspectAll: assign({
      suspects: ({ context }) => [...new Set([...context.suspects, ...context.batch])],
    }),
    /** whoever failed last lets the others go first */
    moveToEnd: assign({
      claims: ({ context }) => [
        ...context.claims.filter(({ id }) => !context.batch.includes(id)),
        ...batchOf({ context }),
      ],
    }),
    remove: assign({
      claims: ({ context }, ids: readonly string[]) =>
        context.claims.filter(({ id }) => !ids.includes(id)),
      delayed: ({ context }, ids: readonly string[]) => without(context.delayed, ids),
      unconfirmed: ({ context }, ids: readonly string[]) => without(context.unconfirmed, ids),
      unpersisted: ({ context }, ids: readonly string[]) => without(context.unpersisted, ids),
      paused: ({ context }, ids: readonly string[]) => without(context.paused, ids),
      suspects: ({ context }, ids: readonly string[]) => without(context.suspects, ids),
      tooEarly: ({ context }, ids: readonly string[]) => without(context.tooEarly, ids),
    }),
    endPause: assign({ isPause: false }),
    forgetFailures: assign({ failures: 0 }),
    forgetEarly: assign({ early: [] }),
    postpone: enqueueActions(({ context, enqueue }, { result }: Settled) => {
      const claim = claimOf(context, result.id);
      if (!claim) return;
      const later = postponed(claim, pauseOf(result));
      enqueue.assign({
        claims: withChanged(context, later),
        waitMs: Math.max(context.early.length > 0 ? context.waitMs : 0, pauseOf(result)),
        early: [...context.early, claim.id],
        tooEarly: [...context.tooEarly, claim.id],
      });
      enqueue.sendTo('store', { type: 'claim.change', claim: later } satisfies StoreCommand);
    }),
    pause: enqueueActions(({ context, enqueue }, { result }: Settled) => {
      const claim = claimOf(context, result.id);
      if (!claim) return;
      const again = renewed(claim);
      enqueue.assign({
        claims: withChanged(context, again),
        isPause: true,
        paused: [...without(context.paused, [claim.id]), claim.id],
      });
      enqueue.sendTo('store', { type: 'claim.change', claim: again } satisfies StoreCommand);
    }),
    setBackdated: assign({ backdated: (_, backdated: string[]) => backdated }),
    waitLonger: assign(({ context }) => ({
      waitMs: Math.min(FIRST_WAIT_MS * 2 ** context.failures, LONGEST_WAIT_MS),
      failures: context.failures + 1,
    })),
    /** each result is taken by itself; then it goes on */
    settleEach: enqueueActions(({ enqueue }, { results }: { results: readonly ClaimResult[] }) => {
      for (const result of results) enqueue.raise({ type: 'claim.answered', result });
      enqueue.raise({ type: 'batch.settled' });
    }),
    settleOnly: enqueueActions(({ context, enqueue }, failure: CallFailure) => {
      for (const id of context.batch) {
        enqueue.raise({ type: 'claim.answered', result: { id, failure } });
      }
      enqueue.raise({ type: 'batch.settled' });
    }),
    setDelayed: assign({
      delayed: ({ context }) => [
        ...new Set([...context.delayed, ...batchOf({ context }).map(({ id }) => id)]),
      ],
    }),
    notifyDelayed: notify(({ context }) => ({
      type: 'claims.delayed' as const,
      claims: batchOf({ context }).filter(({ id }) => !context.delayed.includes(id)),
    })),
    notifyPaid: notify(({ context }, { result, isElsewhere }: Settled) => ({
      type: 'claim.paid' as const,
      claim: claimOf(context, result.id) as Claim,
      answer: (result as { answer: ClaimAnswer }).answer,
      isElsewhere,
      isBackdated: context.backdated.includes(result.id),
    })),
    notifyRefused: notify(({ context }, { result, isElsewhere }: Settled) => ({
      type: 'claim.refused' as const,
      claim: claimOf(context, result.id) as Claim,
      failure: (result as { failure: CallFailure }).failure,
      isElsewhere,
      isBackdated: context.backdated.includes(result.id),
    })),
    notifyPaused: notify(({ context }, { result }: Settled) => ({
      type: 'claim.paused' as const,
      claim: claimOf(context, result.id) as Claim,
      isAgain: context.paused.includes(result.id),
    })),
    notifyNotPersisted: notify((_, storageError: StorageError) => ({
      type: 'claims.notPersisted' as const,
      storageError,
    })),
    notifyQuarantined: notify({ type: 'claims.quarantined' }),
  },
});
