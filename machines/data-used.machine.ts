import { assign, not, setup } from 'xstate';
import { becomesVisible, type VisibilityEvent } from './attention.ts';
import { listenerNotProvided, notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

/** Bytes that this device has fetched for the app. */
export interface DataUsed {
  today: number;
  month: number;
}

interface Context {
  /** null: not read yet */
  used: DataUsed | null;
  /** bytes not included in `used` yet */
  uncounted: number;
  /** the part of `uncounted` that is being added */
  adding: number;
}

type Event = VisibilityEvent | { type: 'bytes.fetched'; bytes: number };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    /** adds to the stored counts of each day, and returns the sums; with 0 it only reads */
    addBytes: notProvided<DataUsed, { bytes: number }>('addBytes'),
    watchTransfers: listenerNotProvided('watchTransfers'),
  },
  delays: { gatherTime: 2_000, addTimeout: 5_000 },
  guards: {
    becomesVisible: ({ event }) => becomesVisible(event),
    hasUncounted: ({ context }) => context.uncounted > 0,
  },
  actions: {
    count: assign({ uncounted: ({ context }, bytes: number) => context.uncounted + bytes }),
    take: assign({ adding: ({ context }) => context.uncounted }),
    setUsed: assign(({ context }, used: DataUsed) => ({
      used,
      uncounted: context.uncounted - context.adding,
      adding: 0,
    })),
  },
});

/**
 * Data use of the app: fetched bytes are gathered for two seconds, then added to the day's count on
 * this device, at the latest when the page is hidden.
 */
export const dataUsedMachine = base.createMachine({
  id: 'dataUsed',
  context: { used: null, uncounted: 0, adding: 0 },
  invoke: { id: 'watchTransfers', src: 'watchTransfers' },
  on: { 'bytes.fetched': { actions: { type: 'count', params: ({ event }) => event.bytes } } },
  initial: 'adding',
  states: {
    adding: {
      tags: ['busy'],
      entry: 'take',
      invoke: {
        id: 'addBytes',
        src: 'addBytes',
        input: ({ context }) => ({ bytes: context.adding }),
        onDone: { target: 'resting', actions: { type: 'setUsed', params: output } },
        onError: 'gathering',
      },
      after: { addTimeout: 'gathering' },
    },
    resting: {
      always: { guard: 'hasUncounted', target: 'gathering' },
      // a new day may have begun, or another window may have added bytes
      on: { 'visibility.changed': { guard: 'becomesVisible', target: 'adding' } },
    },
    gathering: {
      after: { gatherTime: 'adding' },
      // the page may never become visible again
      on: { 'visibility.changed': { guard: not('becomesVisible'), target: 'adding' } },
    },
  },
});
