import { assign, emit, enqueueActions, fromCallback, sendTo, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { Video } from '../contract/shapes.ts';
import { missing, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';
import { videoMachine } from './video.machine.ts';
import type { ClipNews, Standing, VideoEvent } from './video.setup.ts';

/** A clip of the feed; `isOpen` while watching it can still earn something today. */
export interface Clip {
  video: Video;
  isOpen: boolean;
}

/** One answer of the list, joined to what is already there. */
export interface ClipPage {
  clips: Clip[];
  /** false for a visitor, who earns nothing */
  isMember: boolean;
  remainingToday: number;
  dailyLimit: number;
  isComplete: boolean;
}

export interface FeedInput {
  /** the clip that came with the page and may already be playing */
  firstClip: Video | null;
  isSoundOn: boolean;
  nonce: string;
}

interface Context extends Omit<FeedInput, 'firstClip'> {
  clips: Clip[];
  index: number;
  /** which clips have an actor and an element: at most the last, this and the next */
  live: number[];
  isLoaded: boolean;
  isMember: boolean;
  remainingToday: number;
  dailyLimit: number;
  isComplete: boolean;
  failure: CallFailure | null;
}

type FeedEvent =
  | ClipNews
  | { type: 'swipe.began'; index: number }
  | { type: 'swipe.returned'; index: number }
  | { type: 'swipe.settled'; index: number }
  | { type: 'presence.changed'; isPresent: boolean }
  | { type: 'next.pressed' }
  | { type: 'previous.pressed' }
  | { type: 'sound.pressed'; isOn: boolean }
  | { type: 'retry.pressed' }
  | { type: 'limit.dismissed' }
  /** the server knows of a share: extra views may be asked for */
  | { type: 'share.counted' };

/** The scroller that the clips sit in. */
export type StageOrder = { type: 'stage.scrollTo'; index: number };

export type FeedNews =
  /** the clip to open with next time */
  | { type: 'feed.advanced'; videoId: number }
  | { type: 'feed.extraViews'; views: number }
  | { type: 'feed.noExtraViews'; failure: CallFailure };

export interface ExtraViews {
  extra_views: number;
  remaining_today: number;
}

export const initialContext = ({ input }: { input: FeedInput }): Context => ({
  isSoundOn: input.isSoundOn,
  nonce: input.nonce,
  clips: input.firstClip ? [{ video: input.firstClip, isOpen: true }] : [],
  index: 0,
  live: [],
  isLoaded: false,
  isMember: false,
  remainingToday: 0,
  dailyLimit: 0,
  isComplete: false,
  failure: null,
});

export const clipId = (index: number) => `clip-${index}`;

/** Ask for more when this few clips are left. */
const MARGIN = 3;

function standingOf(context: Context, clip: Clip): Standing {
  if (!context.isLoaded) return 'unknown';
  if (!context.isMember) return 'visitor';
  if (!clip.isOpen) return 'alreadyRewarded';
  return context.remainingToday === 0 ? 'limitReached' : 'open';
}

const isNew = ({ clips }: Context, { id }: Video) => !clips.some(({ video }) => video.id === id);

/** The clip that came with the page is first, wherever the list has it, if at all. */
function join(context: Context, page: ClipPage): Clip[] {
  const open = new Map(page.clips.map((clip) => [clip.video.id, clip.isOpen]));
  const kept = context.isLoaded
    ? context.clips
    : context.clips.map(({ video }) => ({ video, isOpen: open.get(video.id) ?? false }));
  return [...kept, ...page.clips.filter(({ video }) => isNew(context, video))];
}

const closed = (clips: Clip[], index: number) =>
  clips.map((clip, at) => (at === index ? { ...clip, isOpen: false } : clip));

export const base = setup({
  types: {
    context: {} as Context,
    events: {} as FeedEvent,
    emitted: {} as FeedNews,
    tags: {} as Tag,
    input: {} as FeedInput,
  },
  actors: {
    loadClips: missing<ClipPage, { knownIds: number[] }>('loadClips'),
    runStage: fromCallback<StageOrder, undefined>(() => {
      throw new Error('the listener "runStage" was not provided');
    }),
    addExtraViews: missing<ExtraViews>('addExtraViews'),
    watchPresence: missingListener('watchPresence'),
    watchShares: missingListener('watchShares'),
    video: videoMachine,
  },
  delays: { callLimit: 15_000 },
  guards: {
    isExhausted: ({ context }) =>
      context.isComplete && !context.clips.some(({ isOpen }) => isOpen || !context.isMember),
    hasCurrent: ({ context }) => context.index < context.clips.length,
    isNoneLeft: (_, failure: CallFailure) =>
      failure.kind === 'refused' && failure.reason === 'no_extra_left',
    isOutOfViews: ({ context }) => context.isMember && context.remainingToday === 0,
    isRunningLow: ({ context }) =>
      !context.isComplete && context.index >= context.clips.length - MARGIN,
    isElsewhere: ({ context, event }) =>
      event.type === 'swipe.settled' && event.index !== context.index,
    isLive: ({ context, event }) =>
      'index' in event && event.index !== context.index && context.live.includes(event.index),
    isCurrent: ({ context, event }) => 'index' in event && event.index === context.index,
    isGone: ({ event }) => event.type === 'presence.changed' && !event.isPresent,
    isPresent: ({ event }) => event.type === 'presence.changed' && event.isPresent,
  },
  actions: {
    join: assign((args, page: ClipPage) => ({
      ...page,
      clips: join(args.context, page),
      // an answer without a new clip is the end, whatever it says: never ask in circles
      isComplete: page.isComplete || !page.clips.some(({ video }) => isNew(args.context, video)),
      isLoaded: true,
      failure: null,
    })),
    noteFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    noteRewarded: assign(({ context, event }) =>
      event.type === 'clip.rewarded'
        ? {
            clips: closed(context.clips, event.index),
            remainingToday: event.answer.remaining_today,
          }
        : {},
    ),
    noteExtraViews: assign({
      remainingToday: (_, { remaining_today }: ExtraViews) => remaining_today,
    }),
    tellExtraViews: emit((_, { extra_views }: ExtraViews) => ({
      type: 'feed.extraViews' as const,
      views: extra_views,
    })),
    tellNoExtraViews: emit((_, failure: CallFailure) => ({
      type: 'feed.noExtraViews' as const,
      failure,
    })),
    noteOutOfViews: assign({ remainingToday: 0 }),
    noteSound: assign({
      isSoundOn: ({ event }) => event.type === 'sound.pressed' && event.isOn,
    }),
    move: assign({
      index: ({ context, event }) => (event.type === 'swipe.settled' ? event.index : context.index),
    }),
    scrollToNext: sendTo('stage', ({ context }) => ({
      type: 'stage.scrollTo',
      index: Math.min(context.index + 1, context.clips.length),
    })),
    scrollToPrevious: sendTo('stage', ({ context }) => ({
      type: 'stage.scrollTo',
      index: Math.max(context.index - 1, 0),
    })),
    /** to one clip, if it is there */
    tellCurrent: enqueueActions(({ context, enqueue }, event: VideoEvent) => {
      if (context.live.includes(context.index)) enqueue.sendTo(clipId(context.index), event);
    }),
    tellDragged: enqueueActions(
      ({ event, enqueue }, type: 'stage.approached' | 'stage.retreated') => {
        if ('index' in event) enqueue.sendTo(clipId(event.index), { type });
      },
    ),
    /** the clip that a finger was dragging in plays already, and goes back */
    tellBesides: enqueueActions(({ context, enqueue }) => {
      for (const index of context.live) {
        if (index !== context.index) enqueue.sendTo(clipId(index), { type: 'stage.retreated' });
      }
    }),
    tellAllSound: enqueueActions(({ context, enqueue }) => {
      for (const index of context.live) {
        enqueue.sendTo(clipId(index), { type: 'sound.changed', isOn: context.isSoundOn });
      }
    }),
    tellAllStanding: enqueueActions(({ context, enqueue }) => {
      for (const index of context.live) {
        const clip = context.clips[index];
        if (!clip) continue;
        const standing = standingOf(context, clip);
        enqueue.sendTo(clipId(index), { type: 'standing.known', standing });
      }
    }),
    /** forgets the clips that are further away than one swipe */
    dropFar: enqueueActions(({ context, enqueue }) => {
      const isNear = (index: number) => Math.abs(index - context.index) <= 1;
      for (const index of context.live) if (!isNear(index)) enqueue.stopChild(clipId(index));
      enqueue.assign({ live: context.live.filter(isNear) });
    }),
    /** gives a clip its actor: `0` the current one, `1` the next */
    prepare: enqueueActions(({ context, enqueue }, ahead: 0 | 1) => {
      const index = context.index + ahead;
      const clip = context.clips[index];
      if (!clip || context.live.includes(index)) return;
      enqueue.spawnChild('video', {
        id: clipId(index),
        input: {
          index,
          video: clip.video,
          standing: standingOf(context, clip),
          isSoundOn: context.isSoundOn,
          isSoundPromptDue: index === 0,
          nonce: context.nonce,
        },
      });
      enqueue.assign({ live: [...context.live, index] });
    }),
    tellAdvanced: emit(({ context }) => {
      const next = context.clips.slice(context.index).find(({ isOpen }) => isOpen);
      const clip = next ?? context.clips[0];
      return { type: 'feed.advanced' as const, videoId: clip ? clip.video.id : 0 };
    }),
  },
});
