import { assign, enqueueActions, type SnapshotFrom, sendTo, setup, stateIn } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { Video } from '../contract/shapes.ts';
import { becomesVisible, type VisibilityEvent } from './attention.ts';
import { failsTo, reason } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';
import { videoMachine } from './video/video.machine.ts';
import { onVisibilityChanged } from './visibility.ts';

export interface Offer {
  inviter: { username: string; slogan: string };
  video: Video;
  /** the file that is played; undefined: the one at `url` */
  src?: string | undefined;
  watch_seconds: number;
  register_reward: string;
  watch_reward: string;
  total: string;
  /** the rewards are credited on another day */
  rewards_wait?: boolean | undefined;
  watch_ticket: string;
}

interface Context {
  offer: Offer | null;
  failure: CallFailure | null;
  idPrefix: string;
  /** before a tap the clip is not fetched */
  waitsForTap: boolean;
  /** the screen is visible; unused once the offer is loaded, as its clip then gets the changes */
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
    /** the registration sends the ticket, perhaps after a reload */
    storeTicket: actionNotProvided('storeTicket'),
    goRegister: actionNotProvided('goRegister'),
    clearInviteCode: actionNotProvided('clearInviteCode'),
    setOffer: assign({ offer: (_, offer: Offer) => offer, failure: null }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    setVisibility: assign({ isVisible: (_, isVisible: boolean) => isVisible }),
    showClip: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo('clip', { type: 'stage.entered' });
      // the offer was loaded while the screen is not visible: its clip waits
      if (!context.isVisible) enqueue.sendTo('clip', { type: 'stage.covered' });
    }),
    coverClip: sendTo('clip', { type: 'stage.covered' }),
    uncoverClip: sendTo('clip', { type: 'stage.uncovered' }),
    recoverClip: sendTo('clip', { type: 'stage.recovered' }),
  },
});

const fails = failsTo('failed', ['setFailure']);

/**
 * The landing page of an invited visitor: the inviter, a sample clip, and the rewards for watching
 * it and registering. After the watch time the visitor has a ticket for the registration.
 */
export const landingMachine = base.createMachine({
  id: 'landing',
  context: ({ input }) => ({ ...input, offer: null, failure: null, isVisible: true }),
  on: onVisibilityChanged,
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
    /** No member has this invite code; a visitor can register without it. */
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
            // its claim is not made here: the ticket earns the reward, after the registration
            call: 'record' as const,
            eligibility: 'closed' as const,
            isSoundOn: false,
            isSoundPromptDue: true,
            waitsForTap,
            idPrefix,
          }),
          onSnapshot: [
            // the clip plays on and reports progress, but the ticket is stored already
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
