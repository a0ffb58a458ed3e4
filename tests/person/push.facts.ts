import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { PushToken, StoredPush } from '../../machines/push/model.ts';
import { type AnyWorld, ASK_MS, done, type Means, type Scene } from './driver.ts';
import { answers, config } from './facts.ts';
import type { Address, Phone } from './push.phone.ts';
import { BELL, cardOf, HELP, links, STEPS, starts } from './task.facts.ts';

/** What the server's messages are signed with, and what it was before. */
export const KEY = 'a2V5LW9mLXRoZS1zZXJ2ZXI';
export const OLD_KEY = 'YW4tb2xkZXIta2V5';

const addresses = {
  first: {
    endpoint: 'https://push.example/first',
    keys: { p256dh: `B1${'c'.repeat(85)}`, auth: `d1${'e'.repeat(20)}` },
  },
  second: {
    endpoint: 'https://push.example/second',
    keys: { p256dh: `B2${'f'.repeat(85)}`, auth: `g2${'h'.repeat(20)}` },
  },
} satisfies Record<string, Address>;
export type Which = keyof typeof addresses;
export const addressOf = (which: Which): Address => addresses[which];

/** The time of it is what nobody can foretell. */
export const tokenOf = (which: Which): PushToken => ({
  ...addresses[which],
  token: addresses[which].endpoint,
  fetchedAtMs: 1,
});

const nothing: StoredPush = { isSetUp: true, kept: null, isSynced: false, ageMs: 0 };
export const restored = (changes: Partial<StoredPush> = {}) =>
  done('restoreToken', { ...nothing, ...changes });

export interface World extends AnyWorld {
  phone: Phone;
  isSetUp: boolean;
  /** on Tasks, where a card asks too, not on the page about notifications */
  isOnTasks: boolean;
  isHelped: boolean;
  /** the address that the push service gave last */
  given: Which;
}
export type S = Scene<World>;

export type When = NonNullable<Means<World>['when']>;
/** In one of these states, of the permission or of what it leads to. */
export const isIn =
  (...states: string[]): When =>
  (snapshot) =>
    states.some((state) => snapshot.matches(state)) ||
    states.some((state) => snapshot.matches({ granted: state } as never));

export const network = (
  name: string,
  events: Means<World>['events'],
  act: Means<World>['act'],
  when?: When,
): Means<World> => ({ name, by: 'network', events, act, ...(when && { when }) });

const REWARD = '0.4300';

export function begin(
  phone: Partial<Phone> = {},
  changes: Partial<Pick<World, 'isSetUp' | 'isOnTasks'>> = {},
): World {
  const { isSetUp = true, isOnTasks = false } = changes;
  return {
    answers: answers({
      getAppConfig: () => ({ ...config, web_push: isSetUp ? { vapid_key: KEY } : null }),
      taskList: () => ({ list: [{ task: BELL, reward: REWARD, completed: false }] }),
    }),
    phone: { permission: 'default', isApple: false, kept: null, ...phone },
    isSetUp,
    isOnTasks,
    isHelped: false,
    given: 'first',
  };
}

/** What the phone keeps: where it is reached, and whether the server knows. */
const keptOn = (page: Page) =>
  page.evaluate(() => {
    const details = localStorage.getItem('fcmTokenFacts');
    return [localStorage.getItem('fcmToken'), details && JSON.parse(details).isSynced];
  });

export const expectKept = ({ page }: S, which: Which | null, isSynced: boolean | null = null) =>
  vi.waitFor(
    async () =>
      assert.deepEqual(await keptOn(page), [which && addresses[which].endpoint, isSynced]),
    ASK_MS,
  );

/** The server is told where the phone is reached. */
export async function expectTold({ stand, world }: S): Promise<void> {
  await stand.arrives('updatePushSubscription');
  const asked = stand.asked.findLast(({ name }) => name === 'updatePushSubscription');
  const { endpoint, keys } = addresses[world.given];
  assert.deepEqual(asked?.input, { endpoint, ...keys });
}

const REASONS =
  'Your withdrawal is paid or rejected. / A friend joins with your invitation. / ' +
  'You can earn with more clips a day.';
const NOTES = {
  true: 'Nothing else is sent. Your browser’s settings turn it off again.',
  false:
    'Messages are not set up here so far. Your permission counts all the same where a task or a ' +
    'withdrawal asks for it.',
};
const ALLOWED = 'Notifications are allowed';

const onTasks = (isHelped: boolean, busy: string) => ({
  status: null,
  reasons: null,
  note: null,
  card: cardOf(BELL, '+0.43', starts[BELL] + busy, links[BELL]),
  help: isHelped ? HELP[BELL] : null,
});

const seenAs =
  (words: (world: World, snapshot: AnyMachineSnapshot) => string, busy = '') =>
  (world: World, snapshot: AnyMachineSnapshot) =>
    world.isOnTasks
      ? onTasks(world.isHelped, busy)
      : {
          status: words(world, snapshot) + busy,
          reasons: world.isSetUp ? REASONS : null,
          note: NOTES[`${world.isSetUp}`],
          card: null,
          help: null,
        };

export const asOff = (busy = '') =>
  seenAs(
    () =>
      'Notifications are off Your browser asks you once. You can change your mind at any time. ' +
      'Enable notifications',
    busy,
  );

export const asAllowed = seenAs(
  () => `${ALLOWED} There is nothing more to do on this device. Go to the tasks`,
);
export const asAllowedFor = seenAs(({ isSetUp }) =>
  isSetUp
    ? `${ALLOWED} They are about your account: log in on this device to get them. Log in`
    : `${ALLOWED} There is nothing more to do on this device. Go to the tasks`,
);
export const asFailed = seenAs(
  () =>
    'This device could not be reached Notifications are allowed, but signing up this device did ' +
    'not work. Retry',
);
export const asBlocked = seenAs(
  () =>
    'Notifications are blocked Your browser no longer asks. You can allow them yourself in four ' +
    `steps. ${STEPS} Refresh`,
);
export const asUnsupported = seenAs(({ phone }) =>
  phone.isApple
    ? 'Notifications need the app on your home screen On an iPhone or iPad notifications work in ' +
      'the app on your home screen. Add it first: 1 Tap the share button of your browser. 2 Choose ' +
      '“Add to Home Screen”. 3 Open the app from your home screen and enable notifications there, ' +
      'under Tasks.'
    : 'This browser does not support notifications Open this page in another browser, or in the ' +
      'app on your home screen. Install the app',
);
