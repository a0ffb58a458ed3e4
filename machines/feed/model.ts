import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import { type Rendition, srcOf } from '../../contract/renditions.ts';
import { becomesOnline, becomesVisible } from '../attention.ts';
import type { ClipFiles } from '../clip-cache.machine.ts';
import type { ClipLoading } from '../clip-loading.machine.ts';
import { earningIn } from '../earning.machine.ts';
import { listenerNotProvided, notProvided } from '../not-provided.ts';
import { notify } from '../notify.ts';
import { spawnFetched } from '../spawn-fetched.ts';
import type { Tag } from '../tags.ts';
import type { StageEvent } from '../video/model.ts';
import { videoMachine } from '../video/video.machine.ts';
import type { Context, FeedEvent, FeedInput, ListRequest } from './context.ts';
import {
  type AdPlan,
  type Clip,
  type ClipPage,
  clipIn,
  clipIndex,
  closed,
  eligibilityOf,
  filled,
  hasNewClips,
  joined,
  offerIn,
  reopened,
  withSrc,
} from './slots.ts';

/** Commands for the scroller of the clips. */
export type ScrollerCommand = { type: 'stage.scrollTo'; index: number };

/** The id of the clip's actor at an index. */
export const clipId = (index: number) => `clip-${index}`;

/** More clips are loaded when this few are left. */
const MARGIN = 3;
/** Number of clips after the current one whose posters are fetched; with `ahead`, these clips are cached, too. */
const CLIPS_AHEAD: Readonly<Record<ClipLoading, number>> = { ahead: 3, tapped: 1, current: 0 };

/** The files that a clip is played from. */
const filesOf = ({ rendition }: Context, { video, src }: Clip): ClipFiles => ({
  url: src ?? srcOf(video, rendition) ?? video.url,
  poster: video.poster,
  captions: video.captions,
});

export const sendKnown = { type: 'sendEligibility', params: false } as const;

export const base = setup({
  types: {} as { context: Context; events: FeedEvent; tags: Tag; input: FeedInput },
  actors: {
    loadClips: notProvided<ClipPage, ListRequest>('loadClips'),
    runStage: listenerNotProvided<ScrollerCommand, undefined>('runStage'),
    video: videoMachine,
  },
  delays: { firstClipTimeout: 3_000, recalledTime: 5_000, pausedTime: 10 * 60_000 },
  guards: {
    isExhausted: ({ context }) => context.isComplete && !context.clips.some(({ isOpen }) => isOpen),
    hasCurrent: ({ context }) => context.index < context.slots.length,
    isNextDue: ({ context: { index, live, slots, loading } }) =>
      loading !== 'current' && index + 1 < slots.length && !live.includes(index + 1),
    loadsOnlyOne: ({ context }) => context.loading === 'current',
    isLoadedOnTap: ({ context }) => context.loading === 'tapped',
    beginsSaving: ({ context }, loading: ClipLoading) =>
      loading === 'tapped' && context.loading !== 'tapped',
    isFromCache: (_, page: ClipPage) => page.failure !== undefined,
    /** the server did not answer in time, and an older list is shown */
    hasLoadTimedOut: ({ context: { isOutdated, failure } }) =>
      isOutdated && failure?.kind === 'timeout',
    isRunningLow: ({ context }) =>
      !context.isComplete && context.index >= context.slots.length - MARGIN,
    isNotCurrent: ({ context }, index: number) => index !== context.index,
    isCurrent: ({ context }, index: number) => index === context.index,
    isLive: ({ context }, index: number) => index !== context.index && context.live.includes(index),
    becomesVisible: ({ event }) => becomesVisible(event),
    becomesOnline: ({ event }) => becomesOnline(event),
  },
  actions: {
    join: assign(({ context }, page: ClipPage) => {
      const clips = joined(context, page);
      return {
        clips,
        slots: filled({ ...context, clips }),
        // an answer without a new clip ends the list, to prevent an endless loop
        isComplete: page.isComplete || !hasNewClips(context, page.clips),
        isLoaded: true,
        isOutdated: false,
        failure: page.failure ?? null,
      };
    }),
    markOutdated: assign({ isOutdated: true }),
    reopenClips: assign({ clips: ({ context }) => reopened(context) }),
    closeClip: assign({ clips: ({ context }, videoId: number) => closed(context, videoId) }),
    setPlan: assign(({ context }, plan: AdPlan) => ({ plan, slots: filled({ ...context, plan }) })),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    setRendition: assign({ rendition: (_, rendition: Rendition) => rendition }),
    setSound: assign({ isSoundOn: (_, isOn: boolean) => isOn }),
    setLoading: assign({ loading: (_, loading: ClipLoading) => loading }),
    move: assign({ index: (_, index: number) => index }),
    scrollToNext: sendTo('stage', ({ context }) => ({
      type: 'stage.scrollTo',
      index: Math.min(context.index + 1, context.slots.length),
    })),
    scrollToPrevious: sendTo('stage', ({ context }) => ({
      type: 'stage.scrollTo',
      index: Math.max(context.index - 1, 0),
    })),
    /** to the clip on the stage, if it has an actor */
    sendToCurrent: enqueueActions(({ context, enqueue }, event: StageEvent) => {
      if (context.live.includes(context.index)) enqueue.sendTo(clipId(context.index), event);
    }),
    sendToDragged: enqueueActions(
      (
        { enqueue },
        { index, type }: { index: number; type: 'stage.approached' | 'stage.retreated' },
      ) => enqueue.sendTo(clipId(index), { type }),
    ),
    /** pauses the clip that a finger was dragging onto the stage, which plays already */
    retreatOthers: enqueueActions(({ context, enqueue }) => {
      for (const index of context.live) {
        if (index !== context.index) enqueue.sendTo(clipId(index), { type: 'stage.retreated' });
      }
    }),
    sendSound: enqueueActions(({ context, enqueue }) => {
      for (const index of context.live) {
        enqueue.sendTo(clipId(index), { type: 'sound.changed', isOn: context.isSoundOn });
      }
    }),
    sendEligibility: enqueueActions(
      ({ context, enqueue, system }, isRenewed: boolean | undefined) => {
        const earning = earningIn(system);
        for (const index of context.live) {
          const clip = clipIn(context, index);
          const offer = offerIn(context, index, earning);
          if (clip) {
            const eligibility = eligibilityOf(context, clip, earning);
            const what = isRenewed ? 'renewed' : 'known';
            enqueue.sendTo(clipId(index), { type: `eligibility.${what}`, eligibility });
          }
          if (offer) {
            // never renewed here: advertisements have their own day and limits, which come with the plan
            enqueue.sendTo(clipId(index), { type: 'ad.known', eligibility: offer.eligibility });
          }
        }
      },
    ),
    renewAds: enqueueActions(({ context, enqueue, system }) => {
      for (const index of context.live) {
        const offer = offerIn(context, index, earningIn(system));
        if (!offer) continue;
        enqueue.sendTo(clipId(index), { type: 'ad.renewed', eligibility: offer.eligibility });
      }
    }),
    /** reloading the list reports whether rewards are still paused */
    recheckPause: enqueueActions(({ enqueue, system }) => {
      if (earningIn(system)?.isPaused) enqueue.raise({ type: 'rewards.due' });
    }),
    /** `far`: further away than one swipe; `ahead`: after the current clip */
    stop: enqueueActions(({ context, enqueue }, which: 'far' | 'ahead') => {
      const stays = (index: number) =>
        which === 'far' ? Math.abs(index - context.index) <= 1 : index <= context.index;
      for (const index of context.live) if (!stays(index)) enqueue.stopChild(clipId(index));
      enqueue.assign({ live: context.live.filter(stays) });
    }),
    /** starts the actor of the current clip (`0`) or the next one (`1`) */
    prepare: enqueueActions(({ context, enqueue, self, system }, ahead: 0 | 1) => {
      const index = context.index + ahead;
      if (context.live.includes(index)) return;
      const clip = clipIn(context, index);
      const earning = earningIn(system);
      const offer = offerIn(context, index, earning);
      const { isSoundOn, plan, loading } = context;
      const waitsForTap = loading === 'tapped';
      // unique: on another day the same clip is paid again at the same index
      const common = {
        owner: self,
        index,
        isSoundOn,
        waitsForTap,
        idPrefix: `${context.idPrefix}-${context.prepared}`,
      };
      if (clip) {
        const eligibility = eligibilityOf(context, clip, earning);
        const reward = { call: 'record', eligibility, isSoundPromptDue: index === 0 } as const;
        // never another rendition of the same clip: it would be downloaded again
        const src = clip.src ?? srcOf(clip.video, context.rendition);
        const input = { ...common, ...reward, video: clip.video, src };
        enqueue.spawnChild('video', { id: clipId(index), input });
        enqueue.assign({ clips: withSrc(context, clip, src) });
      } else if (offer && plan) {
        const src = srcOf(offer.ad, context.rendition);
        const input = { ...common, ...offer, src, rules: plan.rules };
        enqueue(spawnFetched(plan.readAd(), { id: clipId(index), input }));
      } else {
        return;
      }
      enqueue.assign({ live: [...context.live, index], prepared: context.prepared + 1 });
    }),
    notifyLoaded: notify(({ context }, { count, isPaused, isLinkGone, failure }: ClipPage) => ({
      type: 'feed.listLoaded',
      count,
      isPaused,
      isLinkGone,
      isRenewed: context.isOutdated && failure === undefined,
    })),
    notifyReady: notify({ type: 'feed.clipReady' }),
    notifyPlaying: notify({ type: 'feed.clipPlaying' }),
    notifyAhead: notify(({ context }) => {
      const from = clipIndex(context);
      const clips = context.clips.slice(from, from + 1 + CLIPS_AHEAD[context.loading]);
      return { type: 'feed.clipsAhead', clips: clips.map((clip) => filesOf(context, clip)) };
    }),
    notifyAdvanced: notify(({ context }) => {
      const next = context.clips.slice(clipIndex(context)).find(({ isOpen }) => isOpen);
      const clip = next ?? context.clips[0];
      return { type: 'feed.advanced', videoId: clip?.video.id ?? 0, src: clip?.src ?? null };
    }),
  },
});
