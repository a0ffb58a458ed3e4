import { createActor, fromPromise } from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import type { LoginForm, RegisterForm } from '../../machines/auth/credentials.ts';
import type {
  AuthEmitted,
  FetchedRegistration,
  RestoredSession,
  Welcome,
} from '../../machines/auth/model.ts';
import type { RegistrationEnd, registrationMachine } from '../../machines/registration.machine.ts';
import { hearAsRoot } from './hearing.ts';
import { user } from './samples.ts';
import { clock, scripted, silent } from './scenarios.ts';

/** It tells in what it ends with why there is no new user. */
function registration(fetched: () => Promise<void>) {
  const { logic, inputs, answer } = scripted<RegistrationEnd, { form: RegisterForm }>();
  const machine = logic as unknown as typeof registrationMachine;
  const load = fromPromise<FetchedRegistration, { form: RegisterForm }>(
    async ({ input: { form: typed } }) => {
      await fetched();
      return { machine, form: typed };
    },
  );
  return { load, inputs, answer, fail: (why: unknown) => answer(why as CallFailure) };
}

/**
 * Who uses the app, with every call answered by the test, and all that is done and told.
 * @param restored what was kept on the device; null: it is still being read
 * @param fetched when the code of a registration is there
 */
export function start(restored: RestoredSession | null, fetched = () => Promise.resolve()) {
  const restore = scripted<RestoredSession, unknown>();
  const logIn = scripted<UserInfo, { form: LoginForm }>();
  const register = registration(fetched);
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
        loadRegistration: register.load,
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
  hearAsRoot<AuthEmitted>(actor, (event) => {
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
