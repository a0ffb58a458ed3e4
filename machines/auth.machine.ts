import { assign, emit } from 'xstate';
import type { UserInfo } from '../contract/shapes.ts';
import { base, nobody } from './auth.setup.ts';
import { reason, timedOut } from './failure.ts';

/** Being sent to the server: any failure clears what was stored and says why. */
const asking = {
  tags: ['busy'],
  after: {
    callLimit: {
      target: 'loggedOut',
      actions: [
        'clearSession',
        'forget',
        { type: 'noteFailure', params: timedOut },
        { type: 'tellFailure', params: timedOut },
      ],
    },
  },
} as const;

const onRefused = {
  target: 'loggedOut',
  actions: [
    'clearSession',
    'forget',
    { type: 'noteFailure', params: reason },
    { type: 'tellFailure', params: reason },
  ],
} as const;

const entered = ({ event }: { event: { output: UserInfo } }) => event.output;
const onEntered = {
  target: 'loggedIn',
  actions: [
    { type: 'enter', params: entered },
    'storeSession',
    'clearInviteCode',
    { type: 'tellLoggedIn', params: entered },
  ],
} as const;

const onLeft = {
  target: 'loggedOut',
  actions: ['clearSession', 'forget', 'tellLoggedOut'],
} as const;

const loggedIn = base.createStateConfig({
  initial: 'arriving',
  on: {
    'logout.pressed': 'loggingOut',
    'session.ended': {
      guard: 'isCurrentSession',
      target: 'loggedOut',
      actions: ['clearSession', 'forget', emit({ type: 'auth.sessionEnded' })],
    },
    'session.changed': [
      { guard: 'hasLeft', target: 'loggedOut', actions: ['forget', 'tellLoggedOut'] },
      { guard: 'isOtherSession', target: '.arriving', actions: 'follow' },
    ],
    'balance.changed': {
      actions: { type: 'changeBalance', params: ({ event }) => event.balance },
    },
  },
  states: {
    arriving: {
      always: [{ guard: 'isWelcomeDue', target: 'welcoming' }, { target: 'refreshing' }],
    },
    welcoming: {
      invoke: {
        id: 'claimWelcomeReward',
        src: 'claimWelcomeReward',
        onDone: {
          target: 'refreshing',
          actions: [
            assign({ isWelcomeDue: false, welcomeFailures: 0 }),
            'noteWelcomed',
            emit(({ event }) => ({ type: 'reward.welcomed', ...event.output })),
          ],
        },
        onError: 'welcomeDelayed',
      },
      after: { callLimit: 'welcomeDelayed' },
    },
    welcomeDelayed: {
      entry: 'countWelcomeFailure',
      after: { welcomeRetry: 'welcoming' },
    },
    refreshing: {
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        onDone: {
          target: 'current',
          actions: [{ type: 'refresh', params: ({ event }) => event.output }, 'storeUser'],
        },
        // a network failure does not end a session; an ended one arrives as `session.ended`
        onError: 'outdated',
      },
      after: { callLimit: 'outdated' },
      on: { 'user.outdated': { target: 'refreshing', reenter: true } },
    },
    current: { on: { 'user.outdated': 'refreshing' } },
    outdated: { on: { 'user.outdated': 'refreshing' } },
  },
});

/**
 * Who is using the app: from the stored token through logging in or registering to logging out.
 * Any failed attempt clears token and user; a session ends once, however many calls report it, and
 * is the same one in all windows of a browser.
 */
export const authMachine = base.createMachine({
  id: 'auth',
  context: { ...nobody, problems: {}, failure: null },
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
            guard: ({ event }) => event.output.token !== null,
            target: 'loggedIn',
            actions: assign(({ event }) => event.output),
          },
          { target: 'loggedOut' },
        ],
        onError: 'loggedOut',
      },
      after: { callLimit: 'loggedOut' },
    },
    loggedOut: {
      tags: ['actionable'],
      on: {
        'login.submitted': [
          { guard: 'isComplete', target: 'loggingIn', actions: 'dropProblems' },
          { actions: 'noteProblems' },
        ],
        'register.submitted': [
          { guard: 'isComplete', target: 'registering', actions: 'dropProblems' },
          { actions: 'noteProblems' },
        ],
        'turn.pressed': { actions: 'dropProblems' },
        'session.changed': {
          guard: 'isOtherSession',
          target: 'loggedIn',
          actions: ['dropProblems', 'follow'],
        },
      },
    },
    loggingIn: {
      ...asking,
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ event }) => ({ form: event.type === 'login.submitted' ? event.form : null }),
        onDone: onEntered,
        onError: onRefused,
      },
    },
    registering: {
      ...asking,
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ event }) => ({ form: event.type === 'register.submitted' ? event.form : null }),
        onDone: onEntered,
        onError: onRefused,
      },
    },
    loggedIn,
    loggingOut: {
      tags: ['busy'],
      invoke: {
        id: 'logOut',
        src: 'logOut',
        // whatever the server says: it may be somebody else's phone, and has to forget
        onDone: onLeft,
        onError: onLeft,
      },
      after: { callLimit: onLeft },
    },
  },
});
