import type { Row } from './row.ts';

const limited = {
  file: 'tests/browser/share.test.ts',
  title: 'the daily limit opens the share dialog, and a share brings extra views',
};
const midnight = {
  file: 'tests/browser/feed-limit.test.ts',
  title: 'an app that is open or asleep over midnight earns again on the new day',
};

/** The daily limit: reached, raised by a share, and reset by the next day. */
export const dailyLimit: readonly Row[] = [
  {
    section: 4,
    spec: 'Daily reward limit: a reached limit opens the share modal',
    step: 'earning.open --count.changed--> reached',
    shown: limited,
  },
  {
    section: 4,
    spec: 'Daily reward limit: a successful share grants extra views',
    step: 'earning.addingViews --xstate.done.actor.addExtraViews--> open',
    tells: ['limit.viewsAdded'],
    shown: limited,
  },
  {
    section: 4,
    spec: 'Daily reward limit: no extra views are left today',
    step: 'earning.unknown --count.loaded--> spent',
    given: { count: { remaining: 0, extraSharesLeft: 0 } },
    shown: midnight,
  },
  {
    section: 9,
    spec: 'Daily reward count limit: a new UTC day loads the list again',
    step: 'feed.list.exhausted --day.began--> list.loading',
    leaves: { isOutdated: true },
    shown: midnight,
  },
];
