import type { DeviceHints, Level } from '../../contract/device-hints.ts';
import { claimMachine } from '../../machines/claim.machine.ts';
import { renditionMachine } from '../../machines/rendition.machine.ts';
import { tickerMachine } from '../../machines/ticker.machine.ts';
import { videoMachine } from '../../machines/video/video.machine.ts';
import { idleOwner } from './mock-root.ts';
import type { Model } from './model.ts';
import { emptyFeed } from './models.feed.ts';
import { answer, ended, offline, page, refused, video } from './samples.ts';

const owner = idleOwner();

export const feed: Model = {
  ...emptyFeed,
  events: [
    { type: 'swipe.began', index: 1 },
    { type: 'swipe.returned', index: 1 },
    { type: 'swipe.settled', index: 0 },
    { type: 'swipe.settled', index: 1 },
    { type: 'swipe.settled', index: 2 },
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
    { type: 'next.pressed' },
    { type: 'previous.pressed' },
    { type: 'sound.pressed', isOn: true },
    { type: 'retry.pressed' },
    { type: 'clip.ready', index: 0 },
    { type: 'clip.playing' },
    { type: 'clip.soundRefused' },
    { type: 'clip.paid', videoId: 1 },
    { type: 'clip.paid', videoId: 2 },
    { type: 'earning.changed', isRenewed: false },
    { type: 'earning.changed', isRenewed: true },
    { type: 'rewards.due' },
    { type: 'play.pressed' },
    { type: 'pause.pressed' },
    { type: 'connectivity.restored' },
  ],
  outcomes: {
    loadClips: {
      done: [
        page(1),
        page(5, { isComplete: false }),
        page(0),
        page(2, { failure: offline }),
        page(2, { failure: { kind: 'timeout' } }),
      ],
      error: [offline, { kind: 'timeout' }],
    },
  },
  facts: ({ context }) => [
    context.index,
    context.live,
    context.clips.length,
    context.isComplete,
    context.clips.some(({ isOpen }: { isOpen: boolean }) => isOpen),
  ],
  isWithin: ({ value }) => value.visibility === 'visible' || value.list === 'watching',
};

/** The page's first clip, while the list is loading. */
export const feedWithClip: Model = {
  ...emptyFeed,
  input: { ...emptyFeed.input, firstClip: video(1), loading: 'current' },
  events: [
    { type: 'clip.playing' },
    { type: 'clip.ready', index: 0 },
    { type: 'day.began' },
    { type: 'limit.changed' },
    { type: 'rendition.picked', rendition: 'small' },
    { type: 'screen.loaded' },
  ],
  outcomes: { loadClips: { done: [page(2), page(2, { isLinkGone: true })], error: [offline] } },
  facts: ({ context }) => [context.live, context.clips.length, context.isOutdated, context.loading],
};

/** Hints of a current phone on a good connection, with changes by the test. */
export const hints = (changes: Partial<DeviceHints> = {}): DeviceHints => ({
  ...{ saveData: false, effectiveType: '4g', downlinkMbps: 10, pixels: 1_170 },
  ...changes,
});

/** The choice of the next clip's file. */
export const rendition = (level: Level): Model => ({
  machine: renditionMachine,
  input: { level, hints: hints(), isSavingData: false },
  events: [
    ...[499, 500, 1_000, 1_001].map((loadMs) => ({ type: 'frame.loaded', loadMs })),
    ...[{}, { saveData: true }, { effectiveType: '3g' }].map((change) => ({
      type: 'hints.changed',
      hints: hints(change),
    })),
    ...['tapped', 'ahead'].map((loading) => ({ type: 'loading.changed', loading })),
  ],
  outcomes: { testDecoders: { done: [{ av1: true, large: true }], error: [offline] } },
  facts: ({ context }) => [
    context.hints,
    context.isSavingData,
    context.quickStarts,
    context.quickStartsNeeded,
  ],
  // for higher counts see rendition.test.ts
  isWithin: ({ context }) => context.quickStartsNeeded < 12 && context.quickStarts < 4,
});

/** The claim of one reward. */
export const claiming = (eligibility: string): Model => ({
  machine: claimMachine,
  input: { idPrefix: 'n-0-1', claimable: { call: 'record', itemId: 1 }, eligibility, owner },
  events: [
    ...['open', 'alreadyRewarded', 'closed'].map((eligibility) => ({
      type: 'eligibility.known',
      eligibility,
    })),
    ...['open', 'alreadyRewarded'].map((eligibility) => ({
      type: 'eligibility.renewed',
      eligibility,
    })),
    { type: 'claim.earned' },
    ...[false, true].map((isBackdated) => ({ type: 'claim.paid', answer, isBackdated })),
    ...[
      refused('already_rewarded'),
      refused('daily_limit_reached'),
      refused('unknown_video'),
      ended,
    ].map((failure) => ({ type: 'claim.refused', failure })),
    { type: 'claim.paused' },
  ],
  outcomes: {},
});

/** Data saver: nothing is fetched before a tap, or only the clip on the stage. */
export const feedThatSaves: Model = {
  ...feedWithClip,
  input: {
    firstClip: video(1),
    firstSrc: null,
    isSoundOn: false,
    rendition: null,
    loading: 'tapped',
    idPrefix: 'n',
  },
  events: [
    { type: 'clip.ready', index: 0 },
    ...['tapped', 'current', 'ahead'].map((loading) => ({ type: 'loading.changed', loading })),
  ],
  facts: ({ context }) => [context.live, context.clips.length, context.loading],
};

export const watching = (isSoundOn: boolean, waitsForTap = false): Model => ({
  machine: videoMachine,
  input: {
    owner,
    index: 0,
    video: video(1),
    call: 'record',
    eligibility: 'unknown',
    isSoundOn,
    isSoundPromptDue: true,
    waitsForTap,
    idPrefix: 'n-0',
  },
  events: [
    ...['approached', 'retreated', 'entered', 'left', 'covered', 'uncovered', 'recovered'].map(
      (what) => ({
        type: `stage.${what}`,
      }),
    ),
    ...['ready', 'playing', 'stalled', 'paused', 'ended', 'failed', 'playRefused'].map((what) => ({
      type: `media.${what}`,
    })),
    { type: 'media.progressed', playedMs: 5_000 },
    { type: 'eligibility.known', eligibility: 'open' },
    { type: 'eligibility.renewed', eligibility: 'open' },
    { type: 'claim.opened' },
    { type: 'claim.renewed' },
    { type: 'sound.changed', isOn: true },
    { type: 'sound.changed', isOn: false },
    { type: 'play.pressed' },
    { type: 'pause.pressed' },
    { type: 'retry.pressed' },
  ],
  outcomes: {},
  // the two regions depend on each other only through these
  facts: ({ context }) => [
    context.isReady,
    context.isSoundOn,
    context.waitsForTap,
    context.watchedMs >= 5_000,
  ],
  isWithin: ({ value }) => isSimple(value),
});

/** The sound prompt was closed on an earlier clip. */
export const prompted: Model = {
  ...watching(false),
  input: { ...(watching(false).input as object), isSoundPromptDue: false },
  events: [{ type: 'stage.approached' }, { type: 'stage.entered' }, { type: 'media.playing' }],
};

/**
 * Is at most one region away from its initial state? All combinations of both regions' states would
 * only repeat the behaviour of each region.
 */
function isSimple(value: Record<string, unknown>): boolean {
  const quiet = [
    value.playback === 'standby' || JSON.stringify(value.playback) === '{"live":"starting"}',
    value.sound !== 'prompt',
  ];
  return quiet.filter((isQuiet) => !isQuiet).length <= 1;
}

export const ticker: Model = {
  machine: tickerMachine,
  events: [
    { type: 'close.pressed' },
    { type: 'notice.pressed' },
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
  ],
  outcomes: {
    pickNotice: {
      done: [{ username: 'ma***88', amount: '212.4000', isExample: true }],
      error: [offline],
    },
  },
};
