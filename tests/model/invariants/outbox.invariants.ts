import { keyOf } from '../../../machines/outbox/claim.ts';
import type { QueuedClaim } from '../../../machines/outbox/queue.ts';
import { sending, storing } from '../models.money.ts';
import { answer, claim, offline, refused } from '../samples.ts';
import {
  always,
  type Invariants,
  invariant,
  isOn,
  type Moment,
  type Run,
  same,
} from './invariant.ts';
import { callInvariants, sent } from './outbox.calls.ts';
import {
  idsIn,
  idsOf,
  isSent,
  isStoring,
  sentIn,
  storeInvariants,
  waitingInvariants,
} from './outbox.parts.ts';

const isLeaving = isOn('session.left');

type Result = { id: string; answer?: unknown; failure?: { kind: string; reason?: string } };
/** Returns the results of claims in a moment, from the server or another window. */
function resultsIn({ event, before }: Moment): Result[] {
  if (event.type === 'claim.settled') return [event.result];
  if (event.type === 'xstate.done.actor.sendClaims') return event.output.results;
  if (event.type !== 'xstate.error.actor.sendClaims' || event.error.kind !== 'refused') return [];
  // claims that fail together are retried one by one
  if (!before || before.context.batchSize > 1) return [];
  return idsOf(before.context, isSent).map((id) => ({ id, failure: event.error }));
}
const asksForFreshKey = ({ failure }: Result) =>
  failure?.reason === 'too_early' || failure?.reason === 'paused_by_operator';
/** Returns the results of claims in this queue, the first one of each claim. */
const meant = (run: Run) =>
  resultsIn(run.now).filter(
    ({ id }, at, all) =>
      idsOf(run.known).includes(id) && all.findIndex((each) => each.id === id) === at,
  );

/** A model with events of the store, the connection and the session together. */
const whole = {
  ...sending,
  events: [
    ...storing.events.filter(({ type }) => type !== 'claim.settled'),
    { type: 'session.started', userId: 7 },
    { type: 'session.started', userId: 8 },
    { type: 'connectivity.changed', isOnline: false },
    { type: 'claim.added', claim: claim('b', 8), recipient: null },
  ],
  outcomes: {
    sendClaims: {
      done: [
        { results: [{ id: 'a', answer }], gone: [] },
        { results: [{ id: 'a', failure: refused('too_early', 700) }], gone: [] },
        { results: [], gone: [] },
      ],
      error: [offline, refused('paused_by_operator'), refused('unknown_video')],
    },
  },
};

export const outbox: Invariants = {
  runs: [whole],
  lasts: {
    'store.opening': 10_000,
    'persisting.waiting': 3_000,
    'sending.pausing': 700,
    'sending.waiting': ({ failures }) => Math.min(1_000 * 2 ** (failures - 1), 8_000),
    'rewards.paused': 600_000,
  },
  calm: ['rewards.paused'],
  invariants: [
    ...storeInvariants,
    ...waitingInvariants,
    ...callInvariants,
    invariant(
      'a log-out ends the running call, and nothing is sent after it',
      (run) => run.on('session.left'),
      (run) => !run.runs('sendClaims') && run.is('sending.blocked') && run.context.userId === null,
    ),
    invariant(
      'a log-in or log-out does not change the state of the store',
      (run) => run.on('session.started', 'session.left'),
      (run) => same(run.now.before?.value.store, run.now.after.value.store),
    ),
    invariant(
      'claims are sent only while a user is logged in, and only that user’s claims',
      (run) => sent(run).length > 0,
      (run) => {
        const come = run.moments.findLast(isOn('session.started'))?.event.userId;
        const isHere = run.on('session.started') || run.since(isOn('session.started'), isLeaving);
        return isHere && sent(run).every(({ userId }) => userId === come);
      },
    ),
    invariant(
      'every attempt of a claim carries the same key until the server asks for another one',
      (run) =>
        sent(run).some(({ id }) => run.past.some((each) => idsIn(sentIn(each)).includes(id))),
      (run) =>
        sent(run).every((each) => {
          const before = run.past.findLastIndex((moment) =>
            idsIn(sentIn(moment)).includes(each.id),
          );
          const between = run.moments.slice(before + 1);
          const last = run.past[before] as Moment | undefined;
          const key = last && sentIn(last).find(({ id }) => id === each.id);
          const isFresh = between.some((moment) =>
            resultsIn(moment).some((result) => result.id === each.id && asksForFreshKey(result)),
          );
          const isAnother = between.some(
            ({ event }) => event.claim?.id === each.id || event.type === 'store.opened',
          );
          return isAnother || !key || (keyOf(key) !== keyOf(each)) === isFresh;
        }),
    ),
    invariant(
      'a new claim is persisted once, as it was earned',
      (run) => run.on('claim.added'),
      (run) => {
        const isNew = !idsOf(run.known).includes(run.event.claim.id);
        const orders = run.sends('claim.persistNew');
        return isNew
          ? orders.length === 1 && same(orders[0]?.event.claim, run.event.claim)
          : orders.length === 0;
      },
    ),
    invariant(
      'a claim is dated and leaves state storing once the store has reported when it was earned',
      (run) =>
        run.on('claim.stamped', 'claim.persisted', 'claim.notPersisted') &&
        idsOf(run.known, isStoring).includes(run.event.id),
      (run) =>
        run.context.queue.some(
          ({ claim, state }: QueuedClaim) =>
            claim.id === run.event.id &&
            claim.earnedAtMs === run.event.earnedAtMs &&
            state !== 'storing',
        ),
    ),
    invariant(
      'a store that takes too long is asked when each waiting claim was earned',
      (run) => run.delayEnded('persisting.waiting'),
      (run) =>
        same(
          run.sends('claim.askTime').map(({ event }) => event.id),
          idsOf(run.known, isStoring),
        ),
    ),
    invariant(
      'no claim is sent before the store has reported whether it is persisted, or when it was earned',
      (run) => sent(run).length > 0,
      (run) =>
        sent(run).every(({ id }) => {
          const added = run.moments.findLastIndex(
            ({ event, before }) =>
              event.type === 'claim.added' &&
              event.claim.id === id &&
              !(before && idsOf(before.context).includes(id)),
          );
          const known = run.moments.findLastIndex(
            ({ event }) =>
              isOn('claim.persisted', 'claim.notPersisted', 'claim.stamped')({ event } as Moment) &&
              event.id === id,
          );
          const other = run.moments.findLastIndex(isOn('claim.found', 'store.opened'));
          return added < 0 || known > added || (other >= 0 && other < added);
        }),
    ),
    always('the queue holds no claim twice', (run) => {
      const ids = idsOf(run.context);
      return new Set(ids).size === ids.length;
    }),
    invariant(
      'a claim leaves the queue only by an answer to it, or by another window',
      (run) => (run.known?.queue.length ?? 0) > 0,
      (run) => {
        const left = idsOf(run.context);
        const gone = idsOf(run.known).filter((id) => !left.includes(id));
        const settled = [...idsIn(resultsIn(run.now)), ...(run.event.output?.gone ?? [])];
        return gone.every((id) => settled.includes(id));
      },
    ),
    invariant(
      'a paid claim is reported once, with its answer, and is dropped from the queue and the store',
      (run) => run.past.length > 0 && meant(run).some((result) => result.answer),
      (run) =>
        meant(run).every((result) => {
          const told = run.tells('claim.paid').filter(({ claim }) => claim.id === result.id);
          const isHere = run.gets('sendClaims');
          const drops = run
            .sends('claim.drop')
            .filter(({ event }) => event.result.id === result.id);
          if (!result.answer || run.event.output?.gone.includes(result.id)) return true;
          return (
            told.length === 1 &&
            told[0]?.answer === result.answer &&
            told[0]?.isOtherWindow === !isHere &&
            told[0]?.isBackdated ===
              idsOf(run.known, ({ isBackdated }) => isBackdated).includes(result.id) &&
            drops.length === (isHere ? 1 : 0) &&
            !idsOf(run.context).includes(result.id)
          );
        }),
    ),
    always('a reward is reported only if a result contains it', (run) =>
      run
        .tells('claim.paid')
        .every(({ claim, answer }) =>
          resultsIn(run.now).some((each) => each.id === claim.id && each.answer === answer),
        ),
    ),
    invariant(
      'a final refusal is reported once, and its claim leaves the queue',
      (run) =>
        run.past.length > 0 &&
        meant(run).some(
          ({ failure }) => failure?.kind === 'refused' && failure.reason !== 'too_early',
        ),
      (run) =>
        meant(run).every((result) => {
          if (result.failure?.kind !== 'refused' || asksForFreshKey(result)) return true;
          if (run.event.output?.gone.includes(result.id)) return true;
          const told = run.tells('claim.refused').filter(({ claim }) => claim.id === result.id);
          return (
            told.length === 1 &&
            told[0]?.failure === result.failure &&
            told[0]?.isOtherWindow === run.on('claim.settled') &&
            !idsOf(run.context).includes(result.id)
          );
        }),
    ),
  ],
};
