import type { UserInfo } from '../../contract/shapes.ts';
import { failsTo } from '../failure.ts';
import { field, output } from '../params.ts';
import type { RegistrationEnd } from '../registration.machine.ts';
import type { RegisterForm } from './credentials.ts';
import { loggedIn, onLoggedOutElsewhere } from './logged-in.ts';
import { initialContext, model, session } from './model.ts';

const form = field('form');
/** Reads the form from the event, not from the context, which must never hold a password. */
const submitted = ({ event }: { event: object }) => ({
  form: (event as { form: RegisterForm }).form,
});
const whenComplete = {
  guard: { type: 'isComplete', params: form },
  actions: 'clearProblems',
} as const;
const setProblems = { actions: { type: 'setProblems', params: form } } as const;

const user = ({ event }: { event: { output: RegistrationEnd } }) => event.output as UserInfo;
/** A failed log-in or registration: clears the stored session, and stores the failure. */
const refused = failsTo('#auth.loggedOut', ['setFailure'], ['clearSession', 'forget']);

const onLoggedIn = {
  target: '#auth.loggedIn',
  actions: [{ type: 'enter', params: user }, 'storeSession', 'clearInviteCode', 'notifyLoggedIn'],
} as const;

/** Adopts a log-in of another window, instead of this window's own attempt. */
const follow = {
  guard: { type: 'isOtherSession', params: session },
  target: 'loggedIn',
  actions: ['clearProblems', { type: 'adopt', params: session }],
} as const;

const onLoggedOut = {
  target: 'loggedOut',
  actions: ['clearSession', 'forget', 'notifyLoggedOut'],
} as const;

/** The log-out call failed, so the server may still push to this session: ends this browser's push subscription. */
const onLogOutFailed = {
  ...onLoggedOut,
  actions: ['endSubscription', ...onLoggedOut.actions],
} as const;

/**
 * The session: from the stored token through log-in or registration to log-out. A failed attempt
 * clears its own token and user, but not those of another window; a session ends once, even if
 * several calls report it, and all windows of a browser share it.
 */
export const authMachine = model.createMachine({
  id: 'auth',
  context: initialContext,
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'restoring',
  states: {
    restoring: {
      tags: ['busy'],
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'hasToken', params: output },
            target: 'loggedIn',
            actions: { type: 'restore', params: output },
          },
          { target: 'loggedOut' },
        ],
        onError: 'loggedOut',
      },
    },
    loggedOut: {
      entry: 'notifyIdentity',
      on: {
        'login.submitted': [{ ...whenComplete, target: 'loggingIn' }, setProblems],
        'register.submitted': [{ ...whenComplete, target: 'registering' }, setProblems],
        'turn.pressed': { actions: 'clearProblems' },
        'session.changed': follow,
      },
    },
    loggingIn: {
      tags: ['busy'],
      invoke: { id: 'logIn', src: 'logIn', input: submitted, onDone: onLoggedIn, onError: refused },
      on: { 'session.changed': follow },
    },
    registering: {
      exit: 'stopRegistration',
      on: { 'session.changed': follow },
      initial: 'loading',
      states: {
        loading: {
          tags: ['busy'],
          invoke: {
            id: 'loadRegistration',
            src: 'loadRegistration',
            input: submitted,
            onDone: { target: 'running', actions: { type: 'startRegistration', params: output } },
            onError: refused,
          },
        },
        running: {
          tags: ['busy'],
          on: {
            'xstate.done.actor.register': [
              { guard: { type: 'hasToken', params: user }, ...onLoggedIn },
              refused,
            ],
            'xstate.error.actor.register': refused,
          },
        },
      },
    },
    loggedIn,
    loggingOut: {
      tags: ['busy'],
      invoke: {
        id: 'logOut',
        src: 'logOut',
        // a failed call ends the session on this device too: the phone may belong to another person
        onDone: onLoggedOut,
        onError: onLogOutFailed,
      },
      // while the answer is late or lost, another call or window may report the end of the session
      on: {
        'session.ended': {
          guard: { type: 'isCurrentSession', params: ({ event }) => event.token },
          ...onLoggedOut,
        },
        'session.changed': [onLoggedOutElsewhere, follow],
      },
    },
  },
});
