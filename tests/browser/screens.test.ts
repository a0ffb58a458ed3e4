import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { loggedIn, registerUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, openAsMember } from './states.ts';

let token: string;
let username: string;

setUpProduct();
beforeAll(async () => {
  ({ token, username } = await registerUser(product));
});

const screens = [
  { path: '/', isReady: (page: Page) => page.getByRole('progressbar', { name: 'Watch reward' }) },
  { path: '/withdraw/index', isReady: (page: Page) => page.getByText('Good to know') },
  { path: '/mine/index', isReady: (page: Page) => page.getByRole('button', { name: 'Log out' }) },
  {
    path: '/invite/index',
    isReady: (page: Page) => page.getByRole('button', { name: 'Copy link' }),
  },
  { path: '/tasks/index', isReady: (page: Page) => page.getByRole('heading', { level: 1 }) },
  { path: '/notifications', isReady: (page: Page) => page.getByText('You are told when') },
  {
    path: '/install',
    isReady: (page: Page) => page.getByRole('region', { name: 'About' }),
  },
  { path: '/nowhere', isReady: (page: Page) => page.getByRole('heading', { level: 1 }) },
];

/** Nothing on the screen is a shape of what is still to come. */
const settled = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.screen [aria-busy="true"]')].every(
      (each) => !each.checkVisibility(),
    ),
  );

test.each(screens)('$path has nothing for axe to find', async ({ path, isReady }) => {
  const page = await openAsMember(browser, token);
  await page.goto(product.url + path);
  await isReady(page).waitFor();
  await settled(page);
  await expectAccessible(page, path);
  await page.context().close();
});

test('a visitor who opens a private screen logs in and is led back to it', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.url}/withdraw`);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill('a-long-engine-1843');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Withdraw', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/withdraw/index');
  expect(await page.title()).toBe('Withdraw | Clipurse');
  await context.close();
});

test('a session that ended leads to log in, once, and says so', async () => {
  const ending = await registerUser(product);
  const context = await loggedIn(browser, ending.token);
  const page = await context.newPage();
  await page.goto(`${product.url}/mine/index`);
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  const { status } = await product.operator('users', 'block', ending.username);
  expect(status).toBe(0);
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('status').getByText('Your session has ended').waitFor();
  await page.getByLabel('Username or email').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await context.close();
});

test('wrong credentials are told beside the form, in the same words for any user', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  for (const name of [username, 'nobody_at_all']) {
    await page.getByLabel('Username or email').fill(name);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Username, email or password is wrong.').first().waitFor();
  }
  await context.close();
});
