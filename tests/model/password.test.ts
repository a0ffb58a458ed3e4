import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { selectMissing } from '../../machines/form.selectors.ts';
import { passwordMachine } from '../../machines/password.machine.ts';
import { selectRefusal, selectState } from '../../machines/sheet.selectors.ts';
import { refused } from './samples.ts';
import { scripted } from './scenarios.ts';

function open() {
  const call = scripted<void, { password: string; new_password: string }>();
  const actor = createActor(passwordMachine.provide({ actors: { sendForm: call.logic } })).start();
  const submit = (password: string, new_password: string) =>
    actor.send({ type: 'fields.submitted', fields: { password, new_password } });
  const seen = () => {
    const state = actor.getSnapshot();
    return [selectState(state), selectMissing(state), selectRefusal(state)];
  };
  return { actor, call, submit, seen };
}

test('what is missing is said, then what the server says, until it is changed', async () => {
  const { actor, call, submit, seen } = open();
  submit('', '');
  expect(seen()).toEqual(['incomplete', ['password', 'new_password'], null]);
  submit('old', '');
  expect(seen()).toEqual(['incomplete', ['new_password'], null]);
  submit('wrong', 'eleven paper boats');
  actor.send({ type: 'dialog.closed' });
  expect(seen()).toEqual(['sending', [], null]);
  await call.fail(refused('invalid_credentials'));
  expect(seen()).toEqual(['refused', [], refused('invalid_credentials')]);
  submit('old', 'eleven paper boats');
  await call.answer(undefined);
  expect(seen()).toEqual(['done', [], null]);
  expect(call.inputs()).toEqual([
    { password: 'wrong', new_password: 'eleven paper boats' },
    { password: 'old', new_password: 'eleven paper boats' },
  ]);
});

test('opened again it says nothing of what was before', async () => {
  const { actor, call, submit, seen } = open();
  submit('wrong', 'eleven paper boats');
  await call.fail(refused('invalid_credentials'));
  actor.send({ type: 'dialog.closed' });
  expect(seen()).toEqual(['closed', [], null]);
  actor.send({ type: 'open.pressed' });
  expect(seen()).toEqual(['editing', [], null]);
});
