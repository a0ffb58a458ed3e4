import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { tasks } from '../contract/shapes.ts';
import { isRefusedFor } from './failure.ts';
import { notify } from './notify.ts';
import type { EarnedClaim } from './outbox/claim.ts';
import type { Tag } from './tags.ts';

export type TaskName = (typeof tasks)[number];

/**
 * How it ended when a person was led to do the task. `byHand`: the browser does not ask (again),
 * only a person can do it, in its menus or settings.
 */
export type Preparation = 'ready' | 'declined' | 'byHand' | 'impossible';

interface Input {
  task: TaskName;
  isCompleted: boolean;
  /** what the task asks for is so: the app is installed, notifications are allowed */
  isReady: boolean;
  /** makes its claims unlike those of any other actor */
  idPrefix: string;
}

interface Context extends Input {
  /** how often it was claimed: each claim has an id of its own */
  claims: number;
}

/** What the root sends about one task. */
export type TaskEvent =
  | { type: 'readiness.changed'; task: TaskName; isReady: boolean }
  | { type: 'task.prepared'; task: TaskName; preparation: Preparation }
  /** what has become of its claim, soon or late */
  | { type: 'task.paid'; task: TaskName }
  | { type: 'task.refused'; task: TaskName; failure: CallFailure }
  /** it could not be sent at once */
  | { type: 'task.delayed'; task: TaskName };

type Event =
  | TaskEvent
  /** the server's list came anew: perhaps it was done on another device */
  | { type: 'task.listed'; isCompleted: boolean }
  | { type: 'start.pressed' }
  | { type: 'help.closed' }
  | { type: 'claim.pressed' };

export type TaskEmitted =
  /** for the outbox; the root knows whose it is */
  | { type: 'claim.made'; claim: EarnedClaim; recipient: null }
  /** somebody is to be led to do it; `task.prepared` answers */
  | { type: 'task.started'; task: TaskName }
  | { type: 'task.claimFailed'; failure: CallFailure }
  /** a person said no, or this browser cannot */
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

const isDone = { guard: 'isCompleted', target: 'completed' } as const;

/**
 * A task: to do, then claimable, then done. What has to be done lies outside (the app installed,
 * notifications allowed) and may be done there at any time.
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
      always: [isDone, { guard: 'isReady', target: 'canClaim' }],
      on: { 'start.pressed': 'preparing' },
      initial: 'unaided',
      states: {
        unaided: {},
        /** the way to do it by hand is shown, step by step */
        helping: { on: { 'help.closed': 'unaided' } },
      },
    },
    preparing: {
      entry: 'notifyStarted',
      always: [isDone, { guard: 'isReady', target: 'canClaim' }],
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
        /** a browser's question may be overlooked, or put away unanswered: it can be put again */
        unanswered: { on: { 'start.pressed': '#task.preparing' } },
      },
    },
    canClaim: {
      always: [isDone, { guard: 'isNotReady', target: 'default' }],
      on: { 'claim.pressed': 'claiming' },
    },
    claiming: {
      tags: ['busy'],
      entry: ['countClaim', 'notifyMade'],
      on: { 'task.delayed': 'queued' },
      after: { claimTimeout: 'queued' },
    },
    /** the outbox sends it as soon as it can */
    queued: {},
    completed: {},
  },
});
