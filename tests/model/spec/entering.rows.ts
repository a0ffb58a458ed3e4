import { errorsOf } from '../../../src/screens/login/login-errors.ts';
import type { Area, Row } from './row.ts';
import { landed, main } from './shown.ts';

const card = {
  file: 'tests/browser/visitor-states.test.ts',
  title: 'both sides of the log-in card are accessible when empty, refused and pending',
};
const ended = {
  file: 'tests/browser/sessions.test.ts',
  title:
    'a session ends by a log-out elsewhere, by a block, and when the operator ends all sessions',
};
const overtaken = {
  file: 'tests/browser/windows.test.ts',
  title:
    'a log-in that hangs ends when another window logs in, and does not affect the new session',
};

/** The message beside a field that is missing in a submitted form. */
const missing = (
  section: Row['section'],
  spec: string,
  on: 'login.submitted' | 'register.submitted',
  field: 'username' | 'email' | 'password' | 'confirmation',
  says: string,
): Row => ({
  ...{ section, spec, machine: 'auth', on, state: 'loggedOut', says, shown: card },
  message: ({ context }) =>
    errorsOf({ problems: context.problems, failure: context.failure }).fields[field],
});

/** Logging in, registering, and the end of a session. */
export const entering: Area = {
  name: 'Login and register',
  rows: [
    {
      section: 4,
      spec: 'Login: logged out',
      step: 'auth.restoring --xstate.done.actor.restoreSession--> loggedOut',
      given: { output: { token: null } },
      tells: ['auth.identified'],
      shown: card,
    },
    {
      section: 2,
      spec: 'Login / register: forms that switch between each other',
      step: 'auth.loggedOut --turn.pressed--> loggedOut',
      leaves: { problems: {}, failure: null },
      shown: card,
    },
    {
      section: 2,
      spec: 'Login: a processing state on the button',
      step: 'auth.loggedOut --login.submitted--> loggingIn',
      shown: card,
    },
    {
      section: 2,
      spec: 'Register: a processing state on the button',
      step: 'auth.loggedOut --register.submitted--> registering',
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
      step: 'auth.loggingIn --xstate.done.actor.logIn--> loggedIn',
      does: ['storeSession', 'clearInviteCode'],
      tells: ['auth.loggedIn', 'auth.identified'],
      leaves: { token: 'token-a' },
      shown: main,
    },
    {
      section: 4,
      spec: 'Any login failure clears token and user info',
      step: 'auth.loggingIn --xstate.error.actor.logIn--> loggedOut',
      does: ['clearSession'],
      leaves: { token: null, user: null },
      shown: card,
    },
    {
      section: 4,
      spec: 'Login: a log-in in another window also logs this window in, and ends its attempt',
      step: 'auth.loggingIn --session.changed--> loggedIn',
      shown: overtaken,
    },
    {
      section: 4,
      spec: 'A successful registration stores token and user info and clears the saved invite code',
      step: 'auth.registering --xstate.done.actor.register--> loggedIn',
      given: { output: { token: 'token-a' } },
      does: ['storeSession', 'clearInviteCode'],
      tells: ['auth.loggedIn', 'auth.identified'],
      leaves: { token: 'token-a' },
      shown: landed,
    },
    {
      section: 4,
      spec: 'Any registration failure clears token and user info',
      step: 'auth.registering --xstate.done.actor.register--> loggedOut',
      given: { output: { kind: 'refused' } },
      does: ['clearSession'],
      leaves: { token: null, user: null },
      shown: card,
    },
    {
      section: 4,
      spec: 'Logout success clears both',
      step: 'auth.loggingOut --xstate.done.actor.logOut--> loggedOut',
      does: ['clearSession'],
      tells: ['auth.loggedOut', 'auth.identified'],
      leaves: { token: null, user: null },
    },
    {
      section: 4,
      spec: 'Logout failure clears both as well: the phone may be somebody else’s',
      step: 'auth.loggingOut --xstate.error.actor.logOut--> loggedOut',
      does: ['endSubscription', 'clearSession'],
      tells: ['auth.loggedOut', 'auth.identified'],
      leaves: { token: null, user: null },
    },
    {
      section: 8,
      spec: 'Code 303, 401 or 409: clear session, go to /login, reject',
      step: 'auth.loggedIn --session.ended--> loggedOut',
      does: ['clearSession'],
      tells: ['auth.sessionEnded', 'auth.identified'],
      leaves: { token: null, user: null },
      shown: ended,
    },
    {
      section: 8,
      spec: 'Code 303, 401 or 409 (toast)',
      machine: 'auth',
      news: { type: 'auth.sessionEnded' },
      toast: 'Your session has ended. Please log in again.',
      shown: ended,
    },
    {
      section: 8,
      spec: 'Login throws the message of the refusal',
      machine: 'auth',
      on: 'xstate.error.actor.logIn',
      state: 'loggedOut',
      message: ({ context }) =>
        errorsOf({ problems: context.problems, failure: context.failure }).general,
      says: 'Username, email or password is wrong.',
      shown: card,
    },
    missing(
      8,
      'Login: username required',
      'login.submitted',
      'username',
      'Enter your username or email.',
    ),
    {
      section: 5,
      spec: 'Login: username or email required, password required',
      step: 'auth.loggedOut --login.submitted--> loggedOut',
      leaves: { problems: { username: 'nameRequired', password: 'passwordRequired' } },
      shown: card,
    },
    {
      section: 5,
      spec: 'Register: username, email, password and confirmation required',
      step: 'auth.loggedOut --register.submitted--> loggedOut',
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
    missing(
      5,
      'Register: username required',
      'register.submitted',
      'username',
      'Enter your username.',
    ),
    missing(8, 'Login: email required', 'register.submitted', 'email', 'Enter your email.'),
    missing(8, 'Login: password required', 'login.submitted', 'password', 'Enter a password.'),
    missing(
      8,
      'Login: passwords do not match',
      'register.submitted',
      'confirmation',
      'The passwords do not match.',
    ),
  ],
};
