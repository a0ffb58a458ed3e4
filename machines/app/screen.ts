import { field, output } from '../params.ts';
import { model } from './model.ts';
import { moduleInput } from './modules.ts';

const startFetched = { type: 'startChildren', params: output } as const;

const setHoldsRewards = { type: 'setHoldsRewards', params: field('isAny') } as const;

/** The screen that is looked at: its code is fetched and its actors are started when it is opened. */
export const screen = model.createStateConfig({
  initial: 'waiting',
  on: {
    'screen.opened': {
      target: '.deciding',
      actions: { type: 'setScreen', params: ({ event }) => event.screen },
    },
    'session.changed': '.deciding',
    'module.fetched': { actions: startFetched },
    'unpersisted.changed': { actions: setHoldsRewards },
  },
  states: {
    /** it is not known yet whether there is a visitor or a member, and so which screens may be shown */
    waiting: {
      on: {
        'screen.opened': { actions: { type: 'setScreen', params: ({ event }) => event.screen } },
      },
    },
    deciding: {
      always: [
        { guard: 'isForOthers', target: 'redirecting' },
        { guard: 'isVisited', target: 'shown' },
        { target: 'loading' },
      ],
    },
    /** another screen is opened instead */
    redirecting: { entry: 'redirect' },
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadScreen',
        src: 'loadModule',
        input: ({ context }) => moduleInput(context.screen, context),
        onDone: { target: 'shown', actions: [startFetched, 'setVisited'] },
        onError: 'failed',
      },
      after: { loadTimeout: 'failed' },
    },
    shown: {},
    /** a newer version may have taken its files away: a new page asks for those of its own */
    failed: {
      entry: 'doubtConnectivity',
      on: {
        'connectivity.restored': { guard: 'mayEnd', actions: 'reload' },
        // with no unpersisted reward left the page may be reloaded, once the connection is known to be good
        'unpersisted.changed': { actions: [setHoldsRewards, 'doubtConnectivity'] },
      },
    },
  },
});
