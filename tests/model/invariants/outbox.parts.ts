import type { Claim } from '../../../machines/outbox/claim.ts';
import type { QueuedClaim } from '../../../machines/outbox/queue.ts';
import { goesOnline } from './attention.ts';
import { always, type Invariant, invariant, isOn, type Moment, same } from './invariant.ts';

export const idsIn = (claims: readonly { id: string }[]) => claims.map(({ id }) => id);
/** Returns the ids of the claims in the queue for which `isMeant` holds. */
export const idsOf = (
  { queue }: { queue: readonly QueuedClaim[] },
  isMeant: (entry: QueuedClaim) => boolean = () => true,
) => idsIn(queue.filter(isMeant).map(({ claim }) => claim));
export const isSent = ({ state }: QueuedClaim) => state === 'sending';
export const isStoring = ({ state }: QueuedClaim) => state === 'storing';
const isUnpersisted = (entry: QueuedClaim) => entry.isUnpersisted;
export const sentIn = ({ began }: Moment): Claim[] =>
  began
    .filter(({ src }) => src === 'sendClaims')
    .flatMap(({ input }) => (input as { claims: Claim[] }).claims);

/** Invariants of this device's storage of claims. */
export const storeInvariants: readonly Invariant[] = [
  invariant(
    'the store is opened when a restore is due, and with the first claim',
    (run) =>
      run.was('store.shut') && (run.on('restore.due') || idsOf(run.context, isStoring).length > 0),
    (run) => run.is('store.opening') && run.sends('store.open').length === 1,
  ),
  invariant(
    'a store that failed is opened again when sending is due, and at a press',
    (run) => run.was('store.closed') && run.on('send.due', 'send.pressed'),
    (run) => run.is('store.opening') && run.sends('store.open').length === 1,
  ),
  invariant(
    'a store that does not open is closed, or opened again while claims wait for it',
    (run) =>
      run.was('store.opening') && (run.on('store.failed') || run.delayEnded('store.opening')),
    (run) => run.is(idsOf(run.context, isStoring).length > 0 ? 'store.opening' : 'store.closed'),
  ),
  invariant(
    'the claims of an opened store join the queue, and quarantined claims are reported',
    (run) => run.on('store.opened'),
    (run) =>
      run.is('store.open') &&
      run.event.claims.every(({ id }: Claim) => idsOf(run.context).includes(id)) &&
      run.tells('claims.quarantined').length === (run.event.quarantined > 0 ? 1 : 0),
  ),
  always(
    'the outbox waits for the store exactly while a claim is storing',
    (run) => run.is('persisting.waiting') === idsOf(run.context, isStoring).length > 0,
  ),
  invariant(
    'a persisted claim is marked as persisted, and with the last one the storage error ends',
    (run) => run.on('claim.persisted'),
    (run) => {
      const { storageError } = run.context;
      const { id } = run.event;
      const unpersisted = idsOf(run.context, isUnpersisted);
      const others = idsOf(run.known, isUnpersisted).filter((each) => each !== id);
      const wasUnpersisted = idsOf(run.known, isUnpersisted).includes(id);
      const tried = run.sends('claim.persist').map(({ event }) => event.claim.id);
      const isConfirmed = wasUnpersisted
        ? same(unpersisted, others)
        : !idsOf(run.context, isStoring).includes(id) &&
          others.every((each) => tried.includes(each));
      return isConfirmed && (unpersisted.length > 0 || storageError === null);
    },
  ),
  invariant(
    'a claim that could not be persisted is marked, and the first storage error is reported',
    (run) => run.on('claim.notPersisted'),
    (run) => {
      const { storageError } = run.context;
      const { id } = run.event;
      return (
        !idsOf(run.context, isStoring).includes(id) &&
        idsOf(run.context, isUnpersisted).includes(id) === idsOf(run.known).includes(id) &&
        storageError === run.event.storageError &&
        run.tells('claims.notPersisted').length === (run.known.storageError === null ? 1 : 0)
      );
    },
  ),
  invariant(
    'unpersisted claims are reported when the first one appears, and when the last one ends',
    (run) => run.past.length > 0,
    (run) => {
      const isHeld = (context: typeof run.context) => idsOf(context, isUnpersisted).length > 0;
      const [before, now] = [isHeld(run.known), isHeld(run.context)];
      const told = run.tells('unpersisted.changed').map(({ isAny }) => isAny);
      return (
        run.is(now ? 'holding.unpersisted' : 'holding.persisted') &&
        same(told, before === now ? [] : [now])
      );
    },
  ),
];

const isDelayed = (entry: QueuedClaim) => entry.isDelayed;
const isPaused = ({ state }: QueuedClaim) => state === 'paused';
const isAnotherStart = isOn('session.started', 'session.left', 'send.pressed');
/** Has the server just answered that this claim is too early, or that rewards are paused? */
const isPut = (id: string, reason: string) => (moment: Moment) => {
  const { event, before } = moment;
  if (event.type === 'xstate.error.actor.sendClaims') {
    return (
      event.error.reason === reason &&
      before?.context.batchSize === 1 &&
      same(idsOf(before.context, isSent), [id])
    );
  }
  const results = event.type === 'xstate.done.actor.sendClaims' ? event.output.results : [];
  return results.some(
    (each: { id: string; failure?: { reason: string } }) =>
      each.id === id && each.failure?.reason === reason,
  );
};

/** Invariants of waiting claims and their delays. */
export const waitingInvariants: readonly Invariant[] = [
  invariant(
    'no claim of the user is due while sending is empty or blocked',
    (run) => run.is('sending.empty', 'sending.blocked'),
    (run) => {
      const { userId } = run.context;
      const due = idsOf(
        run.context,
        ({ claim, state }) => claim.userId === userId && (state === 'due' || state === 'sending'),
      );
      return due.length === 0 && run.is('sending.blocked') === (userId === null);
    },
  ),
  invariant(
    'a failed call is repeated when sending is due, and at a press',
    (run) => run.was('sending.waiting') && run.on('send.due', 'send.pressed'),
    (run) => run.is('sending.calling') && run.begins('sendClaims').length === 1,
  ),
  invariant(
    'a device that goes online repeats the running call',
    (run) => run.was('sending.calling') && goesOnline(run),
    (run) => run.begins('sendClaims').length === 1,
  ),
  invariant(
    'a delayed claim is reported once, and goes to the end of the queue',
    (run) => run.hasEntered('sending.waiting'),
    (run) => {
      const isAnswered = (id: string) =>
        isPut(id, 'too_early')(run.now) || isPut(id, 'paused_by_operator')(run.now);
      const here = idsOf(run.known, isSent)
        .filter((id) => idsOf(run.context).includes(id))
        .filter((id) => !isAnswered(id));
      const told = run.tells('claims.delayed').flatMap((each) => idsIn(each.claims));
      const isNew = here.filter((id) => !idsOf(run.known, isDelayed).includes(id));
      const last = here.length > 0 ? idsOf(run.context).slice(-here.length) : [];
      return (
        here.every((id) => idsOf(run.context, isDelayed).includes(id)) &&
        same([...told].sort(), [...isNew].sort()) &&
        same([...last].sort(), [...here].sort())
      );
    },
  ),
  invariant(
    'a call without an answer counts as a failure, and its claims stay',
    (run) => run.loses('sendClaims') && run.event.error.kind === 'offline',
    (run) => run.is('sending.waiting') && same(idsOf(run.context).sort(), idsOf(run.known).sort()),
  ),
  invariant(
    'a claim that met the pause of rewards waits until rewards may be paid again',
    (run) => sentIn(run.now).length > 0,
    (run) =>
      sentIn(run.now).every(({ id }) => {
        const isOver = (moment: Moment) =>
          isAnotherStart(moment) ||
          moment.event.type.endsWith('.outbox.rewards.paused') ||
          // a later answer replaces the pause
          isPut(id, 'too_early')(moment);
        const put = run.past.findLastIndex(isPut(id, 'paused_by_operator'));
        return (
          put < 0 || run.moments.findLastIndex(isOver) > put || isGone(run.moments.slice(put), id)
        );
      }),
  ),
  invariant(
    'rewards are paid until the server says that they are paused',
    (run) => run.past.length === 0 || run.on('session.started'),
    (run) => run.is('rewards.paid') && idsOf(run.context, isPaused).length === 0,
  ),
  invariant(
    'a pause of rewards is reported for each claim, and stored with it',
    (run) =>
      run.past.length > 0 &&
      idsOf(run.known).some((id) => isPut(id, 'paused_by_operator')(run.now)),
    (run) => {
      const put = idsOf(run.known).filter((id) => isPut(id, 'paused_by_operator')(run.now));
      const told = run.tells('claim.paused');
      return (
        put.every((id) =>
          told.some(
            ({ claim, wasReported }) =>
              claim.id === id &&
              wasReported === idsOf(run.known, ({ wasPaused }) => wasPaused).includes(id),
          ),
        ) &&
        run.sends('claim.change').length === put.length &&
        run.is('rewards.paused')
      );
    },
  ),
  invariant(
    'a claim that is too early is dated later by the time that the server demands, and stored with that date',
    (run) =>
      run.past.length > 0 &&
      isPut('a', 'too_early')(run.now) &&
      run.tells('claim.refused').length === 0 &&
      idsOf(run.known).includes('a'),
    (run) => {
      const of = ({ queue }: { queue: QueuedClaim[] }) =>
        queue.find(({ claim }) => claim.id === 'a')?.claim;
      const [before, after] = [of(run.known), of(run.context)];
      if (run.event.output?.gone.includes('a')) return true;
      // an undated claim counts as earned at its arrival
      const later = before && before.earnedAtMs !== null ? before.earnedAtMs + 700 : null;
      const isChanged = run.sends('claim.change').some(({ event }) => same(event.claim, after));
      return (
        after?.earnedAtMs === later && after.attempt === (before?.attempt ?? 0) + 1 && isChanged
      );
    },
  ),
  invariant(
    'the outbox stores whether the device is online',
    (run) => run.on('connectivity.changed'),
    (run) => run.context.isOffline === !run.event.isOnline,
  ),
  invariant(
    'the backdated claims are those of the last claims.backdated',
    (run) => run.on('claims.backdated'),
    (run) =>
      same(
        idsOf(run.context, ({ isBackdated }) => isBackdated),
        idsOf(run.context).filter((id) => run.event.backdated.includes(id)),
      ),
  ),
];

/** Has the claim been removed in the meantime? */
const isGone = (moments: readonly Moment[], id: string) =>
  moments.some(({ after }) => !idsOf(after.context).includes(id));
