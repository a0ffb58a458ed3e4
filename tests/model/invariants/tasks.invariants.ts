import { tasks as model } from '../models.person.ts';
import { always, type Invariants, invariant, type Run } from './invariant.ts';
import { screenDataInvariants } from './looking.parts.ts';

interface Listed {
  task: string;
  completed: boolean;
}
const listedBefore = (run: Run): string[] =>
  (run.known?.value ?? []).map(({ task }: Listed) => task);

/** A model that is visible and outdated more often, and whose readiness can end. */
const looking = {
  ...model,
  events: [
    ...model.events,
    { type: 'visibility.changed', isVisible: true },
    { type: 'data.outdated' },
    { type: 'readiness.changed', task: 'notification', isReady: false },
  ],
};

export const tasks: Invariants = {
  runs: [looking],
  invariants: [
    ...screenDataInvariants('loadTasks'),
    invariant(
      'every listed task has an actor with its state and readiness; other tasks have none',
      (run) => run.gets('loadTasks') && run.was('loading'),
      (run) => {
        const listed: Listed[] = run.event.output;
        const before = listedBefore(run);
        const begun = run.begins('task');
        const isRight = listed.every(({ task, completed }) => {
          const [order] = run.sends('task.listed').filter(({ to }) => to === task);
          if (before.includes(task)) return order?.event.isCompleted === completed;
          const input = begun.find(({ id }) => id === task)?.input as
            | Record<string, unknown>
            | undefined;
          return (
            input?.task === task &&
            input.isCompleted === completed &&
            input.isReady === run.context.readiness[task] &&
            input.idPrefix === run.context.idPrefix
          );
        });
        const gone = before.filter((task) => !listed.some((each) => each.task === task));
        const isShown = run.is('fresh') && run.context.value === listed;
        return isRight && isShown && gone.every((task) => !run.runs(task));
      },
    ),
    invariant(
      'events of a task reach its actor, and no other',
      (run) =>
        run.on('task.prepared', 'task.paid', 'task.refused', 'task.delayed', 'readiness.changed'),
      (run) => {
        const isListed = listedBefore(run).includes(run.event.task);
        const sent = run.now.sent.filter(({ event }) => event.type === run.event.type);
        return isListed ? sent.length === 1 && sent[0]?.to === run.event.task : sent.length === 0;
      },
    ),
    invariant(
      'readiness is stored for every task, also for tasks that are listed later',
      (run) => run.on('readiness.changed'),
      (run) => run.context.readiness[run.event.task] === run.event.isReady,
    ),
    always('every listed task has a running actor', (run) =>
      (run.context.value ?? []).every(({ task }: Listed) => run.runs(task)),
    ),
  ],
};
