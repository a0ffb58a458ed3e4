import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  type CallEnd,
  type CallInput,
  debugCallMachine,
} from '../../machines/debug-call.machine.ts';
import { debugCallsMachine } from '../../machines/debug-calls.machine.ts';
import { type MaintenanceAction, maintenanceMachine } from '../../machines/maintenance.machine.ts';
import { clock, controlledPromise } from './scenarios.ts';

function start() {
  const make = controlledPromise<CallEnd, CallInput>();
  const time = clock();
  const actor = createActor(debugCallMachine.provide({ actors: { makeCall: make.logic } }), {
    clock: time,
    input: { call: 'record', idPrefix: 'n' },
  });
  actor.start();
  const submit = (isRepeat: boolean, problems = {}) =>
    actor.send({ type: 'call.submitted', fields: { videos_id: 3 }, problems, isRepeat });
  return { actor, make, time, submit };
}

const answered: CallEnd = { outcome: { kind: 'answered', data: {} }, tookMs: 5, requestId: 'r1' };

test('each attempt has its own key, and a repeat has the key of the attempt before', async () => {
  const { make, submit } = start();
  for (const isRepeat of [true, false, true, false]) {
    submit(isRepeat);
    await make.answer(answered);
  }
  expect(make.inputs().map(({ key }) => key)).toEqual(['n-1', 'n-2', 'n-2', 'n-3']);
});

test('a call with wrong fields is not sent', () => {
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

test('a failed call shows its reason, and a cancelled call shows nothing', async () => {
  const { actor, make, submit } = start();
  submit(false);
  await make.fail({ kind: 'timeout' });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.end]).toEqual([
    'failed',
    { outcome: { kind: 'failed', failure: { kind: 'timeout' } }, tookMs: null, requestId: null },
  ]);
  submit(false);
  actor.send({ type: 'cancel.pressed' });
  await make.answer(answered);
  expect([actor.getSnapshot().value, actor.getSnapshot().context.end]).toEqual(['idle', null]);
});

test('each form has its own call actor from its first submission, and waits for no other form', async () => {
  const make = controlledPromise<CallEnd, CallInput>();
  const debugCall = debugCallMachine.provide({ actors: { makeCall: make.logic } });
  const calls = createActor(debugCallsMachine.provide({ actors: { debugCall } }), {
    clock: clock(),
    input: { idPrefix: 'n' },
  });
  calls.start();
  const submit = (form: string, call: string) =>
    calls.send({
      type: 'form.submitted',
      form,
      call,
      fields: { form },
      problems: {},
      isRepeat: false,
    });
  const states = () =>
    Object.entries(calls.getSnapshot().children).map(([form, child]) => [
      form,
      child?.getSnapshot().value,
    ]);
  expect(states()).toEqual([]);
  submit('checkIn-login', 'checkIn');
  submit('checkIn-register', 'checkIn');
  await make.answer(answered, 0);
  expect(states()).toEqual([
    ['checkIn-login', 'answered'],
    ['checkIn-register', 'sending'],
  ]);
  submit('checkIn-login', 'checkIn');
  expect(make.inputs()).toEqual([
    { call: 'checkIn', fields: { form: 'checkIn-login' }, key: 'n-0-1' },
    { call: 'checkIn', fields: { form: 'checkIn-register' }, key: 'n-1-1' },
    { call: 'checkIn', fields: { form: 'checkIn-login' }, key: 'n-0-2' },
  ]);
});

test('an irreversible action needs a confirmation', () => {
  const run = controlledPromise<void, { action: MaintenanceAction | null }>();
  const actor = createActor(maintenanceMachine.provide({ actors: { runAction: run.logic } }));
  actor.start();
  const clear = { kind: 'clearKeys' } as const;
  actor.send({ type: 'action.pressed', action: clear });
  expect([actor.getSnapshot().value, run.inputs()]).toEqual(['asking', []]);
  actor.send({ type: 'cancel.pressed' });
  actor.send({ type: 'action.pressed', action: clear });
  actor.send({ type: 'confirm.pressed' });
  expect([actor.getSnapshot().value, run.inputs()]).toEqual(['running', [{ action: clear }]]);
});
