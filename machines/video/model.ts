import { assign, enqueueActions, fromCallback, sendTo, setup } from 'xstate';
import type { Video } from '../../contract/shapes.ts';
import {
  type ClaimProgress,
  claimMachine,
  type EligibilityEvent,
  type RewardEligibility,
} from '../claim.machine.ts';
import { parentOf } from '../notify.ts';
import type { ClaimCall } from '../outbox.machine.ts';
import type { Tag } from '../tags.ts';

/** What the element on the stage is told. */
export type PlayerOrder =
  | { type: 'player.play' }
  | { type: 'player.pause' }
  | { type: 'player.restart' }
  | { type: 'player.reload' }
  | { type: 'player.mute'; isMuted: boolean };

/** What the element reports. */
export type MediaEvent =
  /** enough is loaded to play it through: the next clip may be fetched */
  | { type: 'media.ready' }
  | { type: 'media.playing' }
  | { type: 'media.stalled' }
  /** the browser or the system paused it, or a headset's button did */
  | { type: 'media.paused' }
  | { type: 'media.ended' }
  | { type: 'media.failed' }
  /** the browser wants a tap first */
  | { type: 'media.playRefused' }
  /** time that really played since the last report */
  | { type: 'media.progressed'; playedMs: number };

/** What whatever is on the stage is told by its owner. */
export type StageEvent =
  | { type: 'stage.approached' }
  | { type: 'stage.retreated' }
  | { type: 'stage.entered' }
  | { type: 'stage.left' }
  | { type: 'stage.covered' }
  | { type: 'stage.uncovered' }
  | { type: 'sound.changed'; isOn: boolean };

type VideoEvent =
  | MediaEvent
  | StageEvent
  | EligibilityEvent
  | ClaimProgress
  | { type: 'play.pressed' }
  | { type: 'pause.pressed' }
  | { type: 'retry.pressed' };

/** What a clip sends to its owner. */
export type ClipEvent =
  | { type: 'clip.ready'; index: number }
  | { type: 'clip.playing' }
  | { type: 'clip.soundRefused' };

/** What playing and paying a clip takes. */
export type ClipMedia = Pick<Video, 'id' | 'url' | 'poster' | 'watch_seconds' | 'reward'>;

export interface VideoInput {
  index: number;
  video: ClipMedia;
  /** what claims the reward for watching it */
  call: ClaimCall;
  eligibility: RewardEligibility;
  isSoundOn: boolean;
  isSoundPromptDue: boolean;
  /** makes its claims unlike those of any other actor */
  nonce: string;
}

interface Context extends VideoInput {
  /** it can be played through */
  isReady: boolean;
  /** it has played to its end since it came on the stage */
  hasEnded: boolean;
  watchedMs: number;
}

export const initialContext = ({ input }: { input: VideoInput }): Context => ({
  ...input,
  isReady: false,
  hasEnded: false,
  watchedMs: 0,
});

const isEnough = ({ video }: Context, watchedMs: number) =>
  watchedMs >= video.watch_seconds * 1_000;

export const base = setup({
  types: {
    context: {} as Context,
    events: {} as VideoEvent,
    tags: {} as Tag,
    input: {} as VideoInput,
    children: {} as { player: 'playClip'; claim: 'claim' },
  },
  actors: {
    playClip: fromCallback<PlayerOrder, { index: number; video: ClipMedia; isMuted: boolean }>(
      () => {
        throw new Error('the listener "playClip" was not provided');
      },
    ),
    claim: claimMachine,
  },
  delays: {
    startTimeout: 15_000,
    stallTimeout: 15_000,
    replayPause: 900,
    promptTime: 4_000,
  },
  guards: {
    hasWatchedEnough: ({ context }) => isEnough(context, context.watchedMs),
    isReady: ({ context }) => context.isReady,
    isSoundOn: ({ context }) => context.isSoundOn,
    isSoundPromptDue: ({ context }) => context.isSoundPromptDue,
    isOn: (_, isOn: boolean) => isOn,
  },
  actions: {
    play: sendTo('player', { type: 'player.play' }),
    pause: sendTo('player', { type: 'player.pause' }),
    restart: sendTo('player', { type: 'player.restart' }),
    reload: sendTo('player', { type: 'player.reload' }),
    mute: sendTo('player', { type: 'player.mute', isMuted: true }),
    applySound: sendTo('player', ({ context }) => ({
      type: 'player.mute',
      isMuted: !context.isSoundOn,
    })),
    setSound: assign({ isSoundOn: (_, isOn: boolean) => isOn }),
    setReady: assign({ isReady: true }),
    setEnded: assign({ hasEnded: true }),
    forgetEnd: assign({ hasEnded: false }),
    giveUpSound: assign({ isSoundOn: false }),
    setPrompted: assign({ isSoundPromptDue: false }),
    startClaim: enqueueActions(({ context, enqueue }) => {
      const { nonce, video, call, eligibility } = context;
      const name = `${nonce}-${video.id}`;
      const input = { name, call, itemId: video.id, eligibility };
      enqueue.spawnChild('claim', { id: 'claim', systemId: name, input });
    }),
    claim: sendTo('claim', { type: 'claim.earned' }),
    passToClaim: sendTo('claim', (_, event: EligibilityEvent) => event),
    addWatched: enqueueActions(({ context, enqueue }, playedMs: number) => {
      const watchedMs = context.watchedMs + playedMs;
      enqueue.assign({ watchedMs });
      const isNowEnough = isEnough(context, watchedMs) && !isEnough(context, context.watchedMs);
      if (isNowEnough) enqueue.sendTo('claim', { type: 'claim.earned' });
    }),
    forgetWatched: assign({ watchedMs: 0 }),
    notifyReady: sendTo(parentOf, ({ context }) => ({ type: 'clip.ready', index: context.index })),
    notifyPlaying: sendTo(parentOf, { type: 'clip.playing' }),
    notifySoundRefused: sendTo(parentOf, { type: 'clip.soundRefused' }),
  },
});
