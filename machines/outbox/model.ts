import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import { becomesOnline } from '../attention.ts';
import { isFinal, isRefusedFor, isUnreadable } from '../failure.ts';
import { listenerNotProvided, notProvided } from '../not-provided.ts';
import { notify } from '../notify.ts';
import type { Tag } from '../tags.ts';
import type { Claim, ClaimResult, NewClaim, StorageError } from './claim.ts';
import type { BatchResults, Context, Event, StoreCommand } from './context.ts';
import {
  type ClaimState,
  changed,
  entryOf,
  hasClaimsIn,
  nextBatch,
  postponed,
  type QueuedClaim,
  queued,
  runningBatch,
  type Stamp,
  stamped,
  unpersistedIn,
} from './queue.ts';

const FIRST_WAIT_MS = 1_000;
/** after a long outage, waiting claims are sent within ten seconds after the server answers again */
const LONGEST_WAIT_MS = 8_000;
/** Limit of attempts after "too early": prevents an endless loop. */
const MAX_ATTEMPTS = 10;

const isPausedBy = (result: ClaimResult): boolean =>
  'failure' in result && isRefusedFor(result.failure, 'paused_by_operator');

/** Milliseconds after which a claim that came too early may be sent again. */
const askedPauseOf = (result: ClaimResult): number =>
  'failure' in result && result.failure.kind === 'refused'
    ? (result.failure.retryAfter ?? FIRST_WAIT_MS)
    : FIRST_WAIT_MS;

/** The result of a claim, and whether another window has sent it. */
export interface Settled {
  result: ClaimResult;
  isOtherWindow: boolean;
}

type NotPersisted = Stamp & { storageError: StorageError };

export const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    runStore: listenerNotProvided<StoreCommand>('runStore'),
    sendClaims: notProvided<BatchResults, { claims: Claim[] }>('sendClaims'),
  },
  delays: {
    openTimeout: 10_000,
    persistTimeout: 3_000,
    backOff: ({ context }) => context.waitMs,
    askedPause: ({ context }) => context.waitMs,
    pausedTime: 10 * 60_000,
  },
  guards: {
    becomesOnline: ({ event }) => becomesOnline(event),
    hasDue: ({ context }) => nextBatch(context).length > 0,
    hasDeferred: ({ context }) => hasClaimsIn(context, 'deferred'),
    hasPaused: ({ context }) => hasClaimsIn(context, 'paused'),
    hasUser: ({ context }) => context.userId !== null,
    hasStoring: ({ context }) => hasClaimsIn(context, 'storing'),
    hasUnpersisted: ({ context }) => unpersistedIn(context).length > 0,
    hasQuarantined: (_, quarantined: number) => quarantined > 0,
    isNew: ({ context }, { id }: { id: string }) => entryOf(context, id) === undefined,
    isStorageWorking: ({ context }) => context.storageError === null,
    isUnpersisted: ({ context }, { id }: { id: string }) =>
      entryOf(context, id)?.isUnpersisted === true,
    /** the answer lacks some claims, or failed for them: they are sent again */
    isUnsettled: ({ context }) => hasClaimsIn(context, 'sending'),
    isBatchFailure: ({ context }, failure: CallFailure) =>
      context.batchSize > 1 && (isFinal(failure) || isUnreadable(failure)),
    isTooEarly: ({ context }, { result }: Settled) =>
      'failure' in result &&
      isRefusedFor(result.failure, 'too_early') &&
      (entryOf(context, result.id)?.tooEarly ?? MAX_ATTEMPTS) < MAX_ATTEMPTS - 1,
    isPaused: ({ context }, { result }: Settled) =>
      isPausedBy(result) && entryOf(context, result.id) !== undefined,
    /** paid, or finally refused */
    isSettled: ({ context }, { result }: Settled) =>
      entryOf(context, result.id) !== undefined &&
      ('answer' in result || (isFinal(result.failure) && !isPausedBy(result))),
    isFinal: (_, failure: CallFailure) => isFinal(failure),
  },
  actions: {
    openStore: sendTo('store', { type: 'store.open' } satisfies StoreCommand),
    persistNew: sendTo(
      'store',
      (_, claim: NewClaim): StoreCommand => ({ type: 'claim.persistNew', claim }),
    ),
    drop: sendTo(
      'store',
      (_, { result }: Settled): StoreCommand => ({ type: 'claim.drop', result }),
    ),
    add: assign({ queue: ({ context }, entry: QueuedClaim) => [...context.queue, entry] }),
    askTimes: enqueueActions(({ context: { queue }, enqueue }) => {
      for (const { claim, state } of queue) {
        if (state !== 'storing') continue;
        enqueue.sendTo('store', { type: 'claim.askTime', id: claim.id } satisfies StoreCommand);
      }
    }),
    setStamp: assign({ queue: ({ context }, stamp: Stamp) => stamped(context, stamp) }),
    addStored: assign({
      queue: ({ context }, stored: Claim[]) => [
        ...stored
          .filter(({ id }) => entryOf(context, id) === undefined)
          .map((claim) => queued(claim, 'due', null)),
        ...context.queue,
      ],
    }),
    setPersisted: assign({
      queue: ({ context }, stamp: Stamp) => stamped(context, stamp, { isUnpersisted: false }),
    }),
    setUnpersisted: assign({
      queue: ({ context }, stamp: NotPersisted) => stamped(context, stamp, { isUnpersisted: true }),
      storageError: (_, { storageError }: NotPersisted) => storageError,
    }),
    /** null once every claim is persisted */
    clearStorageError: assign({
      storageError: ({ context }) =>
        unpersistedIn(context).length > 0 ? context.storageError : null,
    }),
    persistAgain: enqueueActions(({ context, enqueue }) => {
      for (const { claim } of unpersistedIn(context)) {
        enqueue.sendTo('store', { type: 'claim.persist', claim } satisfies StoreCommand);
      }
    }),
    setConnectivity: assign({ isOffline: ({ event }) => !becomesOnline(event) }),
    /** the call of the last user is stopped: its claims are due again */
    setUser: assign({
      userId: (_, userId: number | null) => userId,
      failures: 0,
      queue: ({ context }) =>
        changed(context, ({ state }) => state !== 'storing' && { state: 'due' }),
    }),
    /** a repeated call may have other claims: the other claims of the interrupted call are due again */
    take: assign(({ context }) => {
      const batch = nextBatch(context);
      const queue = changed(context, (each) => {
        if (batch.includes(each)) return { state: 'sending' };
        return each.state === 'sending' && { state: 'due' };
      });
      return { queue, batchSize: batch.length };
    }),
    markAllSuspect: assign({
      queue: ({ context }) =>
        changed(context, ({ state }) => state === 'sending' && { state: 'due', isSuspect: true }),
    }),
    /** claims whose call has failed go after the others */
    moveToEnd: assign({
      queue: ({ context: { queue } }) => [
        ...queue.filter(({ state }) => state !== 'sending'),
        ...queue.flatMap((each) =>
          each.state === 'sending' ? { ...each, state: 'due' as const, isDelayed: true } : [],
        ),
      ],
    }),
    /** makes all claims of a state due */
    release: assign({
      queue: ({ context }, from: ClaimState) =>
        changed(context, ({ state }) => state === from && { state: 'due' }),
    }),
    remove: assign({
      queue: ({ context }, ids: readonly string[]) =>
        context.queue.filter(({ claim }) => !ids.includes(claim.id)),
    }),
    forgetFailures: assign({ failures: 0 }),
    /** makes a claim wait for the time that the server asks for, or for the end of the pause of rewards */
    postpone: enqueueActions(({ context, enqueue }, { result }: Settled) => {
      const entry = entryOf(context, result.id);
      if (!entry) return;
      const isPause = isPausedBy(result);
      const waitMs = isPause ? 0 : askedPauseOf(result);
      const claim = postponed(entry.claim, waitMs);
      const changes: Partial<QueuedClaim> = isPause
        ? { claim, state: 'paused', wasPaused: true }
        : { claim, state: 'deferred', tooEarly: entry.tooEarly + 1 };
      enqueue.assign({
        queue: changed(context, (each) => each === entry && changes),
        waitMs: Math.max(hasClaimsIn(context, 'deferred') ? context.waitMs : 0, waitMs),
      });
      enqueue.sendTo('store', { type: 'claim.change', claim } satisfies StoreCommand);
    }),
    setBackdated: assign({
      queue: ({ context }, ids: string[]) =>
        changed(context, ({ claim }) => ({ isBackdated: ids.includes(claim.id) })),
    }),
    increaseBackOff: assign(({ context }) => ({
      waitMs: Math.min(FIRST_WAIT_MS * 2 ** context.failures, LONGEST_WAIT_MS),
      failures: context.failures + 1,
    })),
    /** each result is handled as its own event, then the batch is settled */
    settleEach: enqueueActions(({ enqueue }, results: readonly ClaimResult[]) => {
      for (const result of results) enqueue.raise({ type: 'claim.answered', result });
      enqueue.raise({ type: 'batch.settled' });
    }),
    notifyDelayed: notify(({ context }) => ({
      type: 'claims.delayed',
      claims: runningBatch(context).filter(({ id }) => !entryOf(context, id)?.isDelayed),
    })),
    notifySettled: notify(({ context }, { result, isOtherWindow }: Settled) => {
      const { claim, recipient, isBackdated } = entryOf(context, result.id) as QueuedClaim;
      const ending = { claim, recipient, isOtherWindow, isBackdated };
      return 'answer' in result
        ? { type: 'claim.paid', answer: result.answer, ...ending }
        : { type: 'claim.refused', failure: result.failure, ...ending };
    }),
    notifyPaused: notify(({ context }, { result }: Settled) => {
      const { claim, recipient, wasPaused } = entryOf(context, result.id) as QueuedClaim;
      return { type: 'claim.paused', claim, recipient, wasReported: wasPaused };
    }),
    notifyNotPersisted: notify((_, storageError: StorageError) => ({
      type: 'claims.notPersisted',
      storageError,
    })),
    notifyQuarantined: notify({ type: 'claims.quarantined' }),
  },
});
