import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo } from './failure.ts';
import { listenerNotProvided, notProvided } from './not-provided.ts';
import type { Tag } from './tags.ts';

export type ResourceEvent =
  /** what is shown may be old */
  | { type: 'data.outdated' }
  /** whether somebody looks at it, told at every change of the page and of its path */
  | { type: 'presence.changed'; isPresent: boolean }
  | { type: 'retry.pressed' };

interface Context<Value> {
  /** null: not known yet */
  value: Value | null;
  failure: CallFailure | null;
  isPresent: boolean;
  /** something has happened since it was asked for */
  isOutdated: boolean;
}

function resourceSetup<Value>() {
  return setup({
    types: { context: {} as Context<Value>, events: {} as ResourceEvent, tags: {} as Tag },
    actors: {
      /** `isAnew`: an answer that somebody keeps would be too old */
      loadValue: notProvided<Value, { isAnew: boolean }>('loadValue'),
      watchPresence: listenerNotProvided('watchPresence'),
    },
    guards: {
      isPresent: ({ context }) => context.isPresent,
      isLookedAt: (_, isPresent: boolean) => isPresent,
    },
    actions: {
      setPresence: assign({ isPresent: (_, isPresent: boolean) => isPresent }),
      markOutdated: assign({ isOutdated: true }),
      clearFailure: assign({ failure: null }),
      setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
      setValue: assign((_, value: Value) => ({ value, isOutdated: false })),
    },
  });
}

const isPresent = ({ event }: { event: { isPresent: boolean } }) => event.isPresent;
const setPresence = { type: 'setPresence', params: isPresent } as const;

/** The whole machine's part in who is looking. */
export const knowsPresence = { 'presence.changed': { actions: setPresence } } as const;

/** What leads from a failure to the next attempt. */
export const triesAgain = {
  'retry.pressed': 'loading',
  'presence.changed': {
    guard: { type: 'isLookedAt', params: isPresent },
    target: 'loading',
    actions: setPresence,
  },
} as const;

const lost = failsTo('failed', ['setFailure']);

/**
 * A value that is asked for when somebody looks, grows old, and is asked for again when somebody
 * looks again; a failure keeps the old one, and is tried again by hand or at the next look.
 */
export function createResourceMachine<Value>() {
  return resourceSetup<Value>().createMachine({
    id: 'resource',
    context: { value: null, failure: null, isPresent: false, isOutdated: false },
    invoke: { id: 'watchPresence', src: 'watchPresence' },
    on: {
      ...knowsPresence,
      'data.outdated': { target: '.stale', actions: 'markOutdated' },
    },
    initial: 'empty',
    states: {
      empty: { always: { guard: 'isPresent', target: 'loading' } },
      loading: {
        tags: ['busy'],
        entry: 'clearFailure',
        invoke: {
          id: 'loadValue',
          src: 'loadValue',
          input: ({ context }) => ({ isAnew: context.isOutdated }),
          onDone: {
            target: 'fresh',
            actions: { type: 'setValue', params: ({ event }) => event.output },
          },
          onError: lost,
        },
      },
      fresh: {},
      stale: { always: { guard: 'isPresent', target: 'loading' } },
      failed: { on: triesAgain },
    },
  });
}

export type ResourceMachine<Value> = ReturnType<typeof createResourceMachine<Value>>;
