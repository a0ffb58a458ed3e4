import { expect, test } from 'vitest';
import { type AnyEventObject, createActor, setup } from 'xstate';
import type { Preparation, TaskName } from '../../machines/task.machine.ts';
import { selectTaskState } from '../../machines/task.selectors.ts';
import { type Task, tasksMachine } from '../../machines/tasks.machine.ts';
import { selectTask } from '../../machines/tasks.selectors.ts';
import { refused } from './samples.ts';
import { look, scripted } from './scenarios.ts';

const both = (isInstalled: boolean): Task[] => [
  { task: 'download_app', reward: '0.2000', completed: isInstalled },
  { task: 'notification', reward: '0.3000', completed: false },
];

/** The task centre below a root that records its events. */
async function start(readiness = { download_app: false, notification: false }) {
  const load = scripted<Task[], unknown>();
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

test('of two tasks, each gets its own events, and names itself to the root', async () => {
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

test('what was ready before the list came can be claimed at once, and what stops being so cannot', async () => {
  const { tasks, states } = await start({ download_app: false, notification: true });
  expect(states()).toEqual(['toDo', 'canClaim']);
  tasks.send({ type: 'readiness.changed', task: 'notification', isReady: false });
  tasks.send({ type: 'readiness.changed', task: 'download_app', isReady: true });
  expect(states()).toEqual(['canClaim', 'toDo']);
});

test('what became ready while the list was on its way is not lost', async () => {
  const { tasks, states, load } = await start();
  tasks.send({ type: 'data.outdated' });
  await load.answer([]);
  tasks.send({ type: 'readiness.changed', task: 'download_app', isReady: true });
  tasks.send({ type: 'data.outdated' });
  await load.answer(both(false));
  expect(states()).toEqual(['canClaim', 'toDo']);
});

test('a list that comes anew completes what another device has done, and opens nothing', async () => {
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

test('a list that comes anew does not cut off a claim, and each claim has an id of its own', async () => {
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

test('a claim that could not be sent at once waits, and is completed when it is paid, also elsewhere', async () => {
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
