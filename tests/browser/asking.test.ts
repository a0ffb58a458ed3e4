import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loggedIn, register, stopClock } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';

setUpProduct();

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)';

const enable = (page: Page) => page.getByRole('button', { name: /^Enable/ });
const asked = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { asked: number }).asked);

/** A member's phone whose browser puts its question away unanswered, as Firefox does. */
async function openUnanswered(path: string): Promise<Page> {
  const context = await loggedIn(browser, await register(product));
  await context.addInitScript(() => {
    Object.assign(globalThis, { asked: 0 });
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = () => {
      (globalThis as unknown as { asked: number }).asked += 1;
      return new Promise(() => undefined);
    };
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(product.url + path);
  await enable(page).waitFor();
  return page;
}

test.each(['/tasks/index', '/notifications'])(
  'a question that nobody answers can be put again: %s',
  async (path) => {
    const page = await openUnanswered(path);
    await stopClock(page);
    await enable(page).click();
    await expect.poll(() => enable(page).getAttribute('aria-busy')).toBe('true');
    if (path === '/tasks/index') {
      // the way to the help stays
      await page.getByRole('link', { name: 'How do I allow notifications?' }).waitFor();
    }
    await page.clock.runFor(4_000);
    await expect.poll(() => enable(page).getAttribute('aria-busy')).not.toBe('true');
    await enable(page).click();
    await expect.poll(() => asked(page)).toBe(2);
    await page.context().close();
  },
);

test('on an iPhone without the app "Enable" shows the way to the home screen', async () => {
  const context = await loggedIn(browser, await register(product), { userAgent: IPHONE });
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Notification');
  });
  const page = await context.newPage();
  await page.goto(`${product.url}/tasks/index`);
  await enable(page).click();
  const help = page.getByRole('dialog', { name: 'Notification help' });
  await help.getByText('in the app on your home screen').waitFor();
  const steps = [
    expect.stringContaining('share button'),
    expect.stringContaining('Add to Home Screen'),
    expect.stringContaining('enable notifications there'),
  ];
  expect(await help.getByRole('listitem').allInnerTexts()).toEqual(steps);
  await help.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'How do I allow notifications?' }).click();
  const heading = 'Notifications need the app on your home screen';
  await page.getByRole('heading', { name: heading }).waitFor();
  expect(await page.locator('.guide > li').allInnerTexts()).toEqual(steps);
  await context.close();
});
