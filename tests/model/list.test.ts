import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createListMachine, type Page, type Span } from '../../machines/list.machine.ts';
import { selectIsOfflineAndEmpty } from '../../machines/list.selectors.ts';
import { faulted, offline } from './samples.ts';
import { controlledPromise, look } from './scenarios.ts';

function start() {
  const load = controlledPromise<Page<number>, Span>();
  const actor = createActor(
    createListMachine<number>().provide({
      actors: { loadPages: load.logic },
    }),
  );
  actor.start();
  actor.send(look);
  const shown = () => actor.getSnapshot().context.items;
  return { actor, load, shown };
}

/** A list with two of three pages unfolded. */
async function unfolded() {
  const list = start();
  await list.load.answer({ list: [9, 8], page: 1, total: 5 });
  list.actor.send({ type: 'end.reached' });
  await list.load.answer({ list: [7, 6], page: 2, total: 5 });
  return list;
}

test('an outdated list loads all shown pages again, and shows the old items until then', async () => {
  const { actor, load, shown } = await unfolded();
  actor.send({ type: 'data.outdated' });
  expect(shown()).toEqual([9, 8, 7, 6]);
  await load.answer({ list: [10, 9, 8, 7], page: 2, total: 6 });
  expect(shown()).toEqual([10, 9, 8, 7]);
  expect(load.inputs()).toEqual([
    { from: 1, to: 1 },
    { from: 2, to: 2 },
    { from: 1, to: 2 },
  ]);
});

test('a failed reload keeps the items, and its retry loads the same pages', async () => {
  const { actor, load, shown } = await unfolded();
  actor.send({ type: 'data.outdated' });
  await load.fail(offline);
  expect([actor.getSnapshot().value, shown()]).toEqual(['failed', [9, 8, 7, 6]]);
  actor.send({ type: 'retry.pressed' });
  expect(load.inputs().at(-1)).toEqual({ from: 1, to: 2 });
});

test('a list that becomes outdated while the next page loads still loads that page', async () => {
  const { actor, load } = await unfolded();
  actor.send({ type: 'end.reached' });
  actor.send({ type: 'data.outdated' });
  expect(load.inputs().at(-1)).toEqual({ from: 1, to: 3 });
});

test('a page that no longer fits is not shown: all pages are loaded again', async () => {
  const { actor, load, shown } = await unfolded();
  actor.send({ type: 'end.reached' });
  await load.answer({ list: [6, 5], page: 3, total: 6 });
  expect(shown()).toEqual([9, 8, 7, 6]);
  expect(load.inputs().at(-1)).toEqual({ from: 1, to: 3 });
  await load.answer({ list: [10, 9, 8, 7, 6, 5], page: 3, total: 6 });
  expect([actor.getSnapshot().value, shown()]).toEqual(['complete', [10, 9, 8, 7, 6, 5]]);
});

test('an outdated hidden list is loaded once when it becomes visible', async () => {
  const { actor, load, shown } = await unfolded();
  actor.send({ type: 'visibility.changed', isVisible: false });
  actor.send({ type: 'data.outdated' });
  actor.send({ type: 'data.outdated' });
  expect([actor.getSnapshot().value, load.inputs().length]).toEqual(['stale', 2]);
  actor.send({ type: 'visibility.changed', isVisible: true });
  expect([load.inputs().length, load.inputs().at(-1)]).toEqual([3, { from: 1, to: 2 }]);
  expect(shown()).toEqual([9, 8, 7, 6]);
});

test('the next page is loaded with the key of the last page, and a reload from the start', async () => {
  const { actor, load } = start();
  await load.answer({ list: [9, 8], page: 1, total: 6, next: '8' });
  actor.send({ type: 'end.reached' });
  await load.answer({ list: [7, 6], page: 2, total: 6, next: '6' });
  actor.send({ type: 'data.outdated' });
  await load.answer({ list: [9, 8, 7, 6], page: 2, total: 6 });
  actor.send({ type: 'end.reached' });
  expect(load.inputs()).toEqual([
    { from: 1, to: 1 },
    { from: 2, to: 2, before: '8' },
    { from: 1, to: 2 },
    { from: 3, to: 3 },
  ]);
});

test('the summary of an answer replaces the summary of the answer before', async () => {
  const load = controlledPromise<Page<number, string>, Span>();
  const machine = createListMachine<number, string>();
  const actor = createActor(machine.provide({ actors: { loadPages: load.logic } })).start();
  actor.send(look);
  const said = () => actor.getSnapshot().context.summary;
  expect(said()).toBe(null);
  await load.answer({ list: [9, 8], page: 1, total: 4, summary: 'two friends' });
  expect(said()).toBe('two friends');
  actor.send({ type: 'end.reached' });
  await load.answer({ list: [7, 6], page: 2, total: 4 });
  expect(said()).toBe(null);
});

test('a list is offline and empty only after a first load without a connection', async () => {
  const seen: boolean[] = [];
  for (const failure of [offline, faulted]) {
    const { actor, load } = start();
    seen.push(selectIsOfflineAndEmpty(actor.getSnapshot()));
    await load.fail(failure);
    seen.push(selectIsOfflineAndEmpty(actor.getSnapshot()));
  }
  const { actor, load } = await unfolded();
  actor.send({ type: 'data.outdated' });
  await load.fail(offline);
  seen.push(selectIsOfflineAndEmpty(actor.getSnapshot()));
  expect(seen).toEqual([false, true, false, false, false]);
});
