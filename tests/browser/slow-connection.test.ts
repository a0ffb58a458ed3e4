import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { register, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, networkOf, openAsMember } from './states.ts';
import { EVERY_FRAME, visit } from './support.ts';
import { clipPlays } from './watching.ts';

setUpProduct(EVERY_FRAME);

const SLOW = 'This takes longer than usual';

/** The call that each screen needs. */
const calls = {
  Invite: '**/api/user/invitedUsers*',
  Tasks: '**/api/task/list',
  Mine: '**/api/user/rewardLogs*',
  Withdraw: '**/api/user/withdrawConfig',
};

/** Limits the connection to 12 kB/s, as the cheapest mobile contracts do. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 12_000,
    uploadThroughput: 12_000,
  });
}

test('on a very slow connection the poster is shown first, then a message, then the clip', async () => {
  const { page, context } = await visit(browser);
  await slowDown(page);
  const opened = page.goto(product.url, { waitUntil: 'commit' });
  await opened;
  const seen: string[] = [];
  const note = (what: string) => () => {
    seen.push(what);
  };
  const whenPictured = page
    .waitForFunction(
      () => {
        const poster = document.querySelector<HTMLVideoElement>('#first-clip')?.poster;
        return performance
          .getEntriesByType('resource')
          .some(
            (entry) =>
              entry.name === poster && (entry as PerformanceResourceTiming).responseEnd > 0,
          );
      },
      undefined,
      { timeout: 60_000 },
    )
    .then(note('poster'));
  const whenSaid = page.getByText(SLOW).first().waitFor({ timeout: 60_000 }).then(note('word'));
  const whenDrawn = page
    .waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2, undefined, {
      timeout: 60_000,
    })
    .then(note('clip'));
  await Promise.all([whenPictured, whenSaid, whenDrawn]);
  expect(seen).toEqual(['poster', 'word', 'clip']);
  await context.close();
}, 90_000);

/** The delay before a pending load is reported as slow. */
const PATIENCE_MS = 5_000;

/** Asserts that the message about a slow load is hidden at first, and shown after the delay. */
async function expectSlowMessage(place: Locator): Promise<void> {
  const word = place.getByText(SLOW).first();
  const readSeen = () =>
    word.evaluate((element, patience) => {
      const [animation] = element.getAnimations();
      return [-1, 1].map((offset) => {
        if (animation) animation.currentTime = patience + offset;
        return element.checkVisibility({ visibilityProperty: true });
      });
    }, PATIENCE_MS);
  // a screen that replaces another is hidden for a moment
  await expect.poll(readSeen).toEqual([false, true]);
  await word.waitFor();
}

test('a clip that loads slowly is reported as slow before its timeout, and so is each slow screen', async () => {
  const page = await openAsMember(browser, await register(product));
  const clip = await networkOf(page, '**/media/**/*.mp4*', 'silent');
  const code = await networkOf(page, /assets\/invite-.*\.js/, 'silent');
  await page.goto(product.url);
  await page.locator('.clip .clip-wait').waitFor();
  await expectSlowMessage(page.locator('.clip'));
  await clip('open');
  await clipPlays(page, 0);

  await tab(page, 'Invite').click();
  await expectSlowMessage(page.locator('.screen-invite'));
  const main = page.getByRole('main');
  for (const [name, call] of Object.entries(calls)) {
    const network = await networkOf(page, call, 'silent');
    if (name === 'Invite') await code('open');
    await tab(page, name).click();
    const screen = page.locator(`.screen-${name.toLowerCase()}`);
    await screen.locator('.screen-body:not(.waiting)').waitFor();
    await expectSlowMessage(screen);
    if (name === 'Invite') await expectAccessible(page, 'a screen: long in coming');
    await network('open');
    await expect
      .poll(async () => ({ name, words: await main.getByText(SLOW).count() }))
      .toEqual({
        name,
        words: 0,
      });
  }
  await page.context().close();
});
