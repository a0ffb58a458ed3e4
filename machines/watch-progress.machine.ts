import { assign, not, setup } from 'xstate';
import type { ClipProgress } from '../contract/progress.calls.ts';
import { becomesVisible, type VisibilityEvent } from './attention.ts';
import { listenerNotProvided, notProvided } from './not-provided.ts';

interface Context {
  /** clips to send, in the order in which they left the stage */
  clips: readonly ClipProgress[];
  /** clips of the running call */
  sending: readonly ClipProgress[];
}

type Event =
  /** visibility of the feed */
  | VisibilityEvent
  /** a clip has left the stage; `isClaimed`: its claim reports to the server that it was watched */
  | { type: 'clip.left'; clip: ClipProgress; isClaimed: boolean };

/** Limit of clips to send: after a long time without an answer the oldest are dropped. */
const MAX_CLIPS = 20;

const added = (clips: readonly ClipProgress[], clip: ClipProgress) =>
  [...clips, clip].slice(-MAX_CLIPS);

const base = setup({
  types: {} as { context: Context; events: Event },
  actors: {
    watchStage: listenerNotProvided('watchStage'),
    sendProgress: notProvided<void, readonly ClipProgress[]>('sendProgress'),
  },
  delays: { batchTime: 120_000 },
  guards: {
    becomesVisible: ({ event }) => becomesVisible(event),
    isUnclaimed: (_, isClaimed: boolean) => !isClaimed,
    isFull: ({ context }) => context.clips.length >= MAX_CLIPS,
    isEmpty: ({ context }) => context.clips.length === 0,
  },
  actions: {
    add: assign({ clips: ({ context }, clip: ClipProgress) => added(context.clips, clip) }),
    pack: assign(({ context }) => ({ clips: [], sending: context.clips })),
    drop: assign({ sending: [] }),
  },
});

type Left = { event: Extract<Event, { type: 'clip.left' }> };
const add = {
  guard: { type: 'isUnclaimed', params: ({ event }: Left) => event.isClaimed },
  actions: { type: 'add', params: ({ event }: Left) => event.clip },
} as const;
const send = { target: 'sending', actions: 'pack' } as const;
const next = [
  { guard: 'isEmpty', target: 'empty', actions: 'drop' },
  { target: 'collecting', actions: 'drop' },
] as const;

/**
 * Reports to the server, in batches, the clips that were on the stage without being claimed. If a batch cannot be sent,
 * it is dropped without a message.
 */
export const watchProgressMachine = base.createMachine({
  id: 'watchProgress',
  context: { clips: [], sending: [] },
  invoke: { id: 'watchStage', src: 'watchStage' },
  initial: 'empty',
  states: {
    empty: { on: { 'clip.left': { ...add, target: 'collecting' } } },
    collecting: {
      always: { guard: 'isFull', ...send },
      on: { 'clip.left': add, 'visibility.changed': { guard: not('becomesVisible'), ...send } },
      after: { batchTime: send },
    },
    sending: {
      invoke: {
        id: 'sendProgress',
        src: 'sendProgress',
        input: ({ context }) => context.sending,
        onDone: [...next],
        onError: [...next],
      },
      on: { 'clip.left': add },
    },
  },
});
