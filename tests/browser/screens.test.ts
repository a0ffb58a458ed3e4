import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { changeHands, expectToasts, registerUser, setToasts } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, openAsMember } from './states.ts';
import { DESK, settled, visit } from './support.ts';

let username: string;
/** A member's, who goes from screen to screen. */
let page: Page;
/** Nobody's yet. */
let desk: Page;

setUpProduct();
beforeAll(async () => {
  const user = await registerUser(product);
  ({ username } = user);
  page = await openAsMember(browser, user.token);
  await page.goto(product.url);
  desk = (await visit(browser, { ...DESK, viewport: { width: 1280, height: 720 } })).page;
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

test.each(screens)('$path has nothing for axe to find', async ({ path, isReady }) => {
  await page.evaluate((address) => history.pushState(null, '', address), path);
  await isReady(page).waitFor();
  await settled(page);
  await expectAccessible(page, path);
});

test('wrong credentials are told beside the form, in the same words for any user', async () => {
  await desk.goto(`${product.url}/login`);
  for (const name of [username, 'nobody_at_all']) {
    await desk.getByLabel('Username or email').fill(name);
    await desk.getByLabel('Password').fill('not the password');
    await desk.getByRole('button', { name: 'Log in' }).click();
    await desk.getByText('Username, email or password is wrong.').first().waitFor();
  }
});

test('a visitor who opens a private screen logs in and is led back to it', async () => {
  await desk.goto(`${product.url}/withdraw`);
  await desk.getByLabel('Username or email').fill(username);
  await desk.getByLabel('Password').fill('a-long-engine-1843');
  await desk.getByRole('button', { name: 'Log in' }).click();
  await desk.getByRole('heading', { name: 'Withdraw', exact: true }).waitFor();
  expect(new URL(desk.url()).pathname).toBe('/withdraw/index');
  await expect.poll(() => desk.title()).toBe('Withdraw | Clipurse');
});

test('a session that ended leads to log in, once, and says so', async () => {
  const ending = await registerUser(product);
  await changeHands(product, page, ending.token);
  const toasts = await setToasts(page);
  await page.goto(`${product.url}/mine/index`);
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  const { status } = await product.operator('users', 'block', ending.username);
  expect(status).toBe(0);
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await expectToasts(toasts, ['Your session has ended. Please log in again.']);
  await page.getByLabel('Username or email').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
