import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configure, loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';

let page: Page;

setUpProduct();
beforeAll(async () => {
  // nothing is paid meanwhile: with a reward the balance would be known anew
  await configure(product, { 'video.watch_seconds': '60' });
  page = await (await loggedIn(browser, await register(product))).newPage();
});

afterAll(() => page?.context().close());

const chip = () => page.locator('.balance-chip');

const amount = () => chip().locator('.amount');

const age = () => chip().getByText(/^as of \d/);

test('words whose code was lost with the connection come as soon as it can be fetched', async () => {
  await page.goto(product.url);
  // known, and kept for the next visit
  await amount().waitFor();
  await page.route('**/api/user/info?*', (route) => route.abort());
  let isBroken = true;
  let lost = 0;
  await page.route(/assets\/phone-.*\.js/, (route) => {
    if (!isBroken) return route.continue();
    lost += 1;
    return route.abort();
  });
  await page.reload();
  await amount().waitFor();
  // for the chip or the last stage of starting, and once more after a pause
  await expect.poll(() => lost).toBeGreaterThan(1);
  expect(await age().count()).toBe(0);
  isBroken = false;
  await age().waitFor();
});
