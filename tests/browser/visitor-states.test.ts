import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { maskName } from '../../contract/mask.ts';
import { stopAtNotice } from './clocks.ts';
import { configureForTest, pathOf, registerUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { alerts, expectAccessible, hideReconnection, networkOf, openAsVisitor } from './states.ts';

/** A visitor's page; each test reloads it. */
let page: Page;

setUpProduct();
beforeAll(async () => {
  page = await openAsVisitor(browser);
});
beforeEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** After too many attempts the page says when to try again, for each limit of the server. */
async function expectPatience(page: Page): Promise<void> {
  const answers = [
    {
      json: { code: 0, msg: '', data: { reason: 'too_many_attempts', retry_after: 661 } },
      says: 'Too many attempts. Please try again in 12 minutes.',
    },
    {
      status: 429,
      headers: { 'retry-after': '41' },
      json: { code: 429, msg: '', data: null },
      says: 'Too many requests from your connection. Please try again in 1 minute.',
    },
  ];
  for (const { says, ...answer } of answers) {
    await page.route('**/api/user/checkIn', (route) => route.fulfill(answer), { times: 1 });
    await button(page, 'Log in').click();
    await page.getByRole('alert').getByText(says).waitFor();
  }
}

async function logIn(page: Page): Promise<void> {
  await button(page, 'Log in').click();
  await page.getByText('Enter your username or email.').waitFor();
  await page.getByText('Enter a password.').waitFor();
  await expectAccessible(page, 'login: fields missing');

  await page.getByLabel('Username or email').fill('nobody_at_all');
  await page.getByLabel('Password').fill('not the password');
  await button(page, 'Log in').click();
  await page.getByText('Username, email or password is wrong.').waitFor();
  await expectPatience(page);

  const network = await networkOf(page, '**/api/user/checkIn', 'silent');
  await button(page, 'Log in').click();
  await page.locator('button[aria-busy="true"]').waitFor();
  await expectAccessible(page, 'login: under way');
  await network('broken');
  await page.getByText('Network error, please try again later.').waitFor();
  await network('open');
}

async function register(page: Page): Promise<void> {
  // removes the username that was typed in the log-in form
  await page.getByLabel('Username').fill('');
  await page.getByLabel('Confirm password').fill('another');
  await button(page, 'Register').click();
  await page.getByText('Enter your username.').waitFor();
  await page.getByText('Enter your email.').waitFor();
  await page.getByText('Enter a password.').waitFor();
  await page.getByText('The passwords do not match.').waitFor();
  await expectAccessible(page, 'register: fields missing');

  await page.getByLabel('Username').fill('ada.lovelace');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a-long-engine-1843');
  await page.getByLabel('Confirm password').fill('a-long-engine-1843');
  const network = await networkOf(page, '**/api/user/checkIn', 'silent');
  await button(page, 'Register').click();
  await page.locator('button[aria-busy="true"]').waitFor();
  await network('broken');
  await page.getByText('Network error, please try again later.').waitFor();
}

test('both sides of the log-in card are accessible when empty, refused and pending', async () => {
  await page.goto(`${product.url}/login`);
  await page.getByRole('heading', { name: 'Watch short videos. Get paid.' }).waitFor();
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(3);
  await logIn(page);
  await button(page, 'Create an account').click();
  await register(page);
});

test('a blocked member is refused in the words for a wrong password, and reads the contact', async () => {
  await configureForTest(product, { 'support.contact': 'help@clips.example' });
  const { username } = await registerUser(product);
  await product.operator('users', 'block', username, '--reason', 'Rewards of a script');
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill('a-long-engine-1843');
  expect(await page.getByText('Questions?').count()).toBe(0);
  await button(page, 'Log in').click();
  await page.getByText('Username, email or password is wrong.').waitFor();
  await page.getByText('Questions? Ask help@clips.example').waitFor();
  await expectAccessible(page, 'login: refused, with whom to ask');
});

test('a visitor who opens a private screen logs in and is led back to it', async () => {
  const { username } = await registerUser(product);
  const own = await openAsVisitor(browser);
  await own.goto(`${product.url}/withdraw`);
  await own.getByLabel('Username or email').fill(username);
  await own.getByLabel('Password').fill('a-long-engine-1843');
  await button(own, 'Log in').click();
  await own.getByRole('heading', { name: 'Withdraw', exact: true }).waitFor();
  expect(pathOf(own)).toBe('/withdraw/index');
  await expect.poll(() => own.title()).toBe('Withdraw | Clipurse');
});

test('an invitation is accessible while it loads, after a failed load, when it is unknown and when it is valid', async () => {
  const { invite_code: code, username } = await registerUser(product);
  await hideReconnection(page);
  const network = await networkOf(page, '**/api/video/landing*', 'silent');
  await page.goto(`${product.url}/newuser?invite_code=NOBODY99`);
  await page.getByRole('heading', { name: 'Watch videos and earn cash' }).waitFor();
  await page.locator('.newuser-plain[aria-busy="true"]').waitFor();
  await expectAccessible(page, 'invitation: on its way');

  await network('broken');
  await button(page, 'Retry').waitFor();
  expect(await alerts(page)).toEqual([
    'The video information could not be fetched.',
    'Network error, please try again later.',
  ]);
  await expectAccessible(page, 'invitation: failed');

  await network('open');
  await button(page, 'Retry').click();
  await page.getByText('This invitation is no longer valid').waitFor();
  await expectAccessible(page, 'invitation: unknown');

  await page.goto(`${product.url}/newuser?invite_code=${code}`);
  await page.getByText(`${maskName(username)} invites you`).waitFor();
  await expectAccessible(page, 'invitation: open');
});

test('the page of an unknown address, and the ticker’s example notice while nobody was paid, are accessible', async () => {
  await page.clock.install();
  await page.goto(`${product.url}/nowhere`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // the ticker starts when the connection is idle
  await page.locator('.ticker').waitFor({ state: 'attached' });
  await stopAtNotice(page);
  const notice = page.getByRole('status').filter({ hasText: 'withdrew' });
  const close = notice.getByRole('button', { name: 'Close notice' });
  await close.waitFor();
  expect(await notice.textContent()).toMatch(/^\wExample \w[\w*.]+ withdrew 2\d\d\.\d\d$/);
  // axe waits for timers, so the clock must run
  await page.clock.resume();
  await expectAccessible(page, 'not found, with a notice');
  // the notice has closed by itself after five seconds; the next notice is an example, too
  await stopAtNotice(page);
  await close.click();
  await notice.waitFor({ state: 'hidden' });
  await page.clock.fastForward(120_000);
  expect(await notice.count()).toBe(0);
});
