import { outboxMachine } from '../../machines/outbox/outbox.machine.ts';
import type { QueuedClaim } from '../../machines/outbox/queue.ts';
import { type Beginning, defineDriver, never } from './driver.ts';
import { user } from './facts.ts';
import {
  ad,
  arrange,
  asSending,
  asWaiting,
  begin,
  clip,
  share,
  task,
  type World,
} from './outbox.facts.ts';
import {
  alone,
  aloneAnd,
  breaks,
  looking,
  network,
  session,
  together,
  withDates,
} from './outbox.sending.ts';
import { earned, hanging, inAnotherWindow, mended, unpersisted } from './outbox.storing.ts';

type AllMeans = NonNullable<Beginning<World>['means']>;

const kept = (name: string, claims: (typeof clip)[], means: AllMeans): Beginning<World> => {
  const opened = [
    { type: 'session.started', userId: user.id },
    { type: 'restore.due' },
    { type: 'store.opened', claims, quarantined: 0 },
  ];
  return {
    name,
    first: [...opened, { type: 'claims.backdated', backdated: claims.includes(ad) ? [ad.id] : [] }],
    begin: begin(claims),
    means: means.map(withDates),
  };
};

/** @param aside what is kept, and can be read by another version alone */
const blocked = (
  name: string,
  aside: readonly { id: string }[],
  means: AllMeans,
): Beginning<World> => ({
  name,
  first: [
    { type: 'session.started', userId: user.id },
    { type: 'restore.due' },
    { type: 'store.failed' },
  ],
  begin: begin(aside, 'blocked'),
  means: means.map(withDates),
});

export const ofOutbox = defineDriver<World>()({
  machine: outboxMachine,
  actor: ['outbox'],
  path: '/mine/index',
  timezoneId: 'Asia/Yangon',
  beginnings: [
    kept(
      'an ad of yesterday is kept',
      [ad],
      [...alone(ad.id), ...aloneAnd(ad.id), ...network, ...looking, ...session],
    ),
    kept(
      'a share and a clip are kept',
      [share, clip],
      [...together, ...alone(share.id), ...alone(clip.id), ...network, ...looking],
    ),
    kept(
      'nothing is kept',
      [],
      [
        ...inAnotherWindow,
        ...earned,
        ...alone(share.id),
        ...alone(clip.id),
        ...aloneAnd(clip.id),
        ...looking,
      ],
    ),
    kept('nothing is kept, and the storage hangs', [], hanging),
    blocked('nothing can be kept', [], [...unpersisted, breaks([task.id])]),
    blocked('what is kept cannot be read', [{ id: 'of-another-version' }], mended),
  ],
  arrange,
  means: [],
  facts: ({ queue, userId, failures, isOffline, storageError }) => [
    queue.map(({ claim, recipient: _, tooEarly: __, ...entry }: QueuedClaim) => [claim.id, entry]),
    userId,
    failures > 0,
    isOffline,
    storageError,
  ],
  isWithin: ({ context }) =>
    context.failures < 3 && context.queue.every(({ tooEarly }: QueuedClaim) => tooEarly < 3),
  // what is earned in the page is named by how many parts were started before, and by its moment;
  // what is sent is compared by the server's stand-in
  unforeseen: ['queue'],
  places: { row: '.row.waiting', note: '.card > .card-note', badge: 'html@data-badge' },
  seen: {
    'store.shut': () => ({}),
    'store.opening': () => ({}),
    'store.open': () => ({}),
    'store.closed': () => ({}),
    'persisting.settled': () => ({}),
    'persisting.waiting': () => ({}),
    'holding.persisted': () => ({}),
    'holding.unpersisted': () => ({}),
    'sending.deciding': never,
    'sending.empty': asWaiting,
    'sending.calling': asSending,
    'sending.settling': never,
    'sending.pausing': asWaiting,
    'sending.waiting': asWaiting,
    'sending.blocked': asWaiting,
    'rewards.paid': () => ({}),
    'rewards.paused': () => ({}),
  },
  // what the machine tells itself of an answer
  unplanned: [
    ...['isTooEarly', 'isPaused', 'isSettled'].map(
      (guard) => `outbox --claim.answered [${guard}]--> (stays)`,
    ),
    'outbox.sending.settling --batch.settled [isUnsettled]--> outbox.sending.waiting',
    'outbox.sending.settling --batch.settled--> outbox.sending.deciding',
  ],
  undriven: {
    'outbox.store.shut --restore.due--> outbox.store.opening':
      'every page begins with it, before anybody can look',
    'outbox.sending.deciding --always--> outbox.sending.blocked':
      'every page begins with it, before anybody can look',
    'outbox.store.shut --always [hasStoring]--> outbox.store.opening':
      'what is kept is asked for when the first clip plays: nothing can be earned before',
    'outbox.store.opening --xstate.after.openTimeout.outbox.store.opening--> outbox.store.closed':
      'the store gives up after 5 s by itself; this is for its code that never comes',
  },
});
