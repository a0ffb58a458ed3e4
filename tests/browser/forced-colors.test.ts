import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loggedIn, registerWelcomed } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { REDUCED_MOTION } from './states.ts';

setUpProduct();

/** The computed style of an element, as far as forced colours keep it. */
const drawn = (page: Page, selector: string, pseudo?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, part) => {
      const { borderTopWidth, backgroundColor, stroke } = getComputedStyle(element, part);
      return { edge: Number.parseFloat(borderTopWidth), backgroundColor, stroke };
    }, pseudo);

test('with forced colours controls have an edge, and bars, switches and the ring are visible', async () => {
  const { token } = await registerWelcomed(product);
  const context = await loggedIn(browser, token, { ...REDUCED_MOTION, forcedColors: 'active' });
  const page = await context.newPage();
  await page.goto(product.url);
  await page.locator('.reward-ring').waitFor();
  const fill = await drawn(page, '.reward-ring-fill');
  expect(fill.stroke).not.toBe((await drawn(page, '.reward-ring-track')).stroke);
  await page.goto(`${product.url}/mine/index`);
  await page.locator('.earnings-bars > span').first().waitFor();
  const canvas = (await drawn(page, '.card')).backgroundColor;
  expect((await drawn(page, '.earnings-bars > span')).backgroundColor).not.toBe(canvas);
  expect((await drawn(page, '.switch input', '::before')).backgroundColor).not.toBe(canvas);
  for (const edged of ['.purse', '.purse .button', '.switch input']) {
    expect([edged, (await drawn(page, edged)).edge > 0]).toEqual([edged, true]);
  }
});
