import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { forgotMachine } from '../../machines/forgot.machine.ts';
import { offline } from './samples.ts';
import { scripted } from './scenarios.ts';

test('an address is sent, and another one may follow, whatever became of the first', async () => {
  const call = scripted<void, { email: string }>();
  const actor = createActor(forgotMachine.provide({ actors: { sendForm: call.logic } })).start();
  const submit = (email: string) => actor.send({ type: 'fields.submitted', fields: { email } });
  const state = () => actor.getSnapshot().value;
  submit('  ');
  expect([state(), call.inputs()]).toEqual(['incomplete', []]);
  submit('ada@example.org');
  submit('twice@example.org');
  expect([state(), call.inputs()]).toEqual(['sending', [{ email: 'ada@example.org' }]]);
  await call.fail(offline);
  expect([state(), actor.getSnapshot().context.failure]).toEqual(['refused', offline]);
  submit('ada@example.org');
  await call.answer(undefined);
  expect(state()).toBe('sent');
  submit('bela@example.org');
  expect([state(), call.inputs().length]).toEqual(['sending', 3]);
});
