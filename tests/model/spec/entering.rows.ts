import type { AnyMachineSnapshot } from 'xstate';
import { errorsOf } from '../../../src/screens/login/login-errors.ts';
import type { Area } from './row.ts';

const main = {
  file: 'tests/browser/journey.test.ts',
  title: 'the main job: register, watch, be paid, withdraw, be paid out',
};
const card = {
  file: 'tests/browser/visitor-states.test.ts',
  title: 'both sides of the card: empty, refused and under way',
};
const ended = {
  file: 'tests/browser/screens.test.ts',
  title: 'a session that ended leads to log in, once, and says so',
};
const landed = {
  file: 'tests/browser/landing.test.ts',
  title: 'from an invitation to registered, with both rewards',
};
const unpaid = {
  file: 'tests/browser/landing.test.ts',
  title: 'a ticket that the server does not take is said, beside what was given',
};

const beside =
  (field: 'username' | 'email' | 'password' | 'confirmation') =>
  ({ context }: AnyMachineSnapshot) =>
    errorsOf({ problems: context.problems, failure: context.failure }).fields[field];

/** Who is here: logging in, registering, and the end of a session. */
export const entering: Area = {
  name: 'Login and register',
  rows: [
    { section: 4, spec: 'Login: logged out', machine: 'auth', state: 'loggedOut', shown: card },
    {
      section: 2,
      spec: 'Login / register: forms that switch between each other',
      machine: 'auth',
      from: 'loggedOut',
      on: 'form.switched',
      to: 'loggedOut',
      leaves: { problems: {}, failure: null },
      shown: card,
    },
    {
      section: 2,
      spec: 'Login: a processing state on the button',
      machine: 'auth',
      state: 'loggingIn',
      shown: card,
    },
    {
      section: 2,
      spec: 'Register: a processing state on the button',
      machine: 'auth',
      state: 'registering',
      shown: card,
    },
    {
      section: 2,
      spec: 'Login / register: slogan and feature highlights',
      holder: 'the login screen',
      shown: card,
    },
    {
      section: 4,
      spec: 'A successful login stores token and user info and clears the saved invite code',
      machine: 'auth',
      from: 'loggingIn',
      on: 'xstate.done.actor.logIn',
      to: 'loggedIn',
      does: ['storeSession', 'clearInviteCode'],
      tells: ['auth.loggedIn'],
      leaves: { token: 'token-a' },
      shown: main,
    },
    {
      section: 4,
      spec: 'Any login failure clears token and user info',
      machine: 'auth',
      from: 'loggingIn',
      on: 'xstate.error.actor.logIn',
      to: 'loggedOut',
      does: ['clearSession'],
      leaves: { token: null, user: null },
      shown: {
        file: 'tests/browser/screens.test.ts',
        title: 'wrong credentials are told beside the form, in the same words for any user',
      },
    },
    {
      section: 4,
      spec: 'A successful registration stores token and user info and clears the saved invite code',
      machine: 'auth',
      from: 'registering',
      on: 'xstate.done.actor.register',
      to: 'loggedIn',
      does: ['storeSession', 'clearInviteCode'],
      tells: ['auth.loggedIn'],
      leaves: { token: 'token-a' },
      shown: landed,
    },
    {
      section: 4,
      spec: 'Any registration failure clears token and user info',
      machine: 'auth',
      from: 'registering',
      on: 'xstate.error.actor.register',
      to: 'loggedOut',
      does: ['clearSession'],
      leaves: { token: null, user: null },
      shown: card,
    },
    {
      section: 1,
      spec: 'New users get a registration bonus, and what the sample clip earned',
      machine: 'auth',
      news: { type: 'reward.welcomed', refusal: null },
      toast: 'Welcome! +1.00 for registering and +0.10 for watching.',
      shown: landed,
    },
    {
      section: 1,
      spec: 'New users get a registration bonus, also where the sample clip is not paid for',
      machine: 'auth',
      news: { type: 'reward.welcomed', refusal: { reason: 'invalid_watch_ticket' } },
      toast: 'Welcome! +1.00 for registering. The reward for the sample clip could not be claimed.',
      shown: unpaid,
    },
    {
      section: 4,
      spec: 'Logout success clears both',
      machine: 'auth',
      from: 'loggingOut',
      on: 'xstate.done.actor.logOut',
      to: 'loggedOut',
      does: ['clearSession'],
      tells: ['auth.loggedOut'],
      leaves: { token: null, user: null },
    },
    {
      section: 8,
      spec: 'Code 303, 401 or 409: clear session, go to /login, reject',
      machine: 'auth',
      from: 'loggedIn',
      on: 'session.ended',
      to: 'loggedOut',
      does: ['clearSession'],
      tells: ['auth.sessionEnded'],
      leaves: { token: null, user: null },
      shown: ended,
    },
    {
      section: 8,
      spec: 'Code 303, 401 or 409 (said to the person)',
      machine: 'auth',
      news: { type: 'auth.sessionEnded' },
      toast: 'Your session has ended. Please log in again.',
      shown: ended,
    },
    {
      section: 8,
      spec: 'Login throws the message of the refusal',
      machine: 'auth',
      state: 'loggedOut',
      message: ({ context }) =>
        errorsOf({ problems: context.problems, failure: context.failure }).general,
      says: 'Username, email or password is wrong.',
      shown: card,
    },
    {
      section: 8,
      spec: 'Login: username required',
      machine: 'auth',
      state: 'loggedOut',
      message: beside('username'),
      says: 'Enter your username or email.',
      shown: card,
    },
    {
      section: 5,
      spec: 'Login: username or email required, password required',
      machine: 'auth',
      from: 'loggedOut',
      on: 'login.submitted',
      to: 'loggedOut',
      leaves: { problems: { username: 'nameRequired', password: 'passwordRequired' } },
      shown: card,
    },
    {
      section: 5,
      spec: 'Register: username, email, password and confirmation required',
      machine: 'auth',
      from: 'loggedOut',
      on: 'register.submitted',
      to: 'loggedOut',
      leaves: {
        problems: {
          username: 'usernameRequired',
          email: 'emailRequired',
          password: 'passwordRequired',
          confirmation: 'passwordsDoNotMatch',
        },
      },
      shown: card,
    },
    {
      section: 5,
      spec: 'Register: username required',
      machine: 'auth',
      state: 'loggedOut',
      message: beside('username'),
      says: 'Enter your username.',
      shown: card,
    },
    {
      section: 8,
      spec: 'Login: email required',
      machine: 'auth',
      state: 'loggedOut',
      message: beside('email'),
      says: 'Enter your email.',
      shown: card,
    },
    {
      section: 8,
      spec: 'Login: password required',
      machine: 'auth',
      state: 'loggedOut',
      message: beside('password'),
      says: 'Enter a password.',
      shown: card,
    },
    {
      section: 8,
      spec: 'Login: passwords do not match',
      machine: 'auth',
      state: 'loggedOut',
      message: beside('confirmation'),
      says: 'The passwords do not match.',
      shown: card,
    },
  ],
};
