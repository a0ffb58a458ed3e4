import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { becomesVisible, type VisibilityEvent } from './attention.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';
import { onVisibilityChanged, setVisibility } from './visibility.ts';

export type ResourceEvent =
  | VisibilityEvent
  /** the shown value may be outdated */
  | { type: 'data.outdated' }
  | { type: 'retry.pressed' };

interface Context<Value> {
  /** null: not known yet */
  value: Value | null;
  failure: CallFailure | null;
  isVisible: boolean;
  /** the value became outdated since it was loaded */
  isOutdated: boolean;
}

function resourceSetup<Value>() {
  return setup({
    types: {} as { context: Context<Value>; events: ResourceEvent; tags: Tag },
    actors: {
      /** `bypassCache`: a cached answer would be too old */
      loadValue: notProvided<Value, { bypassCache: boolean }>('loadValue'),
    },
    guards: {
      isVisible: ({ context }) => context.isVisible,
      becomesVisible: ({ event }) => becomesVisible(event),
    },
    actions: {
      setVisibility: assign({ isVisible: (_, isVisible: boolean) => isVisible }),
      markOutdated: assign({ isOutdated: true }),
      clearFailure: assign({ failure: null }),
      setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
      setValue: assign((_, value: Value) => ({ value, isOutdated: false })),
    },
  });
}

const whenVisible = { always: { guard: 'isVisible', target: 'loading' } } as const;

/** States of data that can become outdated, in addition to `loading` and the states with data. */
export const freshness = {
  empty: whenVisible,
  stale: whenVisible,
  failed: {
    on: {
      'retry.pressed': 'loading',
      'visibility.changed': { guard: 'becomesVisible', target: 'loading', actions: setVisibility },
    },
  },
} as const;

const lost = failsTo('failed', ['setFailure']);

/**
 * A value that is loaded while its screen is visible, and again once it is outdated; a failure
 * keeps the old value, and the load is retried by hand or when the screen becomes visible again.
 */
export function createResourceMachine<Value>() {
  return resourceSetup<Value>().createMachine({
    id: 'resource',
    context: { value: null, failure: null, isVisible: false, isOutdated: false },
    on: { ...onVisibilityChanged, 'data.outdated': { target: '.stale', actions: 'markOutdated' } },
    initial: 'empty',
    states: {
      ...freshness,
      loading: {
        tags: ['busy'],
        entry: 'clearFailure',
        invoke: {
          id: 'loadValue',
          src: 'loadValue',
          input: ({ context }) => ({ bypassCache: context.isOutdated }),
          onDone: { target: 'fresh', actions: { type: 'setValue', params: output } },
          onError: lost,
        },
      },
      fresh: {},
    },
  });
}

export type ResourceMachine<Value> = ReturnType<typeof createResourceMachine<Value>>;
