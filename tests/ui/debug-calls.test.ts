import { expect, onTestFinished, test } from 'vitest';
import { createActor, fromPromise, setup } from 'xstate';
import * as contract from '../../contract/calls.ts';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import type { LoginForm, RegisterForm } from '../../machines/auth/credentials.ts';
import type { CallFields } from '../../machines/debug-call.machine.ts';
import { selectEnd } from '../../machines/debug-call.selectors.ts';
import { ROOT } from '../../machines/notify.ts';
import type { registrationMachine } from '../../machines/registration.machine.ts';
import { provideDebugCalls } from '../../src/debug/calls/debug-calls.actors.ts';
import type { Api } from '../../src/ports/api.ts';
import { refused, user } from '../model/samples.ts';
import { controlledPromise, settled, silent } from '../model/scenarios.ts';

/** The root with the parts that these calls need: the session and the calls. */
async function start(api: Api = () => Promise.reject(new Error('no call was expected'))) {
  const logIn = controlledPromise<typeof user, { form: LoginForm }>();
  const register = controlledPromise<typeof user, { form: RegisterForm }>();
  const nothing = () => undefined;
  // no session can be restored: the app begins logged out
  const auth = authMachine.provide({
    actors: {
      watchSession: silent,
      logIn: logIn.logic,
      loadRegistration: fromPromise(async ({ input: { form } }) => ({
        machine: register.logic as unknown as typeof registrationMachine,
        form,
      })),
      logOut: fromPromise<void>(async () => undefined),
      loadUser: fromPromise(async () => user),
    },
    actions: {
      storeSession: nothing,
      storeUser: nothing,
      clearSession: nothing,
      clearInviteCode: nothing,
      setWelcomed: nothing,
    },
  });
  const root = createActor(
    setup({ actors: { auth, debugCalls: provideDebugCalls({ api }) } }).createMachine({
      invoke: [
        { id: 'auth', src: 'auth' },
        { id: 'debugCalls', src: 'debugCalls', input: { idPrefix: 'n' } },
      ],
    }),
    { systemId: ROOT },
  );
  root.start();
  // stops the retry of the welcome reward after 5 s: its actor is not provided here, so it fails
  onTestFinished(() => void root.stop());
  await settled();
  const { debugCalls } = root.getSnapshot().children;
  const submit = (call: string, fields: CallFields) =>
    debugCalls?.send({
      type: 'form.submitted',
      form: call,
      call,
      fields,
      problems: {},
      isRepeat: false,
    });
  const endOf = (form: string) =>
    selectEnd(debugCalls?.getSnapshot().children[form]?.getSnapshot());
  const outcomeOf = (form: string) => endOf(form)?.outcome;
  const requestOf = (form: string) => endOf(form)?.requestId;
  return { root, submit, outcomeOf, requestOf, logIn, register };
}

test('a call is sent as it was filled in, and a POST with the key of its attempt', async () => {
  const made: unknown[] = [];
  const ids: unknown[] = [];
  const api = (async (call, input, options) => {
    made.push([call, input, options?.idempotencyKey, options?.signal instanceof AbortSignal]);
    ids.push(options?.requestId);
    return { balance: '1.0000' };
  }) as Api;
  const { submit, outcomeOf, requestOf } = await start(api);
  submit('record', { videos_id: 3 });
  submit('info', {});
  await settled();
  expect(made).toEqual([
    [contract.record, { videos_id: 3 }, 'n-0-1', true],
    [contract.info, {}, undefined, true],
  ]);
  expect(outcomeOf('record')).toEqual({ kind: 'answered', data: { balance: '1.0000' } });
  // the request id of an answer finds the request in the server’s log
  expect(ids).toEqual([requestOf('record'), requestOf('info')]);
  expect(new Set(ids).size).toBe(2);
});

test('a refused call and an unknown call end with their failures', async () => {
  const { submit, outcomeOf } = await start(() => Promise.reject(refused('too_early')));
  submit('record', { videos_id: 3 });
  submit('noSuchCall', {});
  await settled();
  expect(outcomeOf('record')).toEqual({ kind: 'failed', failure: refused('too_early') });
  expect(outcomeOf('noSuchCall')).toEqual({
    kind: 'failed',
    failure: { kind: 'faulted', status: 0 },
  });
});

test('logging in and registering go through the app’s own session, and report its outcome', async () => {
  const { root, submit, outcomeOf, logIn, register } = await start();
  submit('checkIn', { tab: 'login', username: 'ada', password: 'engine', keep: true });
  await logIn.fail(refused('invalid_credentials'));
  expect(logIn.inputs()).toEqual([{ form: { username: 'ada', password: 'engine', keep: true } }]);
  expect(outcomeOf('checkIn')).toEqual({ kind: 'failed', failure: refused('invalid_credentials') });

  submit('checkIn', {
    tab: 'register',
    username: 'ada',
    password: 'engine',
    email: 'ada@example.org',
    invite_code: 'ABCD2345',
  });
  await settled();
  await register.answer(user);
  expect(register.inputs()[0]?.form).toMatchObject({
    email: 'ada@example.org',
    inviteCode: 'ABCD2345',
    confirmation: 'engine',
    keep: false,
  });
  expect(root.getSnapshot().children.auth?.getSnapshot().context.token).toBe(user.token);
  expect(outcomeOf('checkIn')).toEqual({ kind: 'answered', data: { userInfo: user } });
});

test('logging out ends the app’s own session', async () => {
  const { root, submit, outcomeOf, logIn } = await start();
  submit('checkIn', { tab: 'login', username: 'ada', password: 'engine' });
  await logIn.answer(user);
  submit('logout', {});
  await settled();
  expect(root.getSnapshot().children.auth?.getSnapshot().context.token).toBeNull();
  expect(outcomeOf('logout')).toEqual({ kind: 'answered', data: {} });
});
