import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { stopClock } from './clocks.ts';
import { configureForTest, register, registerUser, setPayee, switchUser } from './people.ts';
import { fullBrowser as browser, product, setUpProduct } from './product.ts';
import { change } from './states.ts';
import { overrideUserAgent, visit } from './support.ts';

let page: Page;

setUpProduct();
beforeAll(async () => {
  ({ page } = await visit(browser));
});

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)';

const enable = (page: Page) => page.getByRole('button', { name: /^Enable/ });
const asked = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { asked: number }).asked);

/** Changes the browser's features at each load of the page until the test ends. */
async function script(change: () => void): Promise<void> {
  const added = await page.addInitScript(change);
  onTestFinished(() => added.dispose());
}

const withoutNotifications = () => {
  Reflect.deleteProperty(globalThis, 'Notification');
};

/** Opens a path for a new member whose permission prompt closes unanswered, as in Firefox. */
async function openUnanswered(path: string): Promise<void> {
  await switchUser(product, page, await register(product));
  await script(() => {
    Object.assign(globalThis, { asked: 0 });
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = () => {
      (globalThis as unknown as { asked: number }).asked += 1;
      return new Promise(() => undefined);
    };
  });
  await page.clock.install();
  await page.goto(product.url + path);
  await enable(page).waitFor();
}

test('on an iPhone without the installed app "Enable" shows how to install it', async () => {
  await switchUser(product, page, await register(product));
  await overrideUserAgent(page, IPHONE);
  await script(withoutNotifications);
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
});

test('in a browser without notifications Withdraw and the help say so if they are required', async () => {
  await configureForTest(product, { 'withdraw.notification_required': 'true' });
  const { token } = await registerUser(product);
  await setPayee(product, token);
  await switchUser(product, page, token);
  await script(withoutNotifications);
  await page.goto(`${product.url}/withdraw/index`);
  await page
    .getByText('Withdrawing needs notifications, and this browser does not support them.')
    .waitFor();
  expect(await page.getByLabel('Amount').count()).toBe(0);
  await page.getByRole('link', { name: 'Enable notifications' }).click();
  await page
    .getByRole('heading', { name: 'This browser does not support notifications' })
    .waitFor();
});

test('a visitor who allows notifications is not asked to log in if the server sends none', async () => {
  await switchUser(product, page);
  const nothing = { push: null, web_push: null };
  await change(page, 'user/getAppConfig', (config) => ({ ...config, ...nothing }));
  await script(() => {
    Notification.requestPermission = async () => 'granted';
  });
  await page.goto(`${product.url}/notifications`);
  await page.getByText('Nothing is sent yet').waitFor();
  await page.getByRole('button', { name: 'Enable notifications', exact: true }).click();
  await page.getByText('There is nothing more to do on this device.').waitFor();
  // the text that replaced the button has the focus
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Notifications are allowed',
  );
});

test('a visitor is led to the log-in and back if the server sends notifications', async () => {
  await switchUser(product, page);
  await page.context().grantPermissions(['notifications'], { origin: product.url });
  await page.goto(`${product.url}/notifications`);
  await page.getByText('They are about your account: log in on this device').waitFor();
  const way = page.getByRole('main').getByRole('link', { name: 'Log in' });
  expect(await way.getAttribute('href')).toBe('/login?next=%2Fnotifications');
});

// these tests are last, because the page keeps the simulated clock
test.each(['/tasks/index', '/notifications'])(
  'a permission prompt that nobody answers can be opened again: %s',
  async (path) => {
    await openUnanswered(path);
    await stopClock(page);
    await enable(page).click();
    await expect.poll(() => enable(page).getAttribute('aria-busy')).toBe('true');
    if (path === '/tasks/index') {
      // the link to the help is still shown
      await page.getByRole('link', { name: 'How do I allow notifications?' }).waitFor();
    }
    await page.clock.runFor(4_000);
    await expect.poll(() => enable(page).getAttribute('aria-busy')).not.toBe('true');
    await enable(page).click();
    await expect.poll(() => asked(page)).toBe(2);
  },
);
