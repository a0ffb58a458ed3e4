import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  type CallEnd,
  type CallFields,
  debugCallMachine,
} from '../../machines/debug-call.machine.ts';
import { type Errand, errandMachine } from '../../machines/errand.machine.ts';
import { clock, scripted } from './scenarios.ts';

function start() {
  const make = scripted<CallEnd, { fields: CallFields; key: string }>();
  const time = clock();
  const actor = createActor(debugCallMachine.provide({ actors: { makeCall: make.logic } }), {
    clock: time,
    input: { call: 'record', nonce: 'n' },
  });
  actor.start();
  const submit = (isRepeat: boolean, problems = {}) =>
    actor.send({ type: 'call.submitted', fields: { videos_id: 3 }, problems, isRepeat });
  return { actor, make, time, submit };
}

const answered: CallEnd = { outcome: { kind: 'answered', data: {} }, tookMs: 5 };

test('each attempt has a key of its own; a repeat carries the one before', async () => {
  const { make, submit } = start();
  for (const isRepeat of [true, false, true, false]) {
    submit(isRepeat);
    await make.answer(answered);
  }
  expect(make.inputs().map(({ key }) => key)).toEqual(['n-1', 'n-2', 'n-2', 'n-3']);
});

test('what is wrong with the fields keeps the call from being sent', () => {
  const { actor, make, submit } = start();
  submit(false, { videos_id: 'videos_id is required.' });
  expect(actor.getSnapshot().value).toBe('invalid');
  expect(make.inputs()).toEqual([]);
  submit(false);
  expect([actor.getSnapshot().value, actor.getSnapshot().context.problems]).toEqual([
    'sending',
    {},
  ]);
});

test('a call that is not answered ends by itself, and one that was cancelled says nothing', async () => {
  const { actor, make, time, submit } = start();
  submit(false);
  time.increment(20_000);
  expect([actor.getSnapshot().value, actor.getSnapshot().context.end]).toEqual([
    'failed',
    { outcome: { kind: 'failed', failure: { kind: 'timeout' } }, tookMs: null },
  ]);
  submit(false);
  actor.send({ type: 'cancel.pressed' });
  await make.answer(answered);
  expect([actor.getSnapshot().value, actor.getSnapshot().context.end]).toEqual(['idle', null]);
});

test('an errand that cannot be taken back is asked about first', () => {
  const run = scripted<void, { errand: Errand | null }>();
  const actor = createActor(errandMachine.provide({ actors: { runErrand: run.logic } }));
  actor.start();
  const clear = { kind: 'clearKeys' } as const;
  actor.send({ type: 'errand.pressed', errand: clear });
  expect([actor.getSnapshot().value, run.inputs()]).toEqual(['asking', []]);
  actor.send({ type: 'cancel.pressed' });
  actor.send({ type: 'errand.pressed', errand: clear });
  actor.send({ type: 'confirm.pressed' });
  expect([actor.getSnapshot().value, run.inputs()]).toEqual(['running', [{ errand: clear }]]);
});
