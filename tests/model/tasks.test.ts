import { expect, test } from 'vitest';
import { type AnyEventObject, createActor, setup } from 'xstate';
import type { Preparation, TaskName } from '../../machines/task.machine.ts';
import { selectTaskState } from '../../machines/task.selectors.ts';
import { type Task, tasksMachine } from '../../machines/tasks.machine.ts';
import { selectTask } from '../../machines/tasks.selectors.ts';
import { refused } from './samples.ts';
import { controlledPromise, look } from './scenarios.ts';

const both = (isInstalled: boolean): Task[] => [
  { task: 'download_app', reward: '0.2000', completed: isInstalled },
  { task: 'notification', reward: '0.3000', completed: false },
];

/** Starts the machine `tasks` below a root that records the events from it. */
async function start(readiness = { download_app: false, notification: false }) {
  const load = controlledPromise<Task[], unknown>();
  const notified: AnyEventObject[] = [];
  const machine = tasksMachine.provide({
    actors: { loadTasks: load.logic },
  });
  const root = createActor(
    setup({ actors: { tasks: machine } }).createMachine({
      invoke: { id: 'tasks', src: 'tasks', input: { idPrefix: 'n', readiness } },
      on: { '*': { actions: ({ event }) => notified.push(event) } },
    }),
    { systemId: 'app' },
  ).start();
  const tasks = root.getSnapshot().children.tasks as ReturnType<typeof createActor<typeof machine>>;
  tasks.send(look);
  const taskOf = (name: TaskName) => {
    const found = selectTask(name)(tasks.getSnapshot());
    if (!found) throw new Error(`${name} is not listed`);
    return found;
  };
  const states = () =>
    (['download_app', 'notification'] as const).map((name) =>
      selectTaskState(taskOf(name).getSnapshot()),
    );
  const prepare = (name: TaskName, preparation: Preparation) =>
    tasks.send({ type: 'task.prepared', task: name, preparation });
  await load.answer(both(false));
  return { tasks, taskOf, states, prepare, load, notified };
}

test('each of two tasks gets only its own events, and names itself to the root', async () => {
  const { taskOf, states, prepare, notified } = await start();
  expect(states()).toEqual(['toDo', 'toDo']);
  taskOf('notification').send({ type: 'start.pressed' });
  taskOf('download_app').send({ type: 'start.pressed' });
  expect(states()).toEqual(['preparing', 'preparing']);
  prepare('notification', 'byHand');
  expect(states()).toEqual(['preparing', 'helping']);
  prepare('download_app', 'ready');
  expect(states()).toEqual(['canClaim', 'helping']);
  expect(notified).toEqual([
    { type: 'task.started', task: 'notification' },
    { type: 'task.started', task: 'download_app' },
    { type: 'task.notReady', task: 'notification', preparation: 'byHand' },
  ]);
});

test('a task that is ready before the list loads can be claimed, until it is no longer ready', async () => {
  const { tasks, states } = await start({ download_app: false, notification: true });
  expect(states()).toEqual(['toDo', 'canClaim']);
  tasks.send({ type: 'readiness.changed', task: 'notification', isReady: false });
  tasks.send({ type: 'readiness.changed', task: 'download_app', isReady: true });
  expect(states()).toEqual(['canClaim', 'toDo']);
});

test('a task that becomes ready before it is listed can be claimed once it is listed', async () => {
  const { tasks, states, load } = await start();
  tasks.send({ type: 'data.outdated' });
  await load.answer([]);
  tasks.send({ type: 'readiness.changed', task: 'download_app', isReady: true });
  tasks.send({ type: 'data.outdated' });
  await load.answer(both(false));
  expect(states()).toEqual(['canClaim', 'toDo']);
});

test('a reloaded list completes a task that another device has done, and reopens none', async () => {
  const { tasks, states, load } = await start();
  for (const isInstalled of [true, false]) {
    tasks.send({ type: 'data.outdated' });
    await load.answer(both(isInstalled));
    expect(states()).toEqual(['completed', 'toDo']);
  }
});

/** The outbox's refusal as the root routes it. */
const refusedAs = (reason: 'already_claimed' | 'paused_by_operator') =>
  ({ type: 'task.refused', task: 'download_app', failure: refused(reason) }) as const;
const installed = { download_app: true, notification: false };

test('a reloaded list does not interrupt a claim, and each claim has its own id', async () => {
  const { tasks, taskOf, states, load, notified } = await start(installed);
  taskOf('download_app').send({ type: 'claim.pressed' });
  tasks.send(refusedAs('paused_by_operator'));
  expect(states()).toEqual(['canClaim', 'toDo']);
  taskOf('download_app').send({ type: 'claim.pressed' });
  tasks.send({ type: 'data.outdated' });
  await load.answer(both(true));
  expect(states()).toEqual(['claiming', 'toDo']);
  tasks.send({ type: 'task.paid', task: 'download_app' });
  expect(states()).toEqual(['completed', 'toDo']);
  const made = (id: string) => ({
    type: 'claim.made',
    claim: { id, call: 'claimTask', itemId: 'download_app' },
    recipient: null,
  });
  expect(notified).toEqual([
    made('n-download_app-1'),
    { type: 'task.claimFailed', failure: refused('paused_by_operator') },
    made('n-download_app-2'),
  ]);
});

test('a task with a delayed claim is queued, and completed when the claim is paid here or elsewhere', async () => {
  for (const end of [
    { type: 'task.paid', task: 'download_app' } as const,
    refusedAs('already_claimed'),
  ]) {
    const { tasks, taskOf, states } = await start(installed);
    taskOf('download_app').send({ type: 'claim.pressed' });
    tasks.send({ type: 'task.delayed', task: 'download_app' });
    expect(states()).toEqual(['queued', 'toDo']);
    tasks.send(end);
    expect(states()).toEqual(['completed', 'toDo']);
  }
});
