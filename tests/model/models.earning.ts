import { earningMachine } from '../../machines/earning.machine.ts';
import type { Model } from './model.ts';
import { emptyFeed } from './models.feed.ts';
import { count, extraViews, offline, page, refused, spentPage } from './samples.ts';

/** The feed with one clip: the daily limit, the beginning of a day, and a failing network. */
export const feedOverDays: Model = {
  ...emptyFeed,
  events: [
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
    { type: 'connectivity.changed', isOnline: false },
    { type: 'connectivity.changed', isOnline: true },
    { type: 'retry.pressed' },
    { type: 'day.began' },
    { type: 'limit.changed' },
    { type: 'earning.changed' },
    { type: 'earning.changed', isRenewed: true },
    { type: 'clip.paid', videoId: 1 },
  ],
  outcomes: { loadClips: { done: [page(1), spentPage(1, 0)], error: [offline] } },
  facts: ({ context }) => [
    context.isLoaded,
    context.isOutdated,
    context.clips.some(({ isOpen }: { isOpen: boolean }) => isOpen),
  ],
  isWithin: ({ value }) =>
    [
      value.visibility === 'visible',
      value.list === 'watching' || value.list === 'exhausted',
    ].filter((isQuiet) => !isQuiet).length <= 1,
};

/** The machine that counts the paid clips of a day: its limit, extra views, and paused rewards. */
export const earning: Model = {
  machine: earningMachine,
  events: [
    { type: 'count.loaded', count },
    { type: 'count.loaded', count: { ...count, remaining: 0 } },
    { type: 'count.loaded', count: { ...count, remaining: 0, extraSharesLeft: 0 } },
    { type: 'count.changed', remaining: 0, isPaused: undefined },
    { type: 'count.changed', remaining: 0, isPaused: false },
    { type: 'count.changed', remaining: undefined, isPaused: false },
    { type: 'count.changed', remaining: undefined, isPaused: true },
    { type: 'share.counted' },
    { type: 'limit.dismissed' },
    { type: 'minute.began', nowMs: 60_000 },
  ],
  outcomes: {
    addExtraViews: {
      done: [{ ...extraViews, extra_shares_left: 0 }],
      error: [refused('no_extra_left'), refused('limit_not_reached'), offline, { kind: 'timeout' }],
    },
  },
  facts: ({ context: { count, isPaused } }) => [count?.remaining, count?.extraSharesLeft, isPaused],
};
