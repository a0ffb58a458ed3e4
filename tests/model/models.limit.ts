import { feedMachine } from '../../machines/feed.machine.ts';
import type { Model } from './model.ts';
import { answer, offline, page, refused } from './samples.ts';

/** The same feed with one clip: the day's limit, other days, and a line that breaks. */
export const feedOverDays: Model = {
  machine: feedMachine,
  input: { firstClip: null, isSoundOn: false, nonce: 'n' },
  events: [
    { type: 'presence.changed', isPresent: false },
    { type: 'presence.changed', isPresent: true },
    { type: 'network.changed', isOnline: false },
    { type: 'network.changed', isOnline: true },
    { type: 'retry.pressed' },
    { type: 'day.began' },
    { type: 'limit.changed' },
    { type: 'limit.dismissed' },
    { type: 'share.counted' },
    { type: 'clip.limitReached' },
    { type: 'clip.rewarded', index: 0, answer },
    { type: 'clip.paid', videoId: 1, answer: { ...answer, remaining_today: 0 } },
  ],
  outcomes: {
    loadClips: {
      done: [page(1), page(1, { remainingToday: 0, extraSharesLeft: 0 })],
      error: [offline],
    },
    addExtraViews: {
      done: [{ extra_views: 5, remaining_today: 5, limit_today: 25, extra_shares_left: 0 }],
      error: [refused('no_extra_left'), refused('limit_not_reached'), offline],
    },
  },
  facts: ({ context }) => [
    context.isLoaded,
    context.isOutdated,
    context.remainingToday > 0,
    context.extraSharesLeft > 0,
    context.clips.some(({ isOpen }: { isOpen: boolean }) => isOpen),
  ],
  isWithin: ({ value }) =>
    value.ads === 'waiting' &&
    [
      value.presence === 'present',
      value.line === 'online',
      value.limit === 'open',
      value.list === 'watching' || value.list === 'exhausted',
    ].filter((isQuiet) => !isQuiet).length <= 1,
};
