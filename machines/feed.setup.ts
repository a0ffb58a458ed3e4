import { assign, emit, enqueueActions, fromCallback, sendTo, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { adMachine } from './ad.machine.ts';
import type { AdDeed } from './ad.setup.ts';
import type { Context, ExtraViews, FeedEvent, FeedInput } from './feed.context.ts';
import {
  type AdPlan,
  adOffer,
  type ClipPage,
  clipIn,
  clipNumber,
  closed,
  hasNews,
  isOutOfAds,
  joined,
  lay,
  onNewDay,
  standingOf,
  withEarned,
  withLater,
} from './feed.slots.ts';
import { missing, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';
import { videoMachine } from './video.machine.ts';
import type { StageEvent } from './video.setup.ts';

/** The scroller that the clips sit in. */
export type StageOrder = { type: 'stage.scrollTo'; index: number };

export type FeedNews =
  /** the clip to open with next time */
  | { type: 'feed.advanced'; videoId: number }
  | { type: 'feed.extraViews'; views: number }
  | { type: 'feed.noExtraViews'; failure: CallFailure };

export const clipId = (index: number) => `clip-${index}`;

/** Ask for more when this few clips are left. */
const MARGIN = 3;

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
    loadAds: missing<AdPlan>('loadAds'),
    runStage: fromCallback<StageOrder, undefined>(() => {
      throw new Error('the listener "runStage" was not provided');
    }),
    addExtraViews: missing<ExtraViews>('addExtraViews'),
    watchPresence: missingListener('watchPresence'),
    watchNetwork: missingListener('watchNetwork'),
    watchShares: missingListener('watchShares'),
    watchClaims: missingListener('watchClaims'),
    watchDay: missingListener('watchDay'),
    watchLimit: missingListener('watchLimit'),
    video: videoMachine,
    ad: adMachine,
  },
  delays: { callLimit: 15_000, adsLimit: 15_000 },
  guards: {
    isExhausted: ({ context }) =>
      context.isComplete && !context.clips.some(({ isOpen }) => isOpen || !context.isMember),
    hasCurrent: ({ context }) => context.index < context.slots.length,
    isNextDue: ({ context: { index, live, slots } }) =>
      index + 1 < slots.length && !live.includes(index + 1),
    isNoneLeft: (_, failure: CallFailure) =>
      failure.kind === 'refused' && failure.reason === 'no_extra_left',
    isLimitNotReached: (_, failure: CallFailure) =>
      failure.kind === 'refused' && failure.reason === 'limit_not_reached',
    isOutOfViews: ({ context }) => context.isMember && context.remainingToday === 0,
    canShareForMore: ({ context }) => context.extraSharesLeft > 0,
    hasViews: ({ context }) => context.remainingToday > 0,
    isOutdated: ({ context }) => context.isOutdated,
    isRunningLow: ({ context }) =>
      !context.isComplete && context.index >= context.slots.length - MARGIN,
    isOutOfAds: ({ context }) => isOutOfAds(context),
    isElsewhere: ({ context, event }) =>
      event.type === 'swipe.settled' && event.index !== context.index,
    isLive: ({ context, event }) =>
      'index' in event && event.index !== context.index && context.live.includes(event.index),
    isCurrent: ({ context, event }) => 'index' in event && event.index === context.index,
    isGone: ({ event }) => event.type === 'presence.changed' && !event.isPresent,
    isOnline: ({ event }) => event.type === 'network.changed' && event.isOnline,
    isOffline: ({ event }) => event.type === 'network.changed' && !event.isOnline,
    isPresent: ({ event }) => event.type === 'presence.changed' && event.isPresent,
  },
  actions: {
    join: assign(({ context }, page: ClipPage) => {
      const clips = joined(context, page);
      return {
        ...page,
        clips,
        slots: lay({ ...context, clips }),
        // an answer without a new clip is the end, whatever it says: never ask in circles
        isComplete: page.isComplete || !hasNews(context, page.clips),
        isLoaded: true,
        isOutdated: false,
        failure: null,
      };
    }),
    outdate: assign({ isOutdated: true }),
    beginDay: assign(({ context }) => onNewDay(context)),
    noteAds: assign(({ context }, later: AdPlan) => {
      const plan = withLater(context.plan, later);
      return { plan, slots: lay({ ...context, plan }) };
    }),
    noteAdEarned: assign(({ context }, { adId, deed }: { adId: number; deed: AdDeed }) => {
      const plan = context.plan && withEarned(context.plan, adId, deed);
      return { plan, slots: lay({ ...context, plan }) };
    }),
    noteAdLimit: assign({
      adLimits: ({ context }, deed: AdDeed) => [...context.adLimits, deed],
    }),
    noteFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    notePaid: assign(({ context, event }) => {
      if (event.type !== 'clip.rewarded' && event.type !== 'clip.paid') return {};
      const videoId = 'videoId' in event ? event.videoId : clipIn(context, event.index)?.video.id;
      return {
        clips: closed(context, videoId ?? 0),
        remainingToday: event.answer.remaining_today ?? context.remainingToday,
      };
    }),
    noteExtraViews: assign({
      remainingToday: (_, { remaining_today }: ExtraViews) => remaining_today,
      dailyLimit: (_, { limit_today }: ExtraViews) => limit_today,
      extraSharesLeft: (_, { extra_shares_left }: ExtraViews) => extra_shares_left,
    }),
    noteNoneLeft: assign({ extraSharesLeft: 0 }),
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
      index: Math.min(context.index + 1, context.slots.length),
    })),
    scrollToPrevious: sendTo('stage', ({ context }) => ({
      type: 'stage.scrollTo',
      index: Math.max(context.index - 1, 0),
    })),
    /** to one clip, if it is there */
    tellCurrent: enqueueActions(({ context, enqueue }, event: StageEvent) => {
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
        const clip = clipIn(context, index);
        if (!clip) continue;
        const standing = standingOf(context, clip);
        enqueue.sendTo(clipId(index), { type: 'standing.known', standing });
      }
    }),
    /** another day, or another limit: what was over may begin anew */
    tellClipsRenewed: enqueueActions(({ context, enqueue }) => {
      for (const index of context.live) {
        const clip = clipIn(context, index);
        if (!clip) continue;
        const standing = standingOf(context, clip);
        enqueue.sendTo(clipId(index), { type: 'standing.renewed', standing });
      }
    }),
    tellAdsRenewed: enqueueActions(({ context, enqueue }) => {
      for (const index of context.live) {
        const offer = adOffer(context, index);
        if (!offer) continue;
        const { click, watch } = offer.standing;
        enqueue.sendTo(clipId(index), { type: 'standing.renewed', standing: click });
        enqueue.sendTo(clipId(index), { type: 'watch.renewed', standing: watch });
      }
    }),
    /** forgets the clips that are further away than one swipe */
    dropFar: enqueueActions(({ context, enqueue }) => {
      const isNear = (index: number) => Math.abs(index - context.index) <= 1;
      for (const index of context.live) if (!isNear(index)) enqueue.stopChild(clipId(index));
      enqueue.assign({ live: context.live.filter(isNear) });
    }),
    /** gives a place of the stage its actor: `0` the current one, `1` the next */
    prepare: enqueueActions(({ context, enqueue }, ahead: 0 | 1) => {
      const index = context.index + ahead;
      if (context.live.includes(index)) return;
      const clip = clipIn(context, index);
      const offer = adOffer(context, index);
      const { isSoundOn, nonce } = context;
      if (clip) {
        const standing = standingOf(context, clip);
        const isSoundPromptDue = index === 0;
        const input = { index, isSoundOn, nonce, video: clip.video, standing, isSoundPromptDue };
        enqueue.spawnChild('video', { id: clipId(index), input });
      } else if (offer) {
        enqueue.spawnChild('ad', { id: clipId(index), input: { ...offer, isSoundOn, nonce } });
      } else {
        return;
      }
      enqueue.assign({ live: [...context.live, index] });
    }),
    tellAdvanced: emit(({ context }) => {
      const next = context.clips.slice(clipNumber(context)).find(({ isOpen }) => isOpen);
      const clip = next ?? context.clips[0];
      return { type: 'feed.advanced' as const, videoId: clip ? clip.video.id : 0 };
    }),
  },
});
