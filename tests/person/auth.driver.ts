import assert from 'node:assert/strict';
import type { UserInfo } from '../../contract/shapes.ts';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { tab } from '../browser/people.ts';
import {
  type AnyWorld,
  after,
  defineDriver,
  done,
  failed,
  lastResorts,
  type Means,
  type Scene,
} from './driver.ts';
import { answers, user } from './facts.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  errors: string[];
  general: string;
  typed: { username: string; password: string; email: string; confirmation: string; code: string };
  keep: boolean;
  balance: string;
  /** when the device was last told of the user, by its own clock */
  knownAtMs: number;
  /** the log-in card is looked at from its back */
  isNew: boolean;
}

const blank = { username: '', password: '', email: '', confirmation: '', code: '' };
const begin = (isNew: boolean) => (): World => ({
  answers: answers(),
  errors: [],
  general: '',
  typed: blank,
  keep: true,
  balance: user.balance,
  knownAtMs: 0,
  isNew,
});

type S = Scene<World>;
type Form = Partial<World['typed']> & { keep: boolean };
const labels = {
  username: 'Username',
  email: 'Email',
  password: 'Password',
  confirmation: 'Confirm password',
  code: 'Invite code (optional)',
} as const;

async function fills(
  { page, world }: S,
  { keep, ...fields }: Form,
  names: readonly (keyof typeof labels)[],
) {
  const form = page.locator('.login-form');
  world.typed = { ...blank, ...fields };
  world.keep = keep;
  for (const name of names) {
    const label = name === 'username' && !world.isNew ? 'Username or email' : labels[name];
    await form.getByLabel(label, { exact: true }).fill(world.typed[name]);
  }
  await form.getByLabel('Keep me signed in').setChecked(keep);
  await form
    .getByRole('button', { name: world.isNew ? 'Register' : 'Log in', exact: true })
    .click();
}

const LOGIN = ['username', 'password'] as const;
const ALL = ['username', 'email', 'password', 'confirmation', 'code'] as const;
const credentials = { username: 'wilhelmina@example.net', password: 'correct horse 17' };
const newcomer = {
  username: user.username,
  email: user.email,
  password: 'correct horse 17',
  confirmation: 'correct horse 17',
  code: 'FR13ND42',
};

/** What the server is asked is what was typed. */
async function expectAsked({ stand }: S, wanted: object): Promise<void> {
  await stand.arrives('checkIn');
  const asked = stand.asked.findLast(({ name }) => name === 'checkIn');
  assert.deepEqual(asked?.input, { ...wanted, language: 'en', country: 'DE' });
}

const logsIn = (keep: boolean): Means<World> => ({
  name: keep ? 'logs in to stay' : 'logs in for now',
  by: 'person',
  events: [{ type: 'login.submitted', form: { ...credentials, keep } }],
  act: async (scene) => {
    Object.assign(scene.world, { errors: [], general: '' });
    await fills(scene, { ...credentials, keep }, LOGIN);
    await expectAsked(scene, { tab: 'login', ...credentials, keep });
  },
});
const registers = (keep: boolean): Means<World> => {
  const { code: inviteCode, ...form } = newcomer;
  const { confirmation: _, ...sent } = form;
  return {
    name: keep ? 'registers to stay' : 'registers for now',
    by: 'person',
    events: [{ type: 'register.submitted', form: { ...form, inviteCode, keep } }],
    act: async (scene) => {
      Object.assign(scene.world, { errors: [], general: '' });
      await fills(scene, { ...newcomer, keep }, ALL);
      await expectAsked(scene, { tab: 'register', ...sent, invite_code: inviteCode, keep });
    },
  };
};

const refuses = (
  actor: string,
  name: string,
  reason: 'invalid_credentials' | 'too_many_attempts' | 'username_taken',
  words: string,
  field = -1,
): Means<World> => ({
  name,
  by: 'network',
  events: [
    failed(actor, {
      kind: 'refused',
      reason,
      ...(reason === 'too_many_attempts' && { retryAfter: 240 }),
    }),
  ],
  act: ({ stand, world }) => {
    Object.assign(world, field < 0 ? { general: words } : { errors: [words] });
    return stand.answer(
      'checkIn',
      failing(refusedFor(reason, reason === 'too_many_attempts' ? 240 : undefined)),
    );
  },
});
const isSlow = (actor: string): Means<World> => ({
  name: 'it takes too long',
  by: 'clock',
  events: [failed(actor, { kind: 'timeout' })],
  act: ({ pass, world }) => {
    world.general = 'This took too long. Please try again.';
    return pass(15_000);
  },
});
/** The feed and what belongs to a member come after it. */
const enters = (actor: string): Means<World> => ({
  name: 'the server lets them in',
  by: 'network',
  events: [done(actor, user)],
  act: async (scene) => {
    await knows(scene, user.balance);
    await scene.stand.answer('checkIn', { userInfo: user });
    await scene.stand.arrives('handleLoginReward');
    await scene.pass(3_500);
  },
});

const front: Means<World>[] = [
  {
    name: 'submits nothing',
    by: 'person',
    events: [{ type: 'login.submitted', form: { username: '', password: '', keep: true } }],
    act: async (scene) => {
      Object.assign(scene.world, {
        errors: ['Enter your username or email.', 'Enter a password.'],
        general: '',
      });
      await fills(scene, { keep: true }, LOGIN);
    },
  },
  logsIn(true),
  logsIn(false),
  refuses(
    'logIn',
    'the password is wrong',
    'invalid_credentials',
    'Username, email or password is wrong.',
  ),
  refuses(
    'logIn',
    'it was tried too often',
    'too_many_attempts',
    'Too many attempts. Please try again in 4 minutes.',
  ),
  isSlow('logIn'),
  enters('logIn'),
];

const behind: Means<World>[] = [
  {
    name: 'types two passwords',
    by: 'person',
    events: [
      {
        type: 'register.submitted',
        form: {
          username: '',
          email: '',
          password: 'one',
          confirmation: 'two',
          inviteCode: '',
          keep: true,
        },
      },
    ],
    act: async (scene) => {
      Object.assign(scene.world, {
        errors: ['Enter your username.', 'Enter your email.', 'The passwords do not match.'],
        general: '',
      });
      await fills(scene, { password: 'one', confirmation: 'two', keep: true }, ALL);
    },
  },
  registers(true),
  registers(false),
  refuses('register', 'the name is taken', 'username_taken', 'This username is taken.', 0),
  isSlow('register'),
  enters('register'),
];

const renewed: UserInfo = { ...user, balance: '38.5400', local_amount: '35.22' };
const welcome = {
  rewards: [
    { id: 3, type: 'new_user_reward', amount: '1.1300', created_at: user.created_at, detail: '' },
  ],
  balance: '38.5400',
} as const;

/** From now on that much of the user is kept. */
async function knows({ page, world }: S, balance: string): Promise<void> {
  world.balance = balance;
  world.knownAtMs = await page.evaluate(() => Date.now());
}

/** The side of the card that this person uses. */
async function turnsTo({ page, world }: S): Promise<void> {
  if (world.isNew) await page.getByRole('button', { name: 'Create an account' }).click();
}

/** From the feed, where a visitor is told how to begin; whoever logs in so comes back to it. */
async function returns(scene: S): Promise<void> {
  Object.assign(scene.world, { typed: blank, keep: true });
  await scene.page.locator('.balance-chip', { hasText: 'Log in to earn' }).click();
  await turnsTo(scene);
}

/** What another window of the browser does, which is heard of by what it has stored. */
const elsewhere = (
  name: string,
  state: 'loggedIn' | 'loggedOut',
  session: { token: string; user: UserInfo } | null,
  then: (scene: S) => Promise<unknown>,
): Means<World> => ({
  name: `in another window ${name}`,
  by: 'person',
  events: [{ type: 'session.changed', session }],
  when: (snapshot) =>
    snapshot.matches(state) && snapshot.context.user?.balance !== session?.user.balance,
  act: async (scene) => {
    await scene.page.evaluate((stored) => {
      if (stored) {
        localStorage.setItem('userInfo', JSON.stringify(stored.user));
        localStorage.setItem('userInfoAt', JSON.stringify(Date.now()));
        localStorage.setItem('token', stored.token);
      } else {
        localStorage.removeItem('userInfo');
        localStorage.removeItem('token');
      }
      dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    }, session);
    await then(scene);
  },
});

const inside: Means<World>[] = [
  {
    name: 'is welcomed',
    by: 'network',
    events: [
      done('claimWelcomeReward', { ...welcome, refusal: null }),
      { type: 'balance.changed', balance: '38.5400' },
    ],
    act: async (scene) => {
      await knows(scene, '38.5400');
      await scene.stand.answer('handleLoginReward', { ...welcome, rewards: [...welcome.rewards] });
    },
    says: () => ['Welcome! +1.13 for registering.'],
  },
  {
    name: 'the welcome does not come',
    by: 'network',
    events: [failed('claimWelcomeReward', { kind: 'offline' })],
    when: ({ context }) => context.welcomeFailures === 0,
    act: ({ stand }) => stand.answer('handleLoginReward', failing('cut')),
  },
  {
    name: 'five seconds go by',
    by: 'clock',
    events: [after('welcomeRetry', 'auth.loggedIn.welcomeDelayed')],
    act: ({ pass }) => pass(5_000),
  },
  {
    name: 'the user is known',
    by: 'network',
    events: [done('loadUser', renewed)],
    act: async (scene) => {
      await knows(scene, '38.5400');
      await scene.stand.answer('info', { userInfo: renewed });
    },
  },
  {
    name: 'the user does not come',
    by: 'network',
    events: [failed('loadUser', { kind: 'offline' }), done('readKnownAt', 0)],
    act: ({ stand }) => stand.answer('info', failing('cut')),
  },
  {
    name: 'looks at Mine and goes back',
    by: 'person',
    events: [{ type: 'user.outdated' }],
    act: async ({ page }) => {
      await tab(page, 'Mine').click();
      await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
      await tab(page, 'Short video').click();
    },
  },
  {
    name: 'logs out on Mine',
    by: 'person',
    events: [{ type: 'user.outdated' }, { type: 'logout.pressed' }],
    act: async ({ page }) => {
      await tab(page, 'Mine').click();
      await page.locator('.log-out').click();
    },
  },
  {
    name: 'the server says goodbye',
    by: 'network',
    events: [done('logOut', undefined)],
    act: async (scene) => {
      await scene.stand.answer('logout', {});
      await scene.page.locator('.login-card').waitFor();
      await tab(scene.page, 'Short video').click();
      await returns(scene);
    },
  },
  {
    name: 'the server does not say goodbye',
    by: 'network',
    events: [failed('logOut', { kind: 'offline' })],
    act: async (scene) => {
      await scene.stand.answer('logout', failing('cut'));
      await scene.page.locator('.login-card').waitFor();
      await tab(scene.page, 'Short video').click();
      await returns(scene);
    },
  },
  {
    name: 'the session has ended',
    by: 'network',
    events: [
      failed('loadUser', { kind: 'sessionEnded', code: 401 }),
      { type: 'session.ended', token: user.token },
    ],
    act: async (scene) => {
      Object.assign(scene.world, { typed: blank, keep: true });
      await scene.stand.answer('info', failing({ ended: 401 }));
      await scene.page.locator('.login-card').waitFor();
      await turnsTo(scene);
    },
    says: () => ['Your session has ended. Please log in again.'],
  },
  elsewhere('somebody logs in', 'loggedOut', { token: user.token, user }, async (scene) => {
    Object.assign(scene.world, { errors: [], general: '' });
    await knows(scene, user.balance);
    await scene.pass(3_500);
  }),
  elsewhere('they log out', 'loggedIn', null, returns),
  elsewhere(
    'they are paid',
    'loggedIn',
    { token: user.token, user: { ...user, balance: '41.2200' } },
    (scene) => knows(scene, '41.2200'),
  ),
];

const EARLY = 'before the app is drawn; every other driver begins with a stored session';
const nothing = { card: null, chip: null, leave: null };
function cardOf(world: World, busy = ''): string {
  const { typed, errors, general, keep, isNew } = world;
  const error = (at: number) => (errors[at] ? ` ${errors[at]}` : '');
  const foot = `${keep ? '[x]' : '[ ]'} Keep me signed in`;
  const said = general ? ` ${general}` : '';
  if (isNew) {
    return (
      `Username «${typed.username}»${error(0)} Email «${typed.email}»${error(1)} ` +
      `Password «${typed.password}» At least 8 characters ` +
      `Confirm password «${typed.confirmation}»${error(2)} Invite code (optional) «${typed.code}»` +
      `${said} ${foot} Register${busy} I have an account`
    );
  }
  return (
    `Username or email «${typed.username}»${error(0)} Password «${typed.password}»${error(1)} ` +
    `${foot}${said} Log in${busy} Create an account`
  );
}
const member = ({ balance }: World) => ({ ...nothing, chip: balance.replace(/00$/, '') });
/** 5 hours and 45 minutes before UTC: the next day has begun. */
const inKathmandu = (atMs: number) =>
  new Date(atMs + 345 * 60_000).toISOString().slice(11, 16).replace(/^0/, '').concat(' AM');
const never = () => {
  throw new Error('nobody rests here');
};

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
  facts: ({
    user: known,
    problems,
    failure,
    welcomeFailures,
    isWelcomeDue,
    isOffline,
    isEstimateOld,
  }) => [
    known?.balance,
    Object.keys(problems),
    failure?.reason ?? failure?.kind,
    welcomeFailures,
    isWelcomeDue,
    isOffline,
    isEstimateOld,
  ],
  unforeseen: ['knownAtMs'],
  places: { card: '.login-card', chip: '.balance-chip', leave: '.log-out' },
  seen: {
    restoring: never,
    loggedOut: (world: World) => ({ ...nothing, card: cardOf(world) }),
    loggingIn: (world: World) => ({ ...nothing, card: cardOf(world, '…') }),
    registering: (world: World) => ({ ...nothing, card: cardOf(world, '…') }),
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
  undriven: {
    'auth.restoring --xstate.done.actor.restoreSession [hasToken]--> auth.loggedIn': EARLY,
    'auth.restoring --xstate.done.actor.restoreSession--> auth.loggedOut': EARLY,
    'auth.restoring --xstate.error.actor.restoreSession--> auth.loggedOut': EARLY,
    'auth.restoring --xstate.after.callTimeout.auth.restoring--> auth.loggedOut': EARLY,
    'auth.loggedIn --session.changed [isOtherSession]--> auth.loggedIn.arriving':
      'another person in another window: tests/browser/switch.test.ts',
    'auth.loggedIn.outdated --xstate.error.actor.readKnownAt--> (stays)':
      'what is read is there, or counts as absent',
    ...lastResorts('auth.loggingIn', 'auth.loggedOut'),
    ...lastResorts('auth.registering', 'auth.loggedOut'),
    ...lastResorts('auth.loggingOut', 'auth.loggedOut'),
    ...lastResorts('auth.loggedIn.welcoming', 'auth.loggedIn.welcomeDelayed'),
    ...lastResorts('auth.loggedIn.refreshing', 'auth.loggedIn.outdated'),
  },
});
