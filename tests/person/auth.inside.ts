import type { UserInfo } from '../../contract/shapes.ts';
import { tab } from '../browser/people.ts';
import { blank, knows, type S, type World } from './auth.facts.ts';
import { after, done, failed, type Means, storeSession } from './driver.ts';
import { user } from './facts.ts';
import { failing } from './stand.ts';

const renewed: UserInfo = { ...user, balance: '38.5400', local_amount: '35.22' };

const welcome = {
  rewards: [
    { id: 3, type: 'new_user_reward', amount: '1.1300', created_at: user.created_at, detail: '' },
  ],
  balance: '38.5400',
} as const;

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

/** The same from Mine, where somebody has logged out. */
async function returnsFromMine(scene: S): Promise<void> {
  await scene.page.locator('.login-card').waitFor();
  await tab(scene.page, 'Short video').click();
  await returns(scene);
}

/** What another window of the browser does. */
const elsewhere = (
  name: string,
  state: 'loggedIn' | 'loggedOut' | 'loggingIn' | 'registering' | 'loggingOut',
  session: { token: string; user: UserInfo } | null,
  then: (scene: S) => Promise<unknown>,
): Means<World> => ({
  name: `in another window ${name}`,
  by: 'person',
  events: [{ type: 'session.changed', session }],
  when: (snapshot) =>
    snapshot.matches(state) && snapshot.context.user?.balance !== session?.user.balance,
  act: async (scene) => {
    await storeSession(scene.page, session);
    await then(scene);
  },
});

export const inside: Means<World>[] = [
  {
    name: 'is welcomed',
    by: 'network',
    events: [
      done('claimWelcomeReward', { ...welcome, refusal: null }),
      { type: 'balance.changed', balance: '38.5400', isShown: false },
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
      await returnsFromMine(scene);
    },
  },
  {
    name: 'the server does not say goodbye',
    by: 'network',
    events: [failed('logOut', { kind: 'offline' })],
    act: async (scene) => {
      await scene.stand.answer('logout', failing('cut'));
      await returnsFromMine(scene);
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
  // also while one's own attempt is on its way
  ...(['loggedOut', 'loggingIn', 'registering'] as const).map((state) =>
    elsewhere('somebody logs in', state, { token: user.token, user }, async (scene) => {
      Object.assign(scene.world, { errors: [], general: '' });
      await knows(scene, user.balance);
      await scene.pass(3_500);
    }),
  ),
  elsewhere('they log out', 'loggedIn', null, returns),
  elsewhere('they log out', 'loggingOut', null, returnsFromMine),
  elsewhere(
    'they are paid',
    'loggedIn',
    { token: user.token, user: { ...user, balance: '41.2200' } },
    (scene) => knows(scene, '41.2200'),
  ),
];
