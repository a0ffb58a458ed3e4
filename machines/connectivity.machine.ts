import { assign, not, setup } from 'xstate';
import {
  becomesOnline,
  becomesVisible,
  type ConnectivityEvent,
  type VisibilityEvent,
} from './attention.ts';
import { listenerNotProvided, notProvided } from './not-provided.ts';
import { notify } from './notify.ts';
import type { Tag } from './tags.ts';
import { onVisibilityChanged, setVisibility } from './visibility.ts';

interface Input {
  /** a call, a clip or a file of the app has failed before this machine started */
  isDoubted: boolean;
}

interface Context extends Input {
  /** attempts since the connection was last good: each makes the next pause longer */
  attempts: number;
  /** the page is visible */
  isVisible: boolean;
}

type Event =
  | VisibilityEvent
  /** a call, a clip or a file of the app has failed */
  | { type: 'connectivity.doubted' }
  | ConnectivityEvent;

export type ConnectivityEmitted =
  /** failed loads may be repeated */
  { type: 'connectivity.restored' };

const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 30_000;

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: Input },
  actors: {
    /** resolves when the server itself answers, and not a captive portal */
    askServer: notProvided<void>('askServer'),
    watchCalls: listenerNotProvided('watchCalls'),
  },
  delays: {
    pause: ({ context }) => Math.min(FIRST_PAUSE_MS * 2 ** context.attempts, LONGEST_PAUSE_MS),
    askTimeout: 15_000,
    calm: 60_000,
  },
  guards: {
    isDoubted: ({ context }) => context.isDoubted,
    isVisible: ({ context }) => context.isVisible,
    becomesOnline: ({ event }) => becomesOnline(event),
    becomesVisible: ({ event }) => becomesVisible(event),
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    setVisibility: assign({ isVisible: (_, isVisible: boolean) => isVisible }),
    forgetAttempts: assign({ attempts: 0 }),
    notifyReturned: notify({ type: 'connectivity.restored' }),
  },
});

const asksAgain = { 'connectivity.changed': { guard: 'becomesOnline', target: 'asking' } } as const;
const works = { 'connectivity.doubted': 'doubted', ...asksAgain } as const;

/**
 * The connection to the server: after a failure the server is asked in growing pauses until it answers, and at once
 * when the device reports that it is online; while the page is hidden, only then. Afterwards the failed loads are
 * repeated; if they fail again on a good connection, they are repeated ever less often, until a minute without
 * failures.
 */
export const connectivityMachine = base.createMachine({
  id: 'connectivity',
  context: ({ input }) => ({ ...input, attempts: 0, isVisible: true }),
  invoke: { id: 'watchCalls', src: 'watchCalls' },
  on: onVisibilityChanged,
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isDoubted', target: 'doubted' }, { target: 'good' }] },
    good: { entry: 'forgetAttempts', on: works },
    /** failed loads are repeated, and may fail again */
    returned: { entry: 'notifyReturned', on: works, after: { calm: 'good' } },
    doubted: {
      tags: ['busy'],
      always: { guard: not('isVisible'), target: 'hidden' },
      on: asksAgain,
      after: { pause: 'asking' },
    },
    asking: {
      tags: ['busy'],
      entry: 'countAttempt',
      invoke: { id: 'askServer', src: 'askServer', onDone: 'returned', onError: 'doubted' },
      on: {
        'connectivity.changed': { ...asksAgain['connectivity.changed'], reenter: true },
        'visibility.changed': {
          guard: not('becomesVisible'),
          target: 'hidden',
          actions: setVisibility,
        },
      },
      after: { askTimeout: 'doubted' },
    },
    hidden: {
      on: {
        'visibility.changed': { guard: 'becomesVisible', target: 'asking', actions: setVisibility },
        ...asksAgain,
      },
    },
  },
});
