import { assign, enqueueActions, type SnapshotFrom, sendTo, setup, stateIn } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { Video } from '../contract/shapes.ts';
import { becomesVisible, type VisibilityEvent } from './attention.ts';
import { failsTo, reason } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';
import { videoMachine } from './video/video.machine.ts';
import { knowsVisibility } from './visibility.ts';

export interface Offer {
  inviter: { username: string; slogan: string };
  video: Video;
  /** which of its files is played; undefined: the one at its `url` */
  src?: string | undefined;
  watch_seconds: number;
  register_reward: string;
  watch_reward: string;
  total: string;
  /** they are given on another day */
  rewards_wait?: boolean | undefined;
  watch_ticket: string;
}

interface Context {
  offer: Offer | null;
  failure: CallFailure | null;
  idPrefix: string;
  /** the clip is not fetched before it is tapped */
  waitsForTap: boolean;
  /** somebody looks at the screen; followed until the offer is there, as its clip is told of changes after that */
  isVisible: boolean;
}

type Event =
  | VisibilityEvent
  | { type: 'retry.pressed' }
  | { type: 'register.pressed' }
  | { type: 'connectivity.restored' };

const base = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: Tag;
    input: Pick<Context, 'idPrefix' | 'waitsForTap'>;
    children: { clip: 'video'; loadOffer: 'loadOffer' };
  },
  actors: { loadOffer: notProvided<Offer>('loadOffer'), video: videoMachine },
  guards: {
    isUnknownCode: (_, failure: CallFailure) =>
      failure.kind === 'refused' || (failure.kind === 'faulted' && failure.status === 400),
    becomesVisible: ({ event }) => becomesVisible(event),
    hasWatched: (_, snapshot: SnapshotFrom<typeof videoMachine>) =>
      snapshot.context.watchedMs >= snapshot.context.video.watch_seconds * 1_000,
  },
  actions: {
    /** the ticket goes with the registration, which may come after a reload */
    storeTicket: actionNotProvided('storeTicket'),
    goRegister: actionNotProvided('goRegister'),
    clearInviteCode: actionNotProvided('clearInviteCode'),
    setOffer: assign({ offer: (_, offer: Offer) => offer, failure: null }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    setVisibility: assign({ isVisible: (_, isVisible: boolean) => isVisible }),
    showClip: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo('clip', { type: 'stage.entered' });
      // the offer came when nobody looks any more: it waits
      if (!context.isVisible) enqueue.sendTo('clip', { type: 'stage.covered' });
    }),
    coverClip: sendTo('clip', { type: 'stage.covered' }),
    uncoverClip: sendTo('clip', { type: 'stage.uncovered' }),
    recoverClip: sendTo('clip', { type: 'stage.recovered' }),
  },
});

const fails = failsTo('failed', ['setFailure']);

/**
 * What an invited visitor sees: who invites, a sample clip and what watching it and registering
 * earn. Whoever has watched long enough takes a ticket along to the registration.
 */
export const landingMachine = base.createMachine({
  id: 'landing',
  context: ({ input }) => ({ ...input, offer: null, failure: null, isVisible: true }),
  on: knowsVisibility,
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        onDone: { target: 'ready', actions: { type: 'setOffer', params: output } },
        onError: [{ guard: { type: 'isUnknownCode', params: reason }, target: 'unknown' }, fails],
      },
    },
    /** nobody invites by this code; the product is open to all the same */
    unknown: {
      // a registration with this code would be refused
      entry: 'clearInviteCode',
      on: { 'register.pressed': { actions: 'goRegister' } },
    },
    failed: { on: { 'retry.pressed': 'loading', 'connectivity.restored': 'loading' } },
    ready: {
      invoke: [
        {
          id: 'clip',
          src: 'video',
          input: ({ context: { offer, idPrefix, waitsForTap }, self }) => ({
            owner: self,
            index: 0,
            src: (offer as Offer).src,
            video: { ...(offer as Offer).video, watch_seconds: (offer as Offer).watch_seconds },
            // nothing is claimed for it here: its ticket earns, after the registration
            call: 'record' as const,
            eligibility: 'closed' as const,
            isSoundOn: false,
            isSoundPromptDue: true,
            waitsForTap,
            idPrefix,
          }),
          onSnapshot: [
            // it plays on, and reports that it does: the ticket is kept already
            { guard: stateIn({ ready: 'watched' }) },
            {
              guard: { type: 'hasWatched', params: ({ event }) => event.snapshot },
              target: '.watched',
            },
          ],
        },
      ],
      entry: 'showClip',
      on: {
        'connectivity.restored': { actions: 'recoverClip' },
        'register.pressed': { actions: 'goRegister' },
        'visibility.changed': [
          { guard: 'becomesVisible', actions: ['uncoverClip', 'recoverClip'] },
          { actions: 'coverClip' },
        ],
      },
      initial: 'watching',
      states: { watching: {}, watched: { entry: 'storeTicket' } },
    },
  },
});
