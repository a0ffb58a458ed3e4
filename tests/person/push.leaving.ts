import { type Means, person, storeSession } from './driver.ts';
import { user } from './facts.ts';
import { expectKept, isIn, restored, tokenOf, type World } from './push.facts.ts';
import { endSubscription } from './push.phone.ts';

/** What another window of the browser does. */
export const inAnotherWindow = (isSetUp = true): Means<World>[] => [
  person(
    'logs out in another window',
    [{ type: 'session.left' }],
    async (scene) => {
      const wasKnown = await scene.page.evaluate(() => localStorage.getItem('fcmToken') !== null);
      await storeSession(scene.page, null);
      if (wasKnown) await expectKept(scene, scene.world.given, false);
    },
    (snapshot) => snapshot.context.hasUser && isIn('default', 'unsupported', 'synced')(snapshot),
  ),
  person(
    'logs in in another window',
    [{ type: 'session.started', userId: user.id }, restored({ isSetUp })],
    ({ page }) => storeSession(page, { token: user.token, user }),
    ({ context }) => !context.hasUser && context.kept === null,
  ),
];

/** Somebody was there before, and what their phone was reached by may be. */
export const followed: Means<World>[] = [
  ...(['first', 'second'] as const).map((which) =>
    person<World>(
      `logs in after somebody else, with the ${which} address`,
      [
        { type: 'session.started', userId: user.id },
        restored({ kept: tokenOf(which), isSynced: false, ageMs: 1 }),
      ],
      ({ page }) => storeSession(page, { token: user.token, user }),
      ({ context }) => !context.hasUser && context.kept?.token === tokenOf(which).token,
    ),
  ),
  person(
    'logs in after somebody whose log-out the server was not told of',
    [{ type: 'session.started', userId: user.id }, restored()],
    async ({ page }) => {
      await endSubscription(page);
      await page.evaluate(() => {
        for (const key of ['fcmToken', 'fcmTokenFacts']) localStorage.removeItem(key);
      });
      await storeSession(page, { token: user.token, user });
    },
    ({ context }) => !context.hasUser && context.kept !== null,
  ),
];
