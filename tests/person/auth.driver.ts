import { authMachine } from '../../machines/auth/auth.machine.ts';
import { behind, front } from './auth.entering.ts';
import { begin, cardOf, inKathmandu, member, nothing, type World } from './auth.facts.ts';
import { inside } from './auth.inside.ts';
import { defineDriver, done, never } from './driver.ts';

const EARLY = 'before the app is drawn; every other driver begins with a stored session';

export const ofAuth = defineDriver<World>()({
  machine: authMachine,
  actor: ['auth'],
  path: '/login',
  timezoneId: 'Asia/Kathmandu',
  isVisitor: true,
  beginnings: [
    {
      name: 'a member to be',
      first: [done('restoreSession', { token: null, user: null, isWelcomeDue: false })],
      begin: begin(false),
      means: front,
    },
    {
      name: 'a newcomer',
      first: [done('restoreSession', { token: null, user: null, isWelcomeDue: false })],
      path: '/login?tab=register',
      begin: begin(true),
      means: behind,
    },
  ],
  arrange: async ({ stand }) => {
    for (const call of ['checkIn', 'handleLoginReward', 'info', 'logout'] as const)
      stand.hold(call);
  },
  means: inside,
  facts: ({ user: known, problems, failure, welcomeFailures, isWelcomeDue, isOffline }) => [
    known?.balance,
    known?.local_amount,
    Object.keys(problems),
    failure?.reason ?? failure?.kind,
    welcomeFailures,
    isWelcomeDue,
    isOffline,
  ],
  unforeseen: ['knownAtMs'],
  places: { card: '.login-card', chip: '.balance-chip', leave: '.log-out' },
  seen: {
    restoring: never,
    loggedOut: (world: World) => ({ ...nothing, card: cardOf(world) }),
    loggingIn: (world: World) => ({ ...nothing, card: cardOf(world, '…') }),
    'registering.loading': never,
    'registering.running': (world: World) => ({ ...nothing, card: cardOf(world, '…') }),
    'loggedIn.arriving': never,
    'loggedIn.welcoming': member,
    'loggedIn.welcomeDelayed': member,
    'loggedIn.refreshing': member,
    'loggedIn.current': member,
    'loggedIn.outdated': (world: World) => ({
      ...nothing,
      chip: `${member(world).chip} You are offline as of ${inKathmandu(world.knownAtMs)}`,
    }),
    loggingOut: () => ({ ...nothing, leave: 'Log out…' }),
  },
  unplanned: ['auth.loggedOut --turn.pressed--> (stays)'],
  undriven: {
    'auth.restoring --xstate.done.actor.restoreSession [hasToken]--> auth.loggedIn': EARLY,
    'auth.restoring --xstate.done.actor.restoreSession--> auth.loggedOut': EARLY,
    'auth.restoring --xstate.error.actor.restoreSession--> auth.loggedOut': EARLY,
    'auth.loggedIn --session.changed [isOtherSession]--> auth.loggedIn.arriving':
      'another person in another window: tests/browser/switch.test.ts',
    'auth.registering.loading --xstate.error.actor.loadRegistration--> auth.loggedOut':
      'its code comes with the form: tests/model/auth-ends.test.ts',
    'auth.registering.running --xstate.error.actor.register--> auth.loggedOut':
      'it ends with why, and fails by a defect alone: tests/model/machines.test.ts',
    'auth.loggingOut --session.changed [isOtherSession]--> auth.loggedIn':
      'another person in another window: tests/model/auth-ends.test.ts',
    'auth.loggingOut --session.ended [isCurrentSession]--> auth.loggedOut':
      'some other call is told so before this one: tests/model/auth-ends.test.ts',
    'auth.loggedIn --balance.changed [isNewBalanceShown]--> (stays)':
      'a withdrawal that the server has looked at: tests/browser/withdraw.test.ts',
    'auth.loggedIn --balance.changed [isNewBalance]--> (stays)':
      'a reward while nothing else is asked for: tests/browser/journey.test.ts',
    'auth.loggedIn.outdated --xstate.error.actor.readKnownAt--> (stays)':
      'what is read is there, or counts as absent',
  },
});
