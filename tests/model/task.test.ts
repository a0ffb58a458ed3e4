import { expect, test } from 'vitest';
import { type AnyEventObject, createActor } from 'xstate';
import { taskMachine } from '../../machines/task.machine.ts';
import { hearAsRoot } from './hearing.ts';
import { refused } from './samples.ts';
import { clock } from './scenarios.ts';

const task = 'notification' as const;
const PERSON_MS = 5 * 60_000;

/** One task on a simulated clock, with what it sends to the root. */
function start(known: { isReady?: boolean; isCompleted?: boolean } = {}) {
  const time = clock();
  const input = { task, idPrefix: 'n', isReady: false, isCompleted: false, ...known };
  const actor = createActor(taskMachine, { clock: time, input });
  const told: AnyEventObject[] = [];
  hearAsRoot(actor, (event) => told.push(event));
  actor.start();
  const state = () => actor.getSnapshot().value;
  return { actor, time, told, state };
}

/** Somebody is led to do it. */
function started() {
  const one = start();
  one.actor.send({ type: 'start.pressed' });
  expect(one.state()).toEqual({ preparing: 'answering' });
  expect(one.told.splice(0)).toEqual([{ type: 'task.started', task }]);
  return one;
}

/** It was ready, and is being claimed. */
function claiming() {
  const one = start({ isReady: true });
  expect(one.state()).toBe('canClaim');
  one.actor.send({ type: 'claim.pressed' });
  expect(one.state()).toBe('claiming');
  return one;
}

const unaided = { default: 'unaided' };
const failure = refused('paused_by_operator');

test.each([
  [{}, unaided],
  [{ isReady: true }, 'canClaim'],
  [{ isCompleted: true }, 'completed'],
  [{ isReady: true, isCompleted: true }, 'completed'],
])('of a task that is %j it is %j', (known, value) => {
  expect(start(known).state()).toEqual(value);
});

test.each([
  ['ready', 'canClaim', false],
  ['byHand', { default: 'helping' }, true],
  ['declined', unaided, true],
  ['impossible', unaided, true],
] as const)('prepared, it was %s: %j', (preparation, value, isTold) => {
  const { actor, told, state } = started();
  actor.send({ type: 'task.prepared', task, preparation });
  expect(state()).toEqual(value);
  expect(told).toEqual(isTold ? [{ type: 'task.notReady', task, preparation }] : []);
});

test('help that is read is put away', () => {
  const { actor, state } = started();
  actor.send({ type: 'task.prepared', task, preparation: 'byHand' });
  actor.send({ type: 'help.closed' });
  expect(state()).toEqual(unaided);
});

test('a question that nobody answers can be put again after three seconds, and is given up after five minutes', () => {
  const { actor, time, told, state } = started();
  time.increment(2_999);
  expect(state()).toEqual({ preparing: 'answering' });
  time.increment(1);
  expect(state()).toEqual({ preparing: 'unanswered' });
  actor.send({ type: 'start.pressed' });
  expect(state()).toEqual({ preparing: 'answering' });
  expect(told).toEqual([{ type: 'task.started', task }]);
  time.increment(PERSON_MS - 1);
  expect(state()).toEqual({ preparing: 'unanswered' });
  time.increment(1);
  expect(state()).toEqual(unaided);
});

test('what becomes ready, or is done elsewhere, while somebody is led there needs no answer', () => {
  const ready = started();
  ready.actor.send({ type: 'readiness.changed', task, isReady: true });
  expect(ready.state()).toBe('canClaim');
  const done = started();
  done.actor.send({ type: 'task.listed', isCompleted: true });
  expect(done.state()).toBe('completed');
});

test('what can be claimed cannot once it stops being ready, and need not once it is done elsewhere', () => {
  const { actor, state } = start({ isReady: true });
  actor.send({ type: 'readiness.changed', task, isReady: false });
  expect(state()).toEqual(unaided);
  actor.send({ type: 'readiness.changed', task, isReady: true });
  actor.send({ type: 'task.listed', isCompleted: true });
  expect(state()).toBe('completed');
});

test('a claim is waited for fifteen seconds, then it is kept', () => {
  const { time, state } = claiming();
  time.increment(14_999);
  expect(state()).toBe('claiming');
  time.increment(1);
  expect(state()).toBe('queued');
});

test.each([
  ['that is made', claiming],
  [
    'that is kept',
    () => {
      const one = claiming();
      one.actor.send({ type: 'task.delayed', task });
      expect(one.state()).toBe('queued');
      return one;
    },
  ],
] as const)(
  'a claim %s is paid, or was paid before, or is refused aloud and can be made again',
  (_, begin) => {
    const paid = begin();
    paid.actor.send({ type: 'task.paid', task });
    expect(paid.state()).toBe('completed');
    const before = begin();
    before.told.length = 0;
    before.actor.send({ type: 'task.refused', task, failure: refused('already_claimed') });
    expect([before.state(), before.told]).toEqual(['completed', []]);
    const late = begin();
    late.told.length = 0;
    late.actor.send({ type: 'task.refused', task, failure });
    expect([late.state(), late.told]).toEqual([
      'canClaim',
      [{ type: 'task.claimFailed', failure }],
    ]);
  },
);
