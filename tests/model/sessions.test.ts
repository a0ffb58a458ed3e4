import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { OpenSession } from '../../contract/session.calls.ts';
import { type Ended, sessionsMachine } from '../../machines/sessions.machine.ts';
import { selectEnded, selectEnding, selectSessions } from '../../machines/sessions.selectors.ts';
import { selectLoadFailure, selectRefusal, selectState } from '../../machines/sheet.selectors.ts';
import { offline, openSession } from './samples.ts';
import { controlledPromise } from './scenarios.ts';

const here = openSession('a', { here: true });
const phone = openSession('b');
const tablet = openSession('c');

function open() {
  const load = controlledPromise<readonly OpenSession[], void>();
  const end = controlledPromise<void, Ended>();
  const actor = createActor(
    sessionsMachine.provide({ actors: { loadSessions: load.logic, endSessions: end.logic } }),
  ).start();
  const press = (session: Ended) => actor.send({ type: 'end.pressed', session });
  const seen = () => {
    const state = actor.getSnapshot();
    const listed = selectSessions(state).map(({ session }) => session);
    return [selectState(state), listed, selectEnding(state), selectEnded(state)];
  };
  return { actor, load, end, press, seen };
}

test('one session is ended, then all others, and the current one never', async () => {
  const { load, end, press, seen } = open();
  await load.answer([here, phone, tablet]);
  press(here.session);
  press('unknown');
  expect(end.inputs()).toEqual([]);
  press(phone.session);
  expect(seen()).toEqual(['ending', ['a', 'b', 'c'], 'b', undefined]);
  await end.answer(undefined);
  expect(seen()).toEqual(['ended', ['a', 'c'], undefined, 'b']);
  press(null);
  expect(seen()).toEqual(['ending', ['a', 'c'], null, undefined]);
  await end.answer(undefined);
  expect(seen()).toEqual(['ended', ['a'], undefined, null]);
  press(null);
  expect(seen()[0]).toBe('ended');
  expect(end.inputs()).toEqual(['b', null]);
});

test('a failed load and a failed end are shown apart, and the load can be retried', async () => {
  const { actor, load, end, press, seen } = open();
  await load.fail(offline);
  expect(selectLoadFailure(actor.getSnapshot())).toEqual(offline);
  actor.send({ type: 'retry.pressed' });
  expect(selectLoadFailure(actor.getSnapshot())).toBeNull();
  await load.answer([here, phone]);
  press(null);
  actor.send({ type: 'dialog.closed' });
  await end.fail(offline);
  expect(seen()).toEqual(['refused', ['a', 'b'], undefined, undefined]);
  expect(selectRefusal(actor.getSnapshot())).toEqual(offline);
  actor.send({ type: 'dialog.closed' });
  actor.send({ type: 'open.pressed' });
  expect([seen()[0], selectRefusal(actor.getSnapshot())]).toEqual(['loading', null]);
});
