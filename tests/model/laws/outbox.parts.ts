import type { Claim } from '../../../machines/outbox/claim.ts';
import { always, isOn, type Law, law, type Moment, same } from './law.ts';

export const idsIn = (claims: readonly { id: string }[]) => claims.map(({ id }) => id);
export const sentIn = ({ began }: Moment): Claim[] =>
  began
    .filter(({ src }) => src === 'sendClaims')
    .flatMap(({ input }) => (input as { claims: Claim[] }).claims);

/** What this device keeps. */
export const storeLaws: readonly Law[] = [
  law(
    'what was kept is asked for when it is wanted, and with the first claim',
    (run) => run.was('store.shut') && (run.on('restore.due') || run.context.unconfirmed.length > 0),
    (run) => run.is('store.opening') && run.sends('store.open').length === 1,
  ),
  law(
    'a store that failed is tried again when the connection is back, at a look and at a press',
    (run) => run.was('store.closed') && run.on('network.returned', 'send.due', 'send.pressed'),
    (run) => run.is('store.opening') && run.sends('store.open').length === 1,
  ),
  law(
    'a store that does not open holds nothing up',
    (run) => run.was('store.opening') && (run.on('store.failed') || run.waitedOut('store.opening')),
    (run) => run.is(run.context.unconfirmed.length > 0 ? 'store.opening' : 'store.closed'),
  ),
  law(
    'what the store had is there, beside what came meanwhile; what could not be read is said',
    (run) => run.on('store.opened'),
    (run) =>
      run.is('store.open') &&
      run.event.claims.every(({ id }: Claim) => idsIn(run.context.claims).includes(id)) &&
      run.tells('claims.quarantined').length === (run.event.quarantined > 0 ? 1 : 0),
  ),
  always(
    'waits for the store while it is not known whether something is kept',
    (run) => run.is('keeping.waiting') === run.context.unconfirmed.length > 0,
  ),
  law(
    'what is kept is known to be kept, and lacks nothing with the last',
    (run) => run.on('claim.persisted'),
    (run) => {
      const { unconfirmed, unpersisted, storageError } = run.context;
      const { id } = run.event;
      const others = run.known.unpersisted.filter((each: string) => each !== id);
      const wasUnpersisted = run.known.unpersisted.includes(id);
      const tried = run.sends('claim.persist').map(({ event }) => event.claim.id);
      const isConfirmed = wasUnpersisted
        ? same(unpersisted, others)
        : !unconfirmed.includes(id) && others.every((each: string) => tried.includes(each));
      return isConfirmed && (unpersisted.length > 0 || storageError === null);
    },
  ),
  law(
    'what could not be kept is known, and said the first time',
    (run) => run.on('claim.notPersisted'),
    (run) => {
      const { unconfirmed, unpersisted, storageError } = run.context;
      const { id } = run.event;
      return (
        !unconfirmed.includes(id) &&
        unpersisted.at(-1) === id &&
        storageError === run.event.storageError &&
        run.tells('claims.notPersisted').length === (run.known.storageError === null ? 1 : 0)
      );
    },
  ),
  law(
    'whether this page alone holds something is told when it begins, and when it ends',
    (run) => run.past.length > 0,
    (run) => {
      const isHeld = ({ claims, unpersisted }: typeof run.context) =>
        idsIn(claims).some((id) => unpersisted.includes(id));
      const [before, now] = [isHeld(run.known), isHeld(run.context)];
      const told = run.tells('unpersisted.changed').map(({ isAny }) => isAny);
      return (
        run.is(now ? 'holding.unpersisted' : 'holding.kept') &&
        same(told, before === now ? [] : [now])
      );
    },
  ),
  law(
    'what is over needs no more keeping',
    (run) => run.past.length > 0 && run.known.claims.length > run.context.claims.length,
    (run) => {
      const { claims, unpersisted, unconfirmed, paused, delayed, suspects } = run.context;
      const gone = idsIn(run.known.claims).filter((id) => !idsIn(claims).includes(id));
      const lists: string[][] = [unpersisted, unconfirmed, paused, delayed, suspects];
      return lists.flat().every((id) => !gone.includes(id));
    },
  ),
];

const isAnotherStart = isOn('session.started', 'session.left', 'send.pressed');
/** The server has just said of this claim that it comes too early, or while rewards are paused. */
const isPut = (id: string, reason: string) => (moment: Moment) => {
  const { event, before } = moment;
  if (event.type === 'xstate.error.actor.sendClaims') {
    return event.error.reason === reason && same(before?.context.batch, [id]);
  }
  const results = event.type === 'xstate.done.actor.sendClaims' ? event.output.results : [];
  return results.some(
    (each: { id: string; failure?: { reason: string } }) =>
      each.id === id && each.failure?.reason === reason,
  );
};

/** What waits, and for how long. */
export const waitingLaws: readonly Law[] = [
  law(
    'what can be sent is: nothing rests with claims that nothing stands in the way of',
    (run) => run.is('line.empty', 'line.blocked'),
    (run) => {
      const { claims, userId, unconfirmed, early, paused, isPause } = run.context;
      const due = claims.filter(
        (each: Claim) =>
          each.userId === userId &&
          !unconfirmed.includes(each.id) &&
          !early.includes(each.id) &&
          !(isPause && paused.includes(each.id)),
      );
      return due.length === 0 && run.is('line.blocked') === (userId === null);
    },
  ),
  law(
    'what failed is sent again when the connection is back, at a look and at a press',
    (run) => run.was('line.waiting') && run.on('network.returned', 'send.due', 'send.pressed'),
    (run) => run.is('line.sending') && run.begins('sendClaims').length === 1,
  ),
  law(
    'on a connection that is back what was on its way is sent anew',
    (run) => run.was('line.sending') && run.on('network.returned'),
    (run) => run.begins('sendClaims').length === 1,
  ),
  law(
    'what has to wait is told once, and goes last the next time',
    (run) => run.comesTo('line.waiting'),
    (run) => {
      const { batch, claims, delayed } = run.context;
      const here = idsIn(claims).filter((id) => batch.includes(id));
      const told = run.tells('claims.delayed').flatMap((each) => idsIn(each.claims));
      const isNew = here.filter((id) => !run.known.delayed.includes(id));
      const last = here.length > 0 ? idsIn(claims).slice(-here.length) : [];
      return (
        here.every((id) => delayed.includes(id)) &&
        same([...told].sort(), [...isNew].sort()) &&
        same([...last].sort(), [...here].sort())
      );
    },
  ),
  law(
    'a call without an answer counts as a failure, and its claims stay',
    (run) => run.loses('sendClaims') && run.event.error.kind === 'offline',
    (run) =>
      run.is('line.waiting') &&
      same(idsIn(run.context.claims).sort(), idsIn(run.known.claims).sort()),
  ),
  law(
    'what came while rewards were paused is told, and waits until they may be paid again',
    (run) => sentIn(run.now).length > 0,
    (run) =>
      sentIn(run.now).every(({ id }) => {
        const isOver = (moment: Moment) =>
          isAnotherStart(moment) || moment.event.type.endsWith('.outbox.rewards.paused');
        const put = run.past.findLastIndex(isPut(id, 'paused_by_operator'));
        return (
          put < 0 || run.moments.findLastIndex(isOver) > put || isGone(run.moments.slice(put), id)
        );
      }),
  ),
  law(
    'rewards are paid until the server says that they are paused',
    (run) => run.past.length === 0 || run.on('session.started'),
    (run) => run.is('rewards.paid') && !run.context.isPause,
  ),
  law(
    'that rewards are paused is told of each claim',
    (run) =>
      run.past.length > 0 &&
      idsIn(run.known.claims).some((id) => isPut(id, 'paused_by_operator')(run.now)),
    (run) => {
      const put = idsIn(run.known.claims).filter((id) => isPut(id, 'paused_by_operator')(run.now));
      const told = run.tells('claim.paused');
      return (
        put.every((id) =>
          told.some(
            ({ claim, isAgain }) => claim.id === id && isAgain === run.known.paused.includes(id),
          ),
        ) &&
        run.sends('claim.change').length === put.length &&
        run.is('rewards.paused')
      );
    },
  ),
  law(
    'what came too early is dated later, by as much as the server asks, and kept so',
    (run) =>
      run.past.length > 0 &&
      isPut('a', 'too_early')(run.now) &&
      run.tells('claim.refused').length === 0 &&
      idsIn(run.known.claims).includes('a'),
    (run) => {
      const of = (claims: Claim[]) => claims.find(({ id }) => id === 'a');
      const [before, after] = [of(run.known.claims), of(run.context.claims)];
      if (run.event.output?.gone.includes('a')) return true;
      const later = (before?.earnedAtMs ?? 0) + 700;
      const isChanged = run.sends('claim.change').some(({ event }) => same(event.claim, after));
      return (
        after?.earnedAtMs === later && after.attempt === (before?.attempt ?? 0) + 1 && isChanged
      );
    },
  ),
  law(
    'it knows whether the device is connected',
    (run) => run.on('network.lost', 'network.returned'),
    (run) => run.context.isOffline === run.on('network.lost'),
  ),
  law(
    'which claims are of a day that is over is what it was last told',
    (run) => run.on('claims.backdated'),
    (run) => run.context.backdated === run.event.backdated,
  ),
];

/** It was taken away, and came anew. */
const isGone = (moments: readonly Moment[], id: string) =>
  moments.some(({ after }) => !idsIn(after.context.claims).includes(id));
