import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { resetMachine } from '../../machines/reset.machine.ts';
import { offline, refused } from './samples.ts';
import { scripted } from './scenarios.ts';

async function open(code: string | null) {
  const page = scripted<string | null, unknown>();
  const call = scripted<void, { code: string; password: string }>();
  const checked: string[] = [];
  const actor = createActor(
    resetMachine.provide({
      actors: { sendForm: call.logic, takeCode: page.logic },
      actions: { checkSession: () => checked.push('session') },
    }),
  ).start();
  await page.answer(code);
  const submit = (password: string) =>
    actor.send({ type: 'fields.submitted', fields: { password } });
  const state = () => actor.getSnapshot().value;
  const context = () => actor.getSnapshot().context;
  return { actor, call, checked, submit, state, context };
}

test('the code of the link and what is typed go together, until the password is set', async () => {
  const { actor, call, checked, submit, state, context } = await open('a-code');
  submit('');
  expect(state()).toBe('incomplete');
  submit('weak');
  expect([state(), call.inputs()]).toEqual(['sending', [{ code: 'a-code', password: 'weak' }]]);
  await call.fail(refused('weak_password'));
  expect([state(), context()]).toMatchObject([
    'refused',
    { code: 'a-code', failure: refused('weak_password') },
  ]);
  submit('eleven paper boats');
  await call.answer(undefined);
  expect([state(), context().code, checked]).toEqual(['done', null, []]);
  actor.send({ type: 'login.pressed' });
  expect(checked).toEqual(['session']);
});

test.each(['link_over', 'invalid_credentials'] as const)(
  'a broken line leaves the link as it is; one that is over is forgotten: %s',
  async (over) => {
    const { call, submit, state, context } = await open('a-code');
    submit('eleven paper boats');
    await call.fail(offline);
    expect([state(), context().code]).toEqual(['refused', 'a-code']);
    submit('eleven paper boats');
    await call.fail(refused(over));
    expect([state(), context().code]).toEqual(['over', null]);
  },
);

test('without a link nothing can be sent', async () => {
  const { call, submit, state } = await open(null);
  submit('eleven paper boats');
  expect([state(), call.inputs()]).toEqual(['missing', []]);
});
