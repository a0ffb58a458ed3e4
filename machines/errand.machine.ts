import { assign, emit, setup } from 'xstate';
import { missing } from './missing.ts';
import type { Tag } from './tags.ts';

/** Something done to what this device keeps. */
export type Errand =
  | { kind: 'clearKey'; key: string }
  | { kind: 'clearKeys' }
  | { kind: 'clearCaches' }
  /** takes the service worker and its caches away and starts the page anew */
  | { kind: 'dropWorker' }
  | { kind: 'copyReport'; text: string };

interface Context {
  errand: Errand | null;
}

type Event =
  | { type: 'errand.pressed'; errand: Errand }
  | { type: 'confirm.pressed' }
  | { type: 'cancel.pressed' };

export type ErrandNews = { type: 'device.changed' };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as ErrandNews,
    tags: {} as Tag,
  },
  actors: { runErrand: missing<void, { errand: Errand | null }>('runErrand') },
  delays: { errandLimit: 10_000 },
  guards: {
    isHarmless: ({ event }) =>
      event.type === 'errand.pressed' && event.errand.kind === 'copyReport',
  },
  actions: {
    noteErrand: assign({
      errand: ({ context, event }) =>
        event.type === 'errand.pressed' ? event.errand : context.errand,
    }),
    tellChanged: emit({ type: 'device.changed' }),
  },
});

const open = {
  'errand.pressed': [
    { guard: 'isHarmless', target: 'running', actions: 'noteErrand' },
    { target: 'asking', actions: 'noteErrand' },
  ],
} as const;

/**
 * An errand on this device: asked about when it cannot be taken back, then run, then done or
 * failed. One at a time.
 */
export const errandMachine = base.createMachine({
  id: 'errand',
  context: { errand: null },
  initial: 'idle',
  states: {
    idle: { tags: ['actionable'], on: open },
    asking: {
      tags: ['actionable'],
      on: { 'confirm.pressed': 'running', 'cancel.pressed': 'idle' },
    },
    running: {
      tags: ['busy'],
      invoke: {
        id: 'runErrand',
        src: 'runErrand',
        input: ({ context }) => ({ errand: context.errand }),
        onDone: { target: 'done', actions: 'tellChanged' },
        onError: { target: 'failed', actions: 'tellChanged' },
      },
      after: { errandLimit: { target: 'failed', actions: 'tellChanged' } },
    },
    done: { tags: ['settled'], on: open },
    failed: { tags: ['settled'], on: open },
  },
});
