import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { fireMinuteTimer, leaveFor } from './clocks.ts';
import { configure, loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible } from './states.ts';
import { clipPlays } from './watching.ts';

setUpProduct();
beforeAll(() => configure(product, { 'feed.break_after_minutes': '2', 'ad.every_n_videos': '0' }));

const TITLE = 'Time for a break?';
const card = (page: Page) => page.getByRole('dialog', { name: TITLE });
const isPlaying = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('video')].some(({ paused }) => !paused));

test('a break is proposed once; no clip plays behind the card until "Keep watching"', async () => {
  const context = await loggedIn(browser, await register(product));
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(product.url);
  await clipPlays(page, 0);
  // the last boot phase loads the watch counter and the config with its limit
  await expect.poll(() => page.evaluate(fireMinuteTimer, TITLE)).toBe(true);
  await expect.poll(() => isPlaying(page)).toBe(false);
  await expectAccessible(page, 'break');
  await leaveFor(page, 10_000);
  await card(page).waitFor();
  await expect.poll(() => isPlaying(page)).toBe(false);
  await page.getByRole('button', { name: 'Keep watching' }).press('Enter');
  await card(page).waitFor({ state: 'detached' });
  await expect.poll(() => isPlaying(page)).toBe(true);
});
