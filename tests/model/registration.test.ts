import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { UserInfo } from '../../contract/shapes.ts';
import { registrationMachine } from '../../machines/registration.machine.ts';
import { selectIsProving } from '../../machines/registration.selectors.ts';
import { form as login, nobody, start as startAuth } from './auth.stage.ts';
import { offline, refused, user } from './samples.ts';
import { scripted, settled } from './scenarios.ts';

const form = { ...login, email: 'ada@example.org', confirmation: login.password, inviteCode: '' };
const asked = (challenge: string) => ({ ...refused('proof_needed'), challenge });

function start() {
  const send = scripted<UserInfo, { form: typeof form; proof: string }>();
  const work = scripted<string, { challenge: string }>();
  const actors = { sendForm: send.logic, solve: work.logic };
  const actor = createActor(registrationMachine.provide({ actors }), { input: { form } }).start();
  const end = () => actor.getSnapshot().output;
  return { send, work, end, isProving: () => selectIsProving(actor.getSnapshot()) };
}

test('on a quiet day the form is sent once, and nothing is worked for', async () => {
  const { send, work, end, isProving } = start();
  expect(isProving()).toBe(false);
  await send.answer(user);
  expect([send.inputs(), work.inputs(), end()]).toEqual([[{ form, proof: '' }], [], user]);
});

test('where the server asks for a proof, the device works and the same form goes with it', async () => {
  const { send, work, end, isProving } = start();
  await send.fail(asked('one'));
  expect([isProving(), work.inputs()]).toEqual([true, [{ challenge: 'one' }]]);
  await work.answer('done for one');
  expect([isProving(), send.inputs().at(-1)]).toEqual([false, { form, proof: 'done for one' }]);
  await send.answer(user);
  expect(end()).toBe(user);
});

test('a phone that slept until its proof was too old does one more, and no third', async () => {
  const { send, work, end } = start();
  for (const challenge of ['one', 'two']) {
    await send.fail(asked(challenge));
    await work.answer(`done for ${challenge}`);
  }
  await send.fail(asked('three'));
  expect(work.inputs()).toHaveLength(2);
  expect(end()).toEqual(asked('three'));
});

test('a device that cannot do it says so, whatever went wrong in it', async () => {
  for (const why of [new Error('no workers here'), { kind: 'timeout' }]) {
    const { send, work, end } = start();
    await send.fail(asked('one'));
    await work.fail(why);
    expect(end()).toEqual(refused('proof_needed'));
  }
});

test('any other answer ends it, also after a proof; a question without a challenge is one', async () => {
  for (const failure of [offline, refused('username_taken'), refused('proof_needed')]) {
    const { send, work, end } = start();
    await send.fail(failure);
    expect([end(), work.inputs()]).toEqual([failure, []]);
  }
  const { send, work, end } = start();
  await send.fail(asked('one'));
  await work.answer('done for one');
  await send.fail(refused('email_taken'));
  expect(end()).toEqual(refused('email_taken'));
});

test('a registration whose code cannot be fetched fails, and whoever registers can try again', async () => {
  const auth = startAuth(nobody, () => Promise.reject(offline));
  await auth.ready;
  auth.actor.send({ type: 'register.submitted', form });
  await settled();
  const { value, context } = auth.actor.getSnapshot();
  expect([value, context.failure]).toEqual(['loggedOut', offline]);
});
