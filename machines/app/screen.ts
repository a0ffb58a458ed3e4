import { field, output } from '../params.ts';
import { model } from './model.ts';
import { moduleInput } from './modules.ts';

const startFetched = { type: 'startChildren', params: output } as const;

const setHasUnpersisted = { type: 'setHasUnpersisted', params: field('isAny') } as const;

/** The open screen: its code is loaded and its actors are started when it is opened. */
export const screen = model.createStateConfig({
  initial: 'waiting',
  on: {
    'screen.opened': {
      target: '.deciding',
      actions: { type: 'setScreen', params: ({ event }) => event.screen },
    },
    'session.changed': '.deciding',
    'module.fetched': { actions: startFetched },
    'unpersisted.changed': { actions: setHasUnpersisted },
  },
  states: {
    /** Until the session is known, it is unknown which screens may be shown. */
    waiting: {
      on: {
        'screen.opened': { actions: { type: 'setScreen', params: ({ event }) => event.screen } },
      },
    },
    deciding: {
      always: [
        { guard: 'isForbidden', target: 'redirecting' },
        { guard: 'isVisited', target: 'shown' },
        { target: 'loading' },
      ],
    },
    /** another screen will be opened instead */
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
    /** A newer version may have removed this version's files: after a reload, the page requests the newer files. */
    failed: {
      entry: 'doubtConnectivity',
      on: {
        'connectivity.restored': { guard: 'mayReload', actions: 'reload' },
        // without unpersisted claims the page may reload, once the connection is known to be good
        'unpersisted.changed': { actions: [setHasUnpersisted, 'doubtConnectivity'] },
      },
    },
  },
});
