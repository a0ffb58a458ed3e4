import assert from 'node:assert/strict';
import { vi } from 'vitest';
import {
  ASK_MS,
  after,
  done,
  failed,
  type Means,
  passes,
  passUntilAsked,
  person,
  sleeps,
  untilAsked,
} from './driver.ts';
import {
  addressOf,
  expectKept,
  expectTold,
  isIn,
  KEY,
  network,
  OLD_KEY,
  restored,
  type S,
  tokenOf,
  type Which,
  type World,
} from './push.facts.ts';
import { followed, inAnotherWindow } from './push.leaving.ts';
import {
  endSubscription,
  giveAddress,
  subscribeFor,
  tellPage,
  tellSubscription,
  wantedKey,
} from './push.phone.ts';
import { failing, refusedFor } from './stand.ts';

const gives = (which: Which, name: string, before: Which | null): Means<World> =>
  network(
    name,
    [done('fetchToken', tokenOf(which))],
    async (scene) => {
      await vi.waitFor(async () => assert.equal(await wantedKey(scene.page), KEY), ASK_MS);
      await giveAddress(scene.page, addressOf(which));
      scene.world.given = which;
    },
    (snapshot) =>
      snapshot.matches({ granted: 'fetching' }) &&
      (snapshot.context.kept?.token ?? null) === (before && tokenOf(before).token),
  );

const fetching: Means<World>[] = [
  gives('first', 'the push service gives an address', null),
  gives('first', 'the push service gives the same address', 'first'),
  gives('second', 'the push service gives another address', 'first'),
  network(
    'the push service gives none',
    [failed('fetchToken', new Error('push service error'))],
    async ({ page }) => {
      await vi.waitFor(async () => assert.equal(await wantedKey(page), KEY), ASK_MS);
      await giveAddress(page, null);
    },
    isIn('fetching'),
  ),
  sleeps('no address comes for a minute', 60_000, [after('fetchTimeout', 'push.granted.fetching')]),
];

const TELL = 'updatePushSubscription';
const offline = { kind: 'offline' };

export const telling: Means<World>[] = [
  network('the server knows it', [done('syncToken', undefined)], async (scene) => {
    await expectTold(scene);
    await expectKept(scene, scene.world.given, false);
    await scene.stand.answer(TELL, {});
    await expectKept(scene, scene.world.given, true);
  }),
];

const untold: Means<World>[] = [
  network(
    'the server does not know such a push service',
    [failed('syncToken', { kind: 'refused' })],
    ({ stand }) => stand.answer(TELL, failing(refusedFor('unknown_push_service'))),
    ({ context }) => context.failures === 0,
  ),
  network('the connection breaks', [failed('syncToken', offline)], ({ stand }) =>
    stand.answer(TELL, failing('cut')),
  ),
  {
    ...passes<World>('the server does not answer', 15_000, [
      failed('syncToken', { kind: 'timeout' }),
    ]),
    when: ({ context }) => context.failures === 0,
  },
  {
    ...network(
      'the session has ended',
      [{ type: 'session.left' }, { type: 'notification.pressed', link: '/notifications' }],
      async ({ page, stand }) => {
        await stand.answer(TELL, failing({ ended: 401 }));
        await page.locator('.login-card').waitFor();
        // a page of its own, where nothing of push is seen
        await tellPage(page, { type: 'notification.pressed', link: '/notifications' });
      },
      (snapshot) => isIn('syncing')(snapshot) && snapshot.context.failures === 0,
    ),
    says: () => ['Your session has ended. Please log in again.'],
  },
  ...[1, 2, 3, 4].map((failures) => ({
    name: `is told again after failure ${failures}`,
    by: 'clock' as const,
    events: [after('backOff', 'push.granted.retrying.pausing')],
    when: ({ context }: Parameters<NonNullable<Means<World>['when']>>[0]) =>
      context.failures === failures,
    act: passUntilAsked<World>(TELL, 1_000 * 2 ** (failures - 1)),
  })),
];

/** Makes the browser say that the connection is back. */
const lineReturns = ({ page }: S) => page.evaluate(() => dispatchEvent(new Event('online')));

const repeats: Means<World>[] = [
  person(
    'the connection is back',
    [{ type: 'connectivity.changed', isOnline: true }, restored()],
    lineReturns,
    isIn('failed', 'retrying'),
  ),
  person(
    'presses Retry',
    [{ type: 'retry.pressed' }],
    ({ page }) => page.getByRole('button', { name: 'Retry', exact: true }).click(),
    isIn('failed'),
  ),
];

const DAY_MS = 24 * 60 * 60 * 1_000;
const grows = (days: number): Means<World> => ({
  name: `${days} days go by`,
  by: 'clock',
  events: [after('tokenRefresh', 'push.granted.synced')],
  act: ({ sleep }) => sleep(days * DAY_MS),
});

const messages: Means<World>[] = [
  network(
    'the browser has ended its subscription',
    [{ type: 'subscription.changed' }],
    async ({ page }) => {
      await endSubscription(page);
      assert.equal(await tellPage(page, { type: 'subscription.changed' }), true);
    },
    isIn('synced'),
  ),
  network(
    'a message comes',
    [{ type: 'message.received', kind: null }],
    ({ page, stand }) =>
      untilAsked(stand, 'info', () => tellPage(page, { type: 'message.received', kind: null })),
    isIn('synced'),
  ),
  person(
    'presses a notification, and comes back',
    [{ type: 'notification.pressed', link: '/tasks/index' }],
    async ({ page }) => {
      await tellPage(page, { type: 'notification.pressed', link: '/tasks/index' });
      await page.getByRole('article', { name: 'Enable notifications' }).waitFor({ timeout: 5_000 });
      await page.goBack();
    },
    isIn('synced'),
  ),
];

export const signing: Means<World>[] = [
  ...fetching,
  ...telling,
  ...untold,
  ...repeats,
  ...messages,
  ...inAnotherWindow(),
  ...followed,
  grows(7),
];

/** What the browser says of what was kept two days ago. */
export const restoring = (isSynced: boolean, ageMs: number): Means<World>[] => [
  network(
    'the browser listens there still',
    [restored({ kept: tokenOf('first'), isSynced, ageMs })],
    ({ page }) => tellSubscription(page),
    isIn('restoring'),
  ),
];

export const unrestored: Means<World>[] = [
  network(
    'the browser has ended it',
    [restored()],
    async ({ page }) => {
      await endSubscription(page);
      await tellSubscription(page);
    },
    isIn('restoring'),
  ),
  network(
    'it was made for another key',
    [restored()],
    async ({ page }) => {
      await subscribeFor(page, addressOf('first'), OLD_KEY);
      await tellSubscription(page);
    },
    isIn('restoring'),
  ),
  network(
    'the browser cannot say',
    [failed('restoreToken', new Error('no worker'))],
    ({ page }) => tellSubscription(page, true),
    isIn('restoring'),
  ),
  sleeps('the browser says nothing for a minute', 60_000, [
    after('fetchTimeout', 'push.granted.restoring'),
  ]),
  ...repeats.filter(({ name }) => name === 'presses Retry'),
  grows(5),
];
