import { createActor } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import type { LoginForm, RegisterForm } from '../../machines/auth/credentials.ts';
import type { AuthEmitted, RestoredSession, Welcome } from '../../machines/auth/model.ts';
import type { RegistrationEnd } from '../../machines/registration.machine.ts';
import { user } from './samples.ts';
import { clock, scripted, silent } from './scenarios.ts';

/** It tells in what it ends with why there is no new user. */
function registration() {
  const { logic, inputs, answer } = scripted<RegistrationEnd, { form: RegisterForm }>();
  return { logic, inputs, answer, fail: (why: unknown) => answer(why as CallFailure) };
}

/**
 * Who uses the app, with every call answered by the test, and all that is done and told.
 * @param restored what was kept on the device; null: it is still being read
 */
export function start(restored: RestoredSession | null) {
  const restore = scripted<RestoredSession, unknown>();
  const logIn = scripted<UserInfo, { form: LoginForm }>();
  const register = registration();
  const load = scripted<UserInfo, unknown>();
  const known = scripted<number | null, unknown>();
  const welcome = scripted<Welcome, unknown>();
  const logOut = scripted<void, unknown>();
  const done: string[] = [];
  const time = clock();
  const actor = createActor(
    authMachine.provide({
      actors: {
        restoreSession: restore.logic,
        logIn: logIn.logic,
        register: register.logic as never,
        loadUser: load.logic,
        readKnownAt: known.logic,
        claimWelcomeReward: welcome.logic,
        logOut: logOut.logic,
        watchSession: silent,
      },
      actions: {
        storeSession: ({ context }) => done.push(`store ${context.token}`),
        storeUser: ({ context }) => done.push(`store user ${context.user?.id}`),
        clearSession: ({ context }) => done.push(`clear session ${context.token}`),
        endSubscription: ({ context }) => done.push(`end subscription ${context.token}`),
        clearInviteCode: () => done.push('clear invite code'),
        setWelcomed: () => done.push('welcomed'),
      },
    }),
    { clock: time },
  );
  const news: AuthEmitted['type'][] = [];
  const users: (number | null)[] = [];
  actor.on('*', (event) => {
    if (event.type === 'auth.identified') users.push(event.user?.id ?? null);
    else news.push(event.type);
  });
  actor.start();
  const ready = restored ? restore.answer(restored) : Promise.resolve();
  return {
    actor,
    restore,
    logIn,
    register,
    load,
    known,
    welcome,
    logOut,
    done,
    news,
    users,
    time,
    ready,
  };
}

export type Start = ReturnType<typeof start>;

export const nobody: RestoredSession = { token: null, user: null, isWelcomeDue: false };
export const somebody: RestoredSession = { token: user.token, user, isWelcomeDue: false };
export const form: LoginForm = { username: 'ada', password: 'correct horse', keep: true };
