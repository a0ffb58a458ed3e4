import type { Row } from './row.ts';

const limited = {
  file: 'tests/browser/share.test.ts',
  title: 'the daily limit opens the share dialog, and a share brings extra views',
};
const midnight = {
  file: 'tests/browser/feed-limit.test.ts',
  title: 'an app that stays open over midnight earns on, and one that slept over it does too',
};

/** The day's limit: reached, raised by a share, and over with the day. */
export const dailyLimit: readonly Row[] = [
  {
    section: 4,
    spec: 'Daily reward limit: reaching it opens the share modal',
    machine: 'earning',
    from: 'open',
    on: 'count.changed',
    to: 'reached',
    shown: limited,
  },
  {
    section: 4,
    spec: 'Daily reward limit: a successful share grants extra views',
    machine: 'earning',
    from: 'addingViews',
    on: 'xstate.done.actor.addExtraViews',
    to: 'open',
    tells: ['limit.viewsAdded'],
    shown: limited,
  },
  {
    section: 4,
    spec: 'Daily reward limit: no extra views are left today',
    machine: 'earning',
    from: 'unknown',
    on: 'count.loaded',
    given: { count: { remaining: 0, extraSharesLeft: 0 } },
    to: 'spent',
    shown: midnight,
  },
  {
    section: 9,
    spec: 'Daily reward count limit: another UTC day opens it again',
    machine: 'feed',
    from: 'list.exhausted',
    on: 'day.began',
    to: 'list.loading',
    leaves: { isOutdated: true },
    shown: midnight,
  },
];
