import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { configure, loggedIn, registerUser, setPayee } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { change, openAsVisitor } from './states.ts';
import { visit } from './support.ts';

setUpProduct();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a browser without notifications says so where a withdrawal needs them, and there', async () => {
  await configure(product, { 'withdraw.notification_required': 'true' });
  const { token } = await registerUser(product);
  await setPayee(product, token);
  const context = await loggedIn(browser, token);
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Notification');
  });
  const page = await context.newPage();
  await page.goto(`${product.url}/withdraw/index`);
  await page
    .getByText('Withdrawing needs notifications, and this browser does not support them.')
    .waitFor();
  expect(await page.getByLabel('Amount').count()).toBe(0);
  await page.getByRole('link', { name: 'Enable notifications' }).click();
  await page
    .getByRole('heading', { name: 'This browser does not support notifications' })
    .waitFor();
  await context.close();
});

test('a visitor who allows notifications where none are sent is not told to log in for them', async () => {
  const page = await openAsVisitor(browser);
  const nothing = { push: null, web_push: null };
  await change(page, 'user/getAppConfig', (config) => ({ ...config, ...nothing }));
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'granted';
  });
  await page.goto(`${product.url}/notifications`);
  await page.getByText('Nothing is sent yet').waitFor();
  await button(page, 'Enable notifications').click();
  await page.getByText('There is nothing more to do on this device.').waitFor();
  // the button is gone: what came in its place has the focus
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Notifications are allowed',
  );
  await page.context().close();
});

test('where they are sent a visitor is led to log in, and back here', async () => {
  const { page, context } = await visit(browser, {
    permissions: ['notifications'],
  });
  await page.goto(`${product.url}/notifications`);
  await page.getByText('They are about your account: log in on this device').waitFor();
  const way = page.getByRole('main').getByRole('link', { name: 'Log in' });
  expect(await way.getAttribute('href')).toBe('/login?next=%2Fnotifications');
  await context.close();
});
