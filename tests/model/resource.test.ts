import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createResourceMachine } from '../../machines/resource.machine.ts';
import { selectIsNotLoadedYet, selectValue } from '../../machines/resource.selectors.ts';
import { offline } from './samples.ts';
import { clock, controlledPromise } from './scenarios.ts';

function start() {
  const load = controlledPromise<string, { bypassCache: boolean }>();
  const time = clock();
  const actor = createActor(
    createResourceMachine<string>().provide({
      actors: { loadValue: load.logic },
    }),
    { clock: time },
  );
  actor.start();
  const look = (isVisible: boolean) => actor.send({ type: 'visibility.changed', isVisible });
  const outdate = () => actor.send({ type: 'data.outdated' });
  const state = () => {
    const snapshot = actor.getSnapshot();
    return [snapshot.value, selectValue(snapshot), snapshot.context.failure];
  };
  return { actor, load, time, look, outdate, state };
}

/** A visible, loaded resource. */
async function fresh() {
  const resource = start();
  resource.look(true);
  await resource.load.answer('old');
  return resource;
}

test('a value is not loaded before it is visible', () => {
  const { actor, load, look } = start();
  look(false);
  expect([load.inputs(), selectIsNotLoadedYet(actor.getSnapshot())]).toEqual([[], true]);
  look(true);
  expect(load.inputs()).toEqual([{ bypassCache: false }]);
});

test('a hidden outdated value is loaded once, past all caches, when it becomes visible', async () => {
  const { load, look, outdate, state } = await fresh();
  look(false);
  outdate();
  outdate();
  expect([state(), load.inputs().length]).toEqual([['stale', 'old', null], 1]);
  look(true);
  expect(load.inputs()).toEqual([{ bypassCache: false }, { bypassCache: true }]);
  await load.answer('new');
  look(false);
  look(true);
  expect([state(), load.inputs().length]).toEqual([['fresh', 'new', null], 2]);
});

test('a value that becomes outdated while it loads is loaded again, and the older answer is dropped', async () => {
  const { load, outdate, state } = await fresh();
  outdate();
  outdate();
  await load.answer('older', 1);
  expect(state()).toEqual(['loading', 'old', null]);
  await load.answer('newer', 2);
  expect(state()).toEqual(['fresh', 'newer', null]);
});

test('a failed load keeps the old value, and is retried by a press or when visible again', async () => {
  const { actor, load, look, outdate, state } = await fresh();
  outdate();
  await load.fail(offline);
  expect(state()).toEqual(['failed', 'old', offline]);
  actor.send({ type: 'retry.pressed' });
  expect(state()).toEqual(['loading', 'old', null]);
  await load.fail(offline);
  look(false);
  expect(state()).toEqual(['failed', 'old', offline]);
  look(true);
  expect(load.inputs().at(-1)).toEqual({ bypassCache: true });
  await load.answer('new');
  expect(state()).toEqual(['fresh', 'new', null]);
});

test.each([
  [null, null, true],
  [7, null, false],
  [null, { kind: 'offline' } as const, false],
  // the old value stays after a failed reload
  [7, { kind: 'offline' } as const, false],
])('the value %j with the failure %j: awaited is %s', (value, failure, isAwaited) => {
  expect(selectIsNotLoadedYet({ context: { value, failure } })).toBe(isAwaited);
});
