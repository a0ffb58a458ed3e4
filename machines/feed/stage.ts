import { and, not, stateIn } from 'xstate';
import type { ClipLoadingEmitted } from '../clip-loading.machine.ts';
import { field } from '../params.ts';
import type { StageEvent } from '../video/model.ts';
import { base, sendKnown } from './model.ts';

const enter = { type: 'sendToCurrent', params: { type: 'stage.entered' } } as const;
const leave = { type: 'sendToCurrent', params: { type: 'stage.left' } } as const;
const cover = { type: 'sendToCurrent', params: { type: 'stage.covered' } } as const;
const uncover = { type: 'sendToCurrent', params: { type: 'stage.uncovered' } } as const;
const recover = { type: 'sendToCurrent', params: { type: 'stage.recovered' } } as const;
const passToCurrent = {
  type: 'sendToCurrent',
  params: ({ event }: { event: StageEvent }) => event,
} as const;
const prepareCurrent = { type: 'prepare', params: 0 } as const;
const prepareNext = { type: 'prepare', params: 1 } as const;

const place = field('index');

const loading = ({ event }: { event: ClipLoadingEmitted }) => event.loading;
const setLoading = { type: 'setLoading', params: loading } as const;

/** The stage: starts and stops the actors of clips and advertisements, and moves between them. */
export const stage = base.createStateConfig({
  initial: 'empty',
  on: {
    'swipe.began': {
      guard: { type: 'isLive', params: place },
      actions: {
        type: 'sendToDragged',
        params: ({ event }) => ({ index: event.index, type: 'stage.approached' as const }),
      },
    },
    'swipe.returned': {
      guard: { type: 'isLive', params: place },
      actions: {
        type: 'sendToDragged',
        params: ({ event }) => ({ index: event.index, type: 'stage.retreated' as const }),
      },
    },
    'swipe.settled': {
      guard: { type: 'isNotCurrent', params: place },
      target: '.empty',
      actions: [
        leave,
        { type: 'move', params: place },
        { type: 'stop', params: 'far' },
        'notifyAdvanced',
        'notifyAhead',
      ],
    },
    'connectivity.restored': { actions: recover },
    'next.pressed': { actions: 'scrollToNext' },
    'play.pressed': { actions: passToCurrent },
    'pause.pressed': { actions: passToCurrent },
    'loading.changed': [
      {
        // the next clip's actor would play at once: it is stopped, and started again to wait for a tap
        guard: { type: 'beginsSaving', params: loading },
        actions: [setLoading, { type: 'stop', params: 'ahead' }],
      },
      { actions: [setLoading, 'notifyAhead'] },
    ],
    'screen.loaded': {
      guard: 'loadsOnlyOne',
      actions: [{ type: 'setLoading', params: 'ahead' }, 'notifyAhead'],
    },
    'previous.pressed': { actions: 'scrollToPrevious' },
    'ad.skipped': { guard: { type: 'isCurrent', params: place }, actions: 'scrollToNext' },
    'sound.pressed': {
      actions: [{ type: 'setSound', params: ({ event }) => event.isOn }, 'sendSound'],
    },
    'clip.soundRefused': { actions: [{ type: 'setSound', params: false }, 'sendSound'] },
    'clip.ready': { actions: 'notifyReady' },
    'clip.playing': { actions: ['notifyPlaying', 'notifyAdvanced', 'notifyAhead'] },
    'clip.paid': {
      actions: [
        { type: 'closeClip', params: ({ event }) => event.videoId },
        sendKnown,
        'notifyAdvanced',
      ],
    },
    'earning.changed': {
      actions: { type: 'sendEligibility', params: ({ event }) => event.isRenewed },
    },
    'rewards.due': { actions: sendKnown },
    'ads.planned': {
      actions: [{ type: 'setPlan', params: ({ event }) => event.plan }, 'renewAds'],
    },
    'rendition.picked': {
      actions: { type: 'setRendition', params: ({ event }) => event.rendition },
    },
    'ads.changed': { actions: { type: 'setPlan', params: ({ event }) => event.plan } },
  },
  states: {
    empty: {
      always: [
        {
          // the clip came on the stage while the feed is hidden: it waits
          guard: and(['hasCurrent', stateIn({ visibility: 'hidden' })]),
          target: 'showing',
          actions: [prepareCurrent, enter, cover],
        },
        { guard: 'hasCurrent', target: 'showing', actions: [prepareCurrent, enter] },
      ],
    },
    showing: {
      // a clip that is loaded at a tap is not ready before the tap
      always: { guard: 'isLoadedOnTap', target: 'ahead' },
      on: {
        'clip.ready': [
          { guard: { type: 'isCurrent', params: place }, target: 'ahead', actions: 'notifyReady' },
          { actions: 'notifyReady' },
        ],
      },
    },
    /** the next clip may be fetched from now on, once it is listed */
    ahead: { always: { guard: 'isNextDue', actions: prepareNext } },
  },
});

/** The feed plays only while it is visible. */
export const visibility = base.createStateConfig({
  initial: 'visible',
  states: {
    visible: {
      on: {
        'visibility.changed': {
          guard: not('becomesVisible'),
          target: 'hidden',
          actions: [cover, 'retreatOthers'],
        },
      },
    },
    hidden: {
      on: {
        'visibility.changed': {
          guard: 'becomesVisible',
          target: 'visible',
          actions: [uncover, recover],
        },
      },
    },
  },
});
