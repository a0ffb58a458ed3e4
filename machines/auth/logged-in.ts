import { failsTo } from '../failure.ts';
import { field, output } from '../params.ts';
import { model, session } from './model.ts';

const lost = failsTo('outdated', ['setOffline']);

const balance = field('balance');
const setBalance = [{ type: 'changeBalance', params: balance }, 'storeUser'] as const;
const whenNewBalance = {
  guard: { type: 'isNewBalance', params: balance },
  actions: setBalance,
} as const;

const whenPaidElsewhere = {
  guard: { type: 'isOtherBalance', params: session },
  actions: [{ type: 'followBalance', params: session }, 'notifyPaidElsewhere'],
} as const;

/** Another window has logged out, and cleared the stored session. */
export const onLoggedOutElsewhere = {
  guard: { type: 'hasLoggedOut', params: session },
  target: 'loggedOut',
  actions: ['forget', 'notifyLoggedOut'],
} as const;

/** Repeats `loadUser`: the answer to the running call may have an older balance. */
const askAgain = { target: 'refreshing', reenter: true } as const;

/** The session of a member: claims the welcome reward, and refreshes the user's data. */
export const loggedIn = model.createStateConfig({
  initial: 'arriving',
  on: {
    'logout.pressed': 'loggingOut',
    'session.ended': {
      guard: { type: 'isCurrentSession', params: ({ event }) => event.token },
      target: 'loggedOut',
      actions: ['clearSession', 'forget', 'notifySessionEnded'],
    },
    'session.changed': [
      onLoggedOutElsewhere,
      {
        guard: { type: 'isOtherSession', params: session },
        target: '.arriving',
        actions: { type: 'adopt', params: session },
      },
      whenPaidElsewhere,
    ],
    'balance.changed': [
      {
        guard: { type: 'isNewBalanceShown', params: ({ event }) => event },
        actions: [...setBalance, 'outdateUser'],
      },
      whenNewBalance,
    ],
  },
  states: {
    arriving: {
      entry: 'notifyIdentity',
      always: [{ guard: 'isWelcomeDue', target: 'welcoming' }, { target: 'refreshing' }],
    },
    welcoming: {
      invoke: {
        id: 'claimWelcomeReward',
        src: 'claimWelcomeReward',
        onDone: {
          target: 'refreshing',
          actions: ['clearWelcome', 'setWelcomed', { type: 'notifyWelcomed', params: output }],
        },
        onError: 'welcomeDelayed',
      },
    },
    welcomeDelayed: {
      entry: 'countWelcomeFailure',
      // sent when the connection is back or a screen with money opens, for example; the user is loaded afterwards
      on: { 'user.outdated': 'welcoming' },
      after: { welcomeRetry: 'welcoming' },
    },
    refreshing: {
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        onDone: {
          target: 'current',
          actions: [{ type: 'refresh', params: output }, 'storeUser', 'notifyIdentity'],
        },
        // a network failure does not end a session; an ended session arrives as `session.ended`
        onError: lost,
      },
      on: {
        'user.outdated': askAgain,
        'balance.changed': { ...whenNewBalance, ...askAgain },
        'session.changed': { ...whenPaidElsewhere, ...askAgain },
      },
    },
    current: { on: { 'user.outdated': 'refreshing' } },
    /** the last refresh failed: views show the age of the data */
    outdated: {
      invoke: {
        id: 'readKnownAt',
        src: 'readKnownAt',
        onDone: { actions: { type: 'setKnownAt', params: output } },
        onError: {},
      },
      on: { 'user.outdated': 'refreshing' },
    },
  },
});
