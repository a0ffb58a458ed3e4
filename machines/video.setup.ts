import { type AnyActorRef, assign, emit, fromCallback, sendTo, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { Video } from '../contract/shapes.ts';
import { type ClaimEvent, claimGuards, type Standing } from './claiming.ts';
import { missing, missingListener } from './missing.ts';
import type { ClaimAnswer } from './outbox.machine.ts';
import type { Tag } from './tags.ts';

/** What the element on the stage is told. */
export type PlayerOrder =
  | { type: 'player.play' }
  | { type: 'player.pause' }
  | { type: 'player.restart' }
  | { type: 'player.reload' }
  | { type: 'player.mute'; isMuted: boolean };

/** What the element reports. */
export type MediaEvent =
  /** enough is loaded to play it through: the next clip may use the line */
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

/** What the feed tells whatever is on its stage. */
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
  | ClaimEvent
  | { type: 'standing.known'; standing: Standing }
  /** of another day, or under another limit: what was over may begin anew */
  | { type: 'standing.renewed'; standing: Standing }
  | { type: 'play.pressed' }
  | { type: 'pause.pressed' }
  | { type: 'retry.pressed' };

/** What a clip tells the feed that it belongs to. */
export type ClipNews =
  | { type: 'clip.ready'; index: number }
  | { type: 'clip.soundRefused' }
  | { type: 'clip.rewarded'; index: number; answer: ClaimAnswer }
  | { type: 'clip.limitReached' };

/** What playing and paying a clip takes. */
export type ClipMedia = Pick<Video, 'id' | 'url' | 'poster' | 'watch_seconds' | 'reward'>;

export interface VideoInput {
  index: number;
  video: ClipMedia;
  standing: Standing;
  isSoundOn: boolean;
  isSoundPromptDue: boolean;
  /** makes the claims of one start of the app unlike those of another */
  nonce: string;
}

interface Context extends VideoInput {
  /** it can be played through */
  isReady: boolean;
  /** it has played to its end since it came on the stage */
  hasEnded: boolean;
  watchedMs: number;
  /** how often its reward was claimed: what was answered once is no answer to the next */
  claims: number;
  /** names the last of these claims */
  claimId: string;
  answer: ClaimAnswer | null;
  failure: CallFailure | null;
}

export const initialContext = ({ input }: { input: VideoInput }): Context => ({
  ...input,
  isReady: false,
  hasEnded: false,
  watchedMs: 0,
  claims: 0,
  claimId: '',
  answer: null,
  failure: null,
});

/** Whom a clip belongs to. In a test it may stand alone: it then tells itself, and ignores it. */
export const ownerOf = ({ self }: { self: AnyActorRef }): AnyActorRef => self._parent ?? self;

export const base = setup({
  types: {
    context: {} as Context,
    events: {} as VideoEvent,
    emitted: {} as { type: 'reward.granted'; answer: ClaimAnswer },
    tags: {} as Tag,
    input: {} as VideoInput,
    children: {} as {
      player: 'playClip';
      claimReward: 'claimReward';
      watchClaim: 'watchClaim';
    },
  },
  actors: {
    playClip: fromCallback<PlayerOrder, { index: number; video: ClipMedia; isMuted: boolean }>(
      () => {
        throw new Error('the listener "playClip" was not provided');
      },
    ),
    claimReward: missing<ClaimAnswer, { claimId: string; videoId: number }>('claimReward'),
    watchClaim: missingListener<ClaimEvent, { claimId: string }>('watchClaim'),
  },
  delays: {
    startLimit: 15_000,
    stallLimit: 15_000,
    claimLimit: 15_000,
    replayPause: 900,
    promptTime: 4_000,
    celebration: 2_500,
  },
  guards: {
    hasWatchedEnough: ({ context }) => context.watchedMs >= context.video.watch_seconds * 1_000,
    isReady: ({ context }) => context.isReady,
    isSoundOn: ({ context }) => context.isSoundOn,
    isSoundPromptDue: ({ context }) => context.isSoundPromptDue,
    isStanding: ({ context }, standing: Standing) => context.standing === standing,
    isOpenAgain: ({ event }) =>
      event.type === 'standing.renewed' && event.standing !== 'alreadyRewarded',
    willBeOn: ({ event }) => event.type === 'sound.changed' && event.isOn,
    ...claimGuards,
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
    noteSound: assign({
      isSoundOn: ({ context, event }) =>
        event.type === 'sound.changed' ? event.isOn : context.isSoundOn,
    }),
    noteReady: assign({ isReady: true }),
    noteEnded: assign({ hasEnded: true }),
    forgetEnd: assign({ hasEnded: false }),
    giveUpSound: assign({ isSoundOn: false }),
    notePrompted: assign({ isSoundPromptDue: false }),
    noteStanding: assign({
      standing: ({ context, event }) => ('standing' in event ? event.standing : context.standing),
    }),
    noteClaim: assign(({ context: { nonce, index, video, claims } }) => ({
      claims: claims + 1,
      claimId: `${nonce}-${index}-${video.id}-${claims + 1}`,
    })),
    startAnew: assign({ watchedMs: 0, answer: null, failure: null }),
    addWatched: assign({
      watchedMs: ({ context, event }) =>
        context.watchedMs + (event.type === 'media.progressed' ? event.playedMs : 0),
    }),
    noteAnswer: assign({ answer: (_, answer: ClaimAnswer) => answer }),
    noteFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    celebrate: emit((_, answer: ClaimAnswer) => ({ type: 'reward.granted' as const, answer })),
    tellReady: sendTo(ownerOf, ({ context }) => ({ type: 'clip.ready', index: context.index })),
    tellSoundRefused: sendTo(ownerOf, { type: 'clip.soundRefused' }),
    tellLimitReached: sendTo(ownerOf, { type: 'clip.limitReached' }),
    tellRewarded: sendTo(ownerOf, ({ context }, answer: ClaimAnswer) => ({
      type: 'clip.rewarded',
      index: context.index,
      answer,
    })),
  },
});
