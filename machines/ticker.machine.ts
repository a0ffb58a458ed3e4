import { assign, not, setup } from 'xstate';
import { becomesVisible, type VisibilityEvent } from './attention.ts';
import { notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

interface Notice {
  /** masked */
  username: string;
  amount: string;
  /** an invented notice, labelled as an example: there are too few real ones */
  isExample: boolean;
}

interface Context {
  notice: Notice | null;
  /** number of notices shown, which selects the next one */
  shown: number;
}

type Event = VisibilityEvent | { type: 'close.pressed' } | { type: 'notice.pressed' };

const sleeps = {
  'visibility.changed': { guard: not('becomesVisible'), target: 'asleep' },
} as const;

/**
 * Notices of other members' withdrawals, 5 seconds each: the first after 10 seconds, the next a minute
 * after the last disappeared, until the user closes one. A hidden page shows none; once it is visible
 * again, the minute starts anew.
 */
export const tickerMachine = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: { pickNotice: notProvided<Notice, { shown: number }>('pickNotice') },
  delays: { firstPause: 10_000, pause: 60_000, shownTime: 5_000, pickTimeout: 10_000 },
  guards: { becomesVisible: ({ event }) => becomesVisible(event) },
  actions: {
    show: assign(({ context }, notice: Notice) => ({ notice, shown: context.shown + 1 })),
    clear: assign({ notice: null }),
  },
}).createMachine({
  id: 'ticker',
  context: { notice: null, shown: 0 },
  initial: 'beginning',
  states: {
    beginning: { after: { firstPause: 'picking' }, on: sleeps },
    picking: {
      tags: ['busy'],
      on: sleeps,
      invoke: {
        id: 'pickNotice',
        src: 'pickNotice',
        input: ({ context }) => ({ shown: context.shown }),
        onDone: { target: 'showing', actions: { type: 'show', params: output } },
        // a failed load shows nothing, not even the failure
        onError: 'resting',
      },
      after: { pickTimeout: 'resting' },
    },
    showing: {
      exit: 'clear',
      after: { shownTime: 'resting' },
      on: { 'close.pressed': 'closed', 'notice.pressed': 'resting', ...sleeps },
    },
    resting: { after: { pause: 'picking' }, on: sleeps },
    asleep: { on: { 'visibility.changed': { guard: 'becomesVisible', target: 'resting' } } },
    closed: {},
  },
});
