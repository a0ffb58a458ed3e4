import { type AnyActorRef, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Video } from '../../contract/shapes.ts';
import {
  type ClaimProgress,
  claimMachine,
  type EligibilityEvent,
  type RewardEligibility,
} from '../claim.machine.ts';
import { listenerNotProvided } from '../not-provided.ts';
import { notify } from '../notify.ts';
import type { Tag } from '../tags.ts';

/** Commands for the player. */
export type PlayerCommand =
  | { type: 'player.play' }
  | { type: 'player.pause' }
  | { type: 'player.restart' }
  | { type: 'player.reload' }
  | { type: 'player.mute'; isMuted: boolean };

/** Reports of the player. */
export type MediaEvent =
  /** enough is loaded to play through: the next clip may be fetched */
  | { type: 'media.ready' }
  | { type: 'media.playing' }
  | { type: 'media.stalled' }
  /** by the browser, the system or a headset's button */
  | { type: 'media.paused' }
  | { type: 'media.ended' }
  | { type: 'media.failed' }
  /** the browser requires a tap first */
  | { type: 'media.playRefused' }
  /** time that has really played since the last report */
  | { type: 'media.progressed'; playedMs: number };

/** Events that the owner of a stage sends to its clips and advertisements. */
export type StageEvent =
  | { type: 'stage.approached' }
  | { type: 'stage.retreated' }
  | { type: 'stage.entered' }
  | { type: 'stage.left' }
  | { type: 'stage.covered' }
  | { type: 'stage.uncovered' }
  /** the connection is back, or the page is visible again: failed loads are retried */
  | { type: 'stage.recovered' }
  | { type: 'sound.changed'; isOn: boolean }
  | { type: 'play.pressed' }
  | { type: 'pause.pressed' };

type VideoEvent =
  | MediaEvent
  | StageEvent
  | EligibilityEvent
  | ClaimProgress
  | { type: 'retry.pressed' };

/** Events that a clip sends to its owner. */
export type ClipEvent =
  | { type: 'clip.ready'; index: number }
  | { type: 'clip.playing' }
  | { type: 'clip.soundRefused' };

export type VideoEmitted =
  /** the clip plays; `isCounting` while its watch time is not reached */
  | { type: 'clip.began'; clip: ShownClip; isCounting: boolean }
  | { type: 'clip.counted' }
  | { type: 'clip.rested' }
  /** the clip could not be loaded, or took too long */
  | { type: 'clip.failed' };

/** The part of a clip that is shown outside the app. */
export type ShownClip = Pick<Video, 'title' | 'poster'>;

/** The data that playing and paying a clip needs. */
export type ClipMedia = Pick<Video, 'id' | 'title' | 'url' | 'poster' | 'watch_seconds' | 'reward'>;

export interface VideoInput {
  /** the machine that has the clip on its stage */
  owner: AnyActorRef;
  index: number;
  video: ClipMedia;
  /** the file that is played; undefined: the one at `url` */
  src?: string | undefined;
  /** the call that claims the reward for watching it */
  call: 'record' | 'watchAdReward';
  eligibility: RewardEligibility;
  isSoundOn: boolean;
  isSoundPromptDue: boolean;
  /** before a tap only its poster is fetched */
  waitsForTap: boolean;
  /** makes the ids of its claims unique */
  idPrefix: string;
}

/** Input of a player. */
export type PlayerInput = Pick<VideoInput, 'index' | 'video' | 'src' | 'waitsForTap'> & {
  isMuted: boolean;
};

interface Context extends VideoInput {
  /** the clip has loaded far enough to play through */
  isReady: boolean;
  /** the clip has played to its end since it came on the stage */
  hasEnded: boolean;
  watchedMs: number;
}

export const initialContext = ({ input }: { input: VideoInput }): Context => ({
  ...input,
  isReady: false,
  hasEnded: false,
  watchedMs: 0,
});

const isWatchTimeReached = ({ video }: Context, watchedMs: number) =>
  watchedMs >= video.watch_seconds * 1_000;

export const base = setup({
  types: {} as {
    context: Context;
    events: VideoEvent;
    tags: Tag;
    input: VideoInput;
    children: { player: 'playClip'; claim: 'claim' };
  },
  actors: {
    playClip: listenerNotProvided<PlayerCommand, PlayerInput>('playClip'),
    claim: claimMachine,
  },
  delays: { startTimeout: 15_000, stallTimeout: 15_000, replayPause: 900, promptTime: 4_000 },
  guards: {
    hasWatchedEnough: ({ context }) => isWatchTimeReached(context, context.watchedMs),
    reachesWatchTime: ({ context }, playedMs: number) =>
      isWatchTimeReached(context, context.watchedMs + playedMs) &&
      !isWatchTimeReached(context, context.watchedMs),
    isReady: ({ context }) => context.isReady,
    waitsForTap: ({ context }) => context.waitsForTap,
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
    forgetTap: assign({ waitsForTap: false }),
    setReady: assign({ isReady: true }),
    setEnded: assign({ hasEnded: true }),
    forgetEnd: assign({ hasEnded: false }),
    giveUpSound: assign({ isSoundOn: false }),
    setPrompted: assign({ isSoundPromptDue: false }),
    startClaim: enqueueActions(({ context, enqueue, self }) => {
      const { idPrefix, video, call, eligibility } = context;
      const claimable = { call, itemId: video.id };
      const input = { idPrefix: `${idPrefix}-${video.id}`, claimable, eligibility, owner: self };
      enqueue.spawnChild('claim', { id: 'claim', input });
    }),
    claim: sendTo('claim', { type: 'claim.earned' }),
    passToClaim: sendTo('claim', (_, event: EligibilityEvent) => event),
    addWatched: assign({
      watchedMs: ({ context }, playedMs: number) => context.watchedMs + playedMs,
    }),
    forgetWatched: assign({ watchedMs: 0 }),
    notifyReady: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({ type: 'clip.ready', index: context.index }),
    ),
    notifyPlaying: sendTo(({ context }) => context.owner, { type: 'clip.playing' }),
    notifyBegan: notify(({ context }) => ({
      type: 'clip.began',
      clip: { title: context.video.title, poster: context.video.poster },
      isCounting: !isWatchTimeReached(context, context.watchedMs),
    })),
    notifyCounted: notify({ type: 'clip.counted' }),
    notifyRested: notify({ type: 'clip.rested' }),
    notifyFailed: notify({ type: 'clip.failed' }),
    notifySoundRefused: sendTo(({ context }) => context.owner, { type: 'clip.soundRefused' }),
  },
});
