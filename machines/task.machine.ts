import { assign, type EventObject, emit, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { reason, timedOut } from './failure.ts';
import { missing, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';

export type TaskName = 'download_app' | 'notification';

/**
 * How it ended when a person was led to do the task. `byHand`: the browser does not ask (again),
 * only a person can do it, in its menus or settings.
 */
export type Preparation = 'ready' | 'declined' | 'byHand' | 'impossible';

interface Input {
  task: TaskName;
  isCompleted: boolean;
  nonce: string;
}

interface Context extends Input {
  /** the app is installed, or notifications are allowed */
  isReady: boolean;
}

type Event =
  | { type: 'readiness.changed'; isReady: boolean }
  | { type: 'start.pressed' }
  | { type: 'help.closed' }
  | { type: 'claim.pressed' };

export type TaskNews =
  | { type: 'task.rewarded'; task: TaskName; reward: string; balance: string }
  | { type: 'task.claimFailed'; task: TaskName; failure: CallFailure }
  /** a person said no, or this browser cannot */
  | { type: 'task.notReady'; task: TaskName; preparation: Preparation };

const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as TaskNews,
    tags: {} as Tag,
    input: {} as Input,
  },
  actors: {
    prepareTask: missing<Preparation, { task: TaskName }>('prepareTask'),
    claimTask: missing<{ reward: string; balance: string }, { task: TaskName; key: string }>(
      'claimTask',
    ),
    watchReadiness: missingListener<EventObject, { task: TaskName }>('watchReadiness'),
  },
  delays: { callLimit: 20_000, personLimit: 5 * 60_000 },
  guards: {
    isCompleted: ({ context }) => context.isCompleted,
    isReady: ({ context }) => context.isReady,
    isNotReady: ({ context }) => !context.isReady,
    isPrepared: (_, preparation: Preparation) => preparation === 'ready',
    isByHand: (_, preparation: Preparation) => preparation === 'byHand',
    isClaimed: (_, failure: CallFailure) =>
      failure.kind === 'refused' && failure.reason === 'already_claimed',
  },
  actions: {
    noteReadiness: assign({
      isReady: ({ context, event }) =>
        event.type === 'readiness.changed' ? event.isReady : context.isReady,
    }),
    becomeReady: assign({ isReady: true }),
    tellNotReady: emit(({ context }, preparation: Preparation) => ({
      type: 'task.notReady' as const,
      task: context.task,
      preparation,
    })),
    tellFailed: emit(({ context }, failure: CallFailure) => ({
      type: 'task.claimFailed' as const,
      task: context.task,
      failure,
    })),
    tellRewarded: emit(({ context }, given: { reward: string; balance: string }) => ({
      type: 'task.rewarded' as const,
      task: context.task,
      ...given,
    })),
  },
});

/**
 * A task: to do, then claimable, then done. What has to be done lies outside (the app installed,
 * notifications allowed) and may be done there at any time.
 */
export const taskMachine = base.createMachine({
  id: 'task',
  context: ({ input }) => ({ ...input, isReady: false }),
  invoke: {
    id: 'watchReadiness',
    src: 'watchReadiness',
    input: ({ context }) => ({ task: context.task }),
  },
  on: { 'readiness.changed': { actions: 'noteReadiness' } },
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'isCompleted', target: 'completed' }, { target: 'default' }],
    },
    default: {
      tags: ['actionable'],
      always: { guard: 'isReady', target: 'canClaim' },
      on: { 'start.pressed': 'preparing' },
      initial: 'unaided',
      states: {
        unaided: {},
        /** the way to do it by hand is shown, step by step */
        helping: { on: { 'help.closed': 'unaided' } },
      },
    },
    preparing: {
      tags: ['busy'],
      always: { guard: 'isReady', target: 'canClaim' },
      invoke: {
        id: 'prepareTask',
        src: 'prepareTask',
        input: ({ context }) => ({ task: context.task }),
        onDone: [
          {
            guard: { type: 'isPrepared', params: ({ event }) => event.output },
            target: 'canClaim',
            actions: 'becomeReady',
          },
          {
            guard: { type: 'isByHand', params: ({ event }) => event.output },
            target: 'default.helping',
            actions: { type: 'tellNotReady', params: ({ event }) => event.output },
          },
          {
            target: 'default',
            actions: { type: 'tellNotReady', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'default', actions: { type: 'tellNotReady', params: 'impossible' } },
      },
      after: { personLimit: 'default' },
    },
    canClaim: {
      tags: ['actionable'],
      always: { guard: 'isNotReady', target: 'default' },
      on: { 'claim.pressed': 'claiming' },
    },
    claiming: {
      tags: ['busy'],
      invoke: {
        id: 'claimTask',
        src: 'claimTask',
        // a task is claimed once: every retry is the same attempt
        input: ({ context: { task, nonce } }) => ({ task, key: `${nonce}-${task}` }),
        onDone: {
          target: 'completed',
          actions: { type: 'tellRewarded', params: ({ event }) => event.output },
        },
        onError: [
          { guard: { type: 'isClaimed', params: reason }, target: 'completed' },
          { target: 'canClaim', actions: { type: 'tellFailed', params: reason } },
        ],
      },
      after: {
        callLimit: { target: 'canClaim', actions: { type: 'tellFailed', params: timedOut } },
      },
    },
    completed: { tags: ['settled'] },
  },
});
