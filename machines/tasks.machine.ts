import { assign, enqueueActions, setup } from 'xstate';
import type { OutputOf } from '../contract/call.ts';
import type { CallFailure } from '../contract/failure.ts';
import type { taskList } from '../contract/task.calls.ts';
import { becomesVisible } from './attention.ts';
import { failsTo } from './failure.ts';
import { notProvided } from './not-provided.ts';
import { output } from './params.ts';
import { freshness, type ResourceEvent } from './resource.machine.ts';
import type { Tag } from './tags.ts';
import { type TaskEvent, type TaskName, taskMachine } from './task.machine.ts';
import { onVisibilityChanged } from './visibility.ts';

export type Task = OutputOf<typeof taskList>['list'][number];

interface Input {
  idPrefix: string;
  /** whether the condition of each task is met */
  readiness: Record<TaskName, boolean>;
}

interface Context extends Input {
  /** null: not known yet */
  value: Task[] | null;
  failure: CallFailure | null;
  isVisible: boolean;
}

type Event = ResourceEvent | TaskEvent;

const isIn = (list: readonly Task[] | null, task: TaskName) =>
  list?.some((each) => each.task === task) ?? false;

const base = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: Tag;
    children: Record<TaskName, 'task'>;
  },
  actors: { loadTasks: notProvided<Task[]>('loadTasks'), task: taskMachine },
  guards: {
    isVisible: ({ context }) => context.isVisible,
    becomesVisible: ({ event }) => becomesVisible(event),
  },
  actions: {
    setVisibility: assign({ isVisible: (_, isVisible: boolean) => isVisible }),
    clearFailure: assign({ failure: null }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    /** every listed task has an actor, which stops when the task is no longer listed */
    list: enqueueActions(({ context: { value, readiness, idPrefix }, enqueue }, listed: Task[]) => {
      for (const { task } of value ?? []) if (!isIn(listed, task)) enqueue.stopChild(task);
      for (const { task, completed: isCompleted } of listed) {
        if (isIn(value, task)) enqueue.sendTo(task, { type: 'task.listed', isCompleted });
        else {
          const input = { task, isCompleted, isReady: readiness[task], idPrefix };
          enqueue.spawnChild('task', { id: task, input });
        }
      }
      enqueue.assign({ value: listed });
    }),
    setReadiness: assign({
      readiness: ({ context }, { task, isReady }: { task: TaskName; isReady: boolean }) => ({
        ...context.readiness,
        [task]: isReady,
      }),
    }),
    forward: enqueueActions(({ context, enqueue }, event: TaskEvent) => {
      if (isIn(context.value, event.task)) enqueue.sendTo(event.task, event);
    }),
  },
});

const forwarded = {
  actions: { type: 'forward', params: ({ event }: { event: TaskEvent }) => event },
} as const;
const lost = failsTo('failed', ['setFailure']);

/**
 * The task centre: the list of tasks, loaded and outdated like a resource, and an actor for each
 * listed task.
 */
export const tasksMachine = base.createMachine({
  id: 'tasks',
  context: ({ input }) => ({ ...input, value: null, failure: null, isVisible: false }),
  on: {
    ...onVisibilityChanged,
    'data.outdated': '.stale',
    'readiness.changed': {
      actions: [
        { type: 'setReadiness', params: ({ event }) => event },
        { type: 'forward', params: ({ event }) => event },
      ],
    },
    'task.prepared': forwarded,
    'task.paid': forwarded,
    'task.refused': forwarded,
    'task.delayed': forwarded,
  },
  initial: 'empty',
  states: {
    ...freshness,
    loading: {
      tags: ['busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'loadTasks',
        src: 'loadTasks',
        onDone: { target: 'fresh', actions: { type: 'list', params: output } },
        onError: lost,
      },
    },
    fresh: {},
  },
});
