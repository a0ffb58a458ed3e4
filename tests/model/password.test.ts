import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { selectMissing } from '../../machines/form.selectors.ts';
import { passwordMachine } from '../../machines/password.machine.ts';
import { selectRefusal, selectState } from '../../machines/sheet.selectors.ts';
import { refused } from './samples.ts';
import { scripted } from './scenarios.ts';

function open() {
  const call = scripted<void, { new_password: string }>();
  const actor = createActor(passwordMachine.provide({ actors: { sendForm: call.logic } })).start();
  const submit = (new_password: string) =>
    actor.send({ type: 'fields.submitted', fields: { new_password } });
  const seen = () => {
    const state = actor.getSnapshot();
    return [selectState(state), selectMissing(state), selectRefusal(state)];
  };
  return { actor, call, submit, seen };
}

test('what is missing is said, then what the server says, until it is changed', async () => {
  const { actor, call, submit, seen } = open();
  submit('');
  expect(seen()).toEqual(['incomplete', ['new_password'], null]);
  submit('password123');
  actor.send({ type: 'dialog.closed' });
  expect(seen()).toEqual(['sending', [], null]);
  await call.fail(refused('weak_password'));
  expect(seen()).toEqual(['refused', [], refused('weak_password')]);
  submit('eleven paper boats');
  await call.answer(undefined);
  expect(seen()).toEqual(['done', [], null]);
  expect(call.inputs()).toEqual([
    { new_password: 'password123' },
    { new_password: 'eleven paper boats' },
  ]);
});

test('after a proof the form is waited for, which is sent again; without one nothing is', async () => {
  const { actor, call, submit, seen } = open();
  submit('eleven paper boats');
  await call.fail(refused('proof_too_old'));
  expect(seen()).toEqual(['proving', [], null]);
  actor.send({ type: 'proof.ended', isGiven: false });
  expect(seen()).toEqual(['editing', [], null]);
  submit('eleven paper boats');
  await call.fail(refused('proof_too_old'));
  actor.send({ type: 'proof.ended', isGiven: true });
  expect([seen()[0], call.inputs().length]).toEqual(['proven', 2]);
  submit('eleven paper boats');
  await call.answer(undefined);
  expect(seen()[0]).toBe('done');
});

test('a reopened sheet shows nothing of the last change', async () => {
  const { actor, call, submit, seen } = open();
  submit('password123');
  await call.fail(refused('weak_password'));
  actor.send({ type: 'dialog.closed' });
  expect(seen()).toEqual(['closed', [], null]);
  actor.send({ type: 'open.pressed' });
  expect(seen()).toEqual(['editing', [], null]);
});
