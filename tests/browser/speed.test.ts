import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { record } from '../../contract/calls.ts';
import { configure, loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { button, DESK } from './support.ts';
import { clipPlays } from './watching.ts';

setUpProduct();
beforeAll(() => configure(product, { 'video.watch_seconds': '2', 'ad.every_n_videos': '0' }));

const label = (page: Page) => page.getByText('2×', { exact: true });
const isFast = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')].some(({ playbackRate }) => playbackRate !== 1),
  );

/** Puts the mouse on the middle of the clip. */
async function point(page: Page): Promise<void> {
  const box = await button(page, 'Pause').boundingBox();
  if (!box) throw new Error('there is no clip to point at');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

test('a clip that was paid is twice as fast while it is held, and one that counts is not', async () => {
  const context = await loggedIn(browser, await register(product), DESK);
  const page = await context.newPage();
  // however long the steps before it take, the clip is held before it is paid
  const held = Promise.withResolvers<void>();
  await page.route(`**${record.path}`, (route) => held.promise.then(() => route.continue()));
  await page.goto(product.url);
  await clipPlays(page, 0);
  await button(page, 'More').waitFor();
  await point(page);
  await page.mouse.down();
  held.resolve();
  // it was paid and the celebration is over: held all the time that counted
  await page.getByText('Swipe up for the next video').first().waitFor();
  expect(await isFast(page)).toBe(false);
  await page.mouse.up();
  await button(page, 'Tap to play').click();

  await point(page);
  await page.mouse.down();
  await label(page).waitFor();
  expect(await isFast(page)).toBe(true);
  await page.mouse.up();
  await label(page).waitFor({ state: 'detached' });
  expect(await isFast(page)).toBe(false);
  // to let go is no tap
  await button(page, 'Pause').waitFor();

  await page.keyboard.down('ArrowRight');
  await label(page).waitFor();
  await page.keyboard.press('ArrowDown');
  await clipPlays(page, 1);
  expect(await isFast(page)).toBe(false);
  await label(page).waitFor({ state: 'detached' });
  await context.close();
});
