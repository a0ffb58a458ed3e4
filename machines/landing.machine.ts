import { assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { Video } from '../contract/shapes.ts';
import { reason, timedOut } from './failure.ts';
import { missing, missingAction, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';
import { videoMachine } from './video.machine.ts';

export interface Offer {
  inviter: { username: string; slogan: string };
  video: Video;
  watch_seconds: number;
  register_reward: string;
  watch_reward: string;
  total: string;
  watch_ticket: string;
}

interface Context {
  offer: Offer | null;
  failure: CallFailure | null;
  nonce: string;
}

type Event =
  | { type: 'retry.pressed' }
  | { type: 'register.pressed' }
  | { type: 'presence.changed'; isPresent: boolean };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as Tag,
    input: {} as { nonce: string },
    children: {} as { clip: 'video'; loadOffer: 'loadOffer'; watchPresence: 'watchPresence' },
  },
  actors: {
    loadOffer: missing<Offer>('loadOffer'),
    watchPresence: missingListener('watchPresence'),
    video: videoMachine,
  },
  delays: { callLimit: 20_000 },
  guards: {
    isUnknownCode: (_, failure: CallFailure) =>
      failure.kind === 'refused' || (failure.kind === 'faulted' && failure.status === 400),
    isPresent: ({ event }) => event.type === 'presence.changed' && event.isPresent,
    hasWatched: (_, snapshot: SnapshotFrom<typeof videoMachine>) =>
      snapshot.context.watchedMs >= snapshot.context.video.watch_seconds * 1_000,
  },
  actions: {
    /** the ticket goes with the registration, which may come after a reload */
    keepTicket: missingAction('keepTicket'),
    goRegister: missingAction('goRegister'),
    dropCode: missingAction('dropCode'),
    noteOffer: assign({ offer: (_, offer: Offer) => offer, failure: null }),
    noteFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    showClip: sendTo('clip', { type: 'stage.entered' }),
    coverClip: sendTo('clip', { type: 'stage.covered' }),
    uncoverClip: sendTo('clip', { type: 'stage.uncovered' }),
  },
});

/**
 * What an invited visitor sees: who invites, a sample clip and what watching it and registering
 * earn. Whoever has watched long enough takes a ticket along to the registration.
 */
export const landingMachine = base.createMachine({
  id: 'landing',
  context: ({ input }) => ({ ...input, offer: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        onDone: {
          target: 'ready',
          actions: { type: 'noteOffer', params: ({ event }) => event.output },
        },
        onError: [
          { guard: { type: 'isUnknownCode', params: reason }, target: 'unknown' },
          { target: 'failed', actions: { type: 'noteFailure', params: reason } },
        ],
      },
      after: {
        callLimit: { target: 'failed', actions: { type: 'noteFailure', params: timedOut } },
      },
    },
    /** nobody invites by this code; the product is open to all the same */
    unknown: {
      tags: ['blocked'],
      // a registration with this code would be refused
      entry: 'dropCode',
      on: { 'register.pressed': { actions: 'goRegister' } },
    },
    failed: { tags: ['actionable'], on: { 'retry.pressed': 'loading' } },
    ready: {
      invoke: [
        {
          id: 'clip',
          src: 'video',
          input: ({ context: { offer, nonce } }) => ({
            index: 0,
            video: { ...(offer as Offer).video, watch_seconds: (offer as Offer).watch_seconds },
            standing: 'visitor' as const,
            isSoundOn: false,
            isSoundPromptDue: true,
            nonce,
          }),
          onSnapshot: {
            guard: { type: 'hasWatched', params: ({ event }) => event.snapshot },
            target: '.watched',
          },
        },
        { id: 'watchPresence', src: 'watchPresence' },
      ],
      entry: 'showClip',
      on: {
        'register.pressed': { actions: 'goRegister' },
        'presence.changed': [
          { guard: 'isPresent', actions: 'uncoverClip' },
          { actions: 'coverClip' },
        ],
      },
      initial: 'watching',
      states: {
        watching: { tags: ['actionable'] },
        watched: { tags: ['settled'], entry: 'keepTicket' },
      },
    },
  },
});
