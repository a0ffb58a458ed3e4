import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { tasks } from '../contract/shapes.ts';
import { isRefusedFor } from './failure.ts';
import { notify } from './notify.ts';
import type { EarnedClaim } from './outbox/claim.ts';
import type { Tag } from './tags.ts';

export type TaskName = (typeof tasks)[number];

/**
 * Outcome of helping a user to do the task. `byHand`: the browser does not prompt (any more), so
 * that only the user can do the task, in the browser's menus or settings.
 */
export type Preparation = 'ready' | 'declined' | 'byHand' | 'impossible';

interface Input {
  task: TaskName;
  isCompleted: boolean;
  /** the task's condition is met: the app is installed, notifications are allowed */
  isReady: boolean;
  /** makes the ids of its claims unique */
  idPrefix: string;
}

interface Context extends Input {
  /** number of claims made, for their ids */
  claims: number;
}

/** Events that the root sends about one task. */
export type TaskEvent =
  | { type: 'readiness.changed'; task: TaskName; isReady: boolean }
  | { type: 'task.prepared'; task: TaskName; preparation: Preparation }
  /** outcome of its claim, in time or late */
  | { type: 'task.paid'; task: TaskName }
  | { type: 'task.refused'; task: TaskName; failure: CallFailure }
  /** the claim could not be sent at once */
  | { type: 'task.delayed'; task: TaskName };

type Event =
  | TaskEvent
  /** the server's list was loaded again: the task may have been done on another device */
  | { type: 'task.listed'; isCompleted: boolean }
  | { type: 'start.pressed' }
  | { type: 'help.closed' }
  | { type: 'claim.pressed' };

export type TaskEmitted =
  /** for the outbox; the root adds the user */
  | { type: 'claim.made'; claim: EarnedClaim; recipient: null }
  /** the user needs help to do the task; `task.prepared` is the answer */
  | { type: 'task.started'; task: TaskName }
  | { type: 'task.claimFailed'; failure: CallFailure }
  /** the user has declined, or this browser cannot do it */
  | { type: 'task.notReady'; task: TaskName; preparation: Preparation };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: Input },
  delays: { claimTimeout: 15_000, answerTimeout: 3_000, personTimeout: 5 * 60_000 },
  guards: {
    isCompleted: ({ context }) => context.isCompleted,
    isReady: ({ context }) => context.isReady,
    isNotReady: ({ context }) => !context.isReady,
    isPrepared: (_, preparation: Preparation) => preparation === 'ready',
    isByHand: (_, preparation: Preparation) => preparation === 'byHand',
    isClaimed: (_, failure: CallFailure) => isRefusedFor(failure, 'already_claimed'),
  },
  actions: {
    setListed: assign({ isCompleted: (_, isCompleted: boolean) => isCompleted }),
    setReadiness: assign({ isReady: (_, isReady: boolean) => isReady }),
    notifyStarted: notify(({ context }) => ({ type: 'task.started', task: context.task })),
    notifyNotReady: notify(({ context }, preparation: Preparation) => ({
      type: 'task.notReady',
      task: context.task,
      preparation,
    })),
    notifyFailed: notify((_, failure: CallFailure) => ({ type: 'task.claimFailed', failure })),
    countClaim: assign({ claims: ({ context }) => context.claims + 1 }),
    notifyMade: notify(({ context: { task, idPrefix, claims } }) => ({
      type: 'claim.made',
      claim: {
        call: 'claimTask',
        itemId: task,
        id: `${idPrefix}-${task}-${claims}`,
      } satisfies EarnedClaim,
      recipient: null,
    })),
  },
});

const whenCompleted = { guard: 'isCompleted', target: 'completed' } as const;

/**
 * A task: to do, then claimable, then completed. Its condition lies outside the app (the app
 * installed, notifications allowed) and may be met at any time.
 */
export const taskMachine = base.createMachine({
  id: 'task',
  context: ({ input }) => ({ ...input, claims: 0 }),
  on: {
    'task.paid': '.completed',
    'task.refused': [
      { guard: { type: 'isClaimed', params: ({ event }) => event.failure }, target: '.completed' },
      {
        target: '.canClaim',
        actions: { type: 'notifyFailed', params: ({ event }) => event.failure },
      },
    ],
    'task.listed': { actions: { type: 'setListed', params: ({ event }) => event.isCompleted } },
    'readiness.changed': {
      actions: { type: 'setReadiness', params: ({ event }) => event.isReady },
    },
  },
  initial: 'default',
  states: {
    default: {
      always: [whenCompleted, { guard: 'isReady', target: 'canClaim' }],
      on: { 'start.pressed': 'preparing' },
      initial: 'unaided',
      states: {
        unaided: {},
        /** the steps to do it by hand are shown */
        helping: { on: { 'help.closed': 'unaided' } },
      },
    },
    preparing: {
      entry: 'notifyStarted',
      always: [whenCompleted, { guard: 'isReady', target: 'canClaim' }],
      on: {
        'task.prepared': [
          {
            guard: { type: 'isPrepared', params: ({ event }) => event.preparation },
            target: 'canClaim',
            actions: { type: 'setReadiness', params: true },
          },
          {
            guard: { type: 'isByHand', params: ({ event }) => event.preparation },
            target: 'default.helping',
            actions: { type: 'notifyNotReady', params: ({ event }) => event.preparation },
          },
          {
            target: 'default',
            actions: { type: 'notifyNotReady', params: ({ event }) => event.preparation },
          },
        ],
      },
      after: { personTimeout: 'default' },
      initial: 'answering',
      states: {
        answering: { tags: ['busy'], after: { answerTimeout: 'unanswered' } },
        /** a browser's prompt may be overlooked or closed unanswered: it can be shown again */
        unanswered: { on: { 'start.pressed': '#task.preparing' } },
      },
    },
    canClaim: {
      always: [whenCompleted, { guard: 'isNotReady', target: 'default' }],
      on: { 'claim.pressed': 'claiming' },
    },
    claiming: {
      tags: ['busy'],
      entry: ['countClaim', 'notifyMade'],
      on: { 'task.delayed': 'queued' },
      after: { claimTimeout: 'queued' },
    },
    /** the outbox sends the claim when it can */
    queued: {},
    completed: {},
  },
});
