import { and, stateIn } from 'xstate';
import { reason, timedOut } from './failure.ts';
import { initialContext } from './feed.context.ts';
import { limit } from './feed.limit.ts';
import { base } from './feed.setup.ts';

const failed = { target: 'failed', actions: { type: 'noteFailure', params: reason } } as const;
const late = { target: 'failed', actions: { type: 'noteFailure', params: timedOut } } as const;

const enter = { type: 'tellCurrent', params: { type: 'stage.entered' } } as const;
const leave = { type: 'tellCurrent', params: { type: 'stage.left' } } as const;
const cover = { type: 'tellCurrent', params: { type: 'stage.covered' } } as const;
const uncover = { type: 'tellCurrent', params: { type: 'stage.uncovered' } } as const;
const prepareCurrent = { type: 'prepare', params: 0 } as const;
const prepareNext = { type: 'prepare', params: 1 } as const;

const again = { target: 'loading', actions: 'outdate' } as const;

/**
 * The list behind the feed: it grows before the last clip is reached, and is asked for anew when
 * a day has begun or the limit is another one.
 */
const list = base.createStateConfig({
  initial: 'loading',
  on: {
    'day.began': { target: '.loading', actions: 'beginDay' },
    'limit.changed': { target: '.loading', actions: 'outdate' },
  },
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadClips',
        src: 'loadClips',
        input: ({ context }) => ({ knownIds: context.clips.map(({ video }) => video.id) }),
        onDone: [
          {
            guard: 'isOutdated',
            target: 'loaded',
            actions: [{ type: 'join', params: ({ event }) => event.output }, 'tellClipsRenewed'],
          },
          {
            target: 'loaded',
            actions: [{ type: 'join', params: ({ event }) => event.output }, 'tellAllStanding'],
          },
        ],
        onError: failed,
      },
      after: { callLimit: late },
    },
    loaded: {
      always: [
        { guard: 'isRunningLow', target: 'loading' },
        { guard: 'isExhausted', target: 'exhausted' },
        { target: 'watching' },
      ],
    },
    watching: {
      tags: ['actionable'],
      on: { 'retry.pressed': again },
      always: [
        { guard: 'isRunningLow', target: 'loading' },
        { guard: 'isExhausted', target: 'exhausted' },
      ],
    },
    /** not one clip is left that could earn something today */
    exhausted: { tags: ['settled'], on: { 'retry.pressed': again } },
    failed: {
      tags: ['actionable'],
      on: {
        'retry.pressed': 'loading',
        'presence.changed': { guard: 'isPresent', target: 'loading' },
        'network.changed': { guard: 'isOnline', target: 'loading' },
      },
    },
  },
});

/**
 * The advertisements between the clips. The first clip has the line to itself; without an answer
 * the feed goes on without them, and they are asked for again when the next clip is ready.
 */
const ads = base.createStateConfig({
  initial: 'waiting',
  on: {
    'day.began': '.loading',
    'ad.earned': { actions: { type: 'noteAdEarned', params: ({ event }) => event } },
    'ad.limitReached': { actions: { type: 'noteAdLimit', params: ({ event }) => event.deed } },
    'ad.skipped': { guard: 'isCurrent', actions: 'scrollToNext' },
  },
  states: {
    waiting: { on: { 'clip.ready': 'loading' } },
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadAds',
        src: 'loadAds',
        onDone: {
          target: 'laid',
          actions: [{ type: 'noteAds', params: ({ event }) => event.output }, 'tellAdsRenewed'],
        },
        onError: 'waiting',
      },
      after: { adsLimit: 'waiting' },
    },
    laid: { tags: ['settled'], always: { guard: 'isOutOfAds', target: 'waiting' } },
  },
});

const paid = { actions: ['notePaid', 'tellAllStanding', 'tellAdvanced'] } as const;

/** The stage that the clips come and go on. */
const stage = base.createStateConfig({
  initial: 'empty',
  on: {
    'swipe.began': {
      guard: 'isLive',
      actions: { type: 'tellDragged', params: 'stage.approached' },
    },
    'swipe.returned': {
      guard: 'isLive',
      actions: { type: 'tellDragged', params: 'stage.retreated' },
    },
    'next.pressed': { actions: 'scrollToNext' },
    'previous.pressed': { actions: 'scrollToPrevious' },
    'sound.pressed': { actions: ['noteSound', 'tellAllSound'] },
    'clip.soundRefused': { actions: ['noteSound', 'tellAllSound'] },
    'clip.rewarded': paid,
    'clip.paid': paid,
    'swipe.settled': {
      guard: 'isElsewhere',
      target: '.empty',
      actions: [leave, 'move', 'dropFar', 'tellAdvanced'],
    },
  },
  states: {
    empty: {
      always: [
        {
          // arrived when nobody looks any more: it waits
          guard: and(['hasCurrent', stateIn({ presence: 'absent' })]),
          target: 'showing',
          actions: [prepareCurrent, enter, cover],
        },
        { guard: 'hasCurrent', target: 'showing', actions: [prepareCurrent, enter] },
      ],
    },
    showing: { on: { 'clip.ready': { guard: 'isCurrent', target: 'ahead' } } },
    /** only now is the line free for the next one, as soon as there is one */
    ahead: { always: { guard: 'isNextDue', actions: prepareNext } },
  },
});

/** Only a feed that is seen may play. */
const presence = base.createStateConfig({
  initial: 'present',
  states: {
    present: {
      on: {
        'presence.changed': { guard: 'isGone', target: 'absent', actions: [cover, 'tellBesides'] },
      },
    },
    absent: {
      on: { 'presence.changed': { guard: 'isPresent', target: 'present', actions: uncover } },
    },
  },
});

/** Without a line nothing is paid at once: what is earned waits in the outbox. */
const line = base.createStateConfig({
  initial: 'online',
  states: {
    online: { on: { 'network.changed': { guard: 'isOffline', target: 'offline' } } },
    offline: { on: { 'network.changed': { guard: 'isOnline', target: 'online' } } },
  },
});

/**
 * The feed: a list that grows ahead of the finger, advertisements laid between its clips, a stage
 * for the last, this and the next of them, the day's limit, and silence whenever nobody looks.
 */
export const feedMachine = base.createMachine({
  id: 'feed',
  context: initialContext,
  type: 'parallel',
  invoke: [
    { id: 'stage', src: 'runStage' },
    { id: 'watchPresence', src: 'watchPresence' },
    { id: 'watchNetwork', src: 'watchNetwork' },
    { id: 'watchShares', src: 'watchShares' },
    { id: 'watchClaims', src: 'watchClaims' },
    { id: 'watchDay', src: 'watchDay' },
    { id: 'watchLimit', src: 'watchLimit' },
  ],
  states: { list, ads, stage, presence, line, limit },
});
