import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkIn, info, resetPassword } from '../../contract/calls.ts';
import { ask, configure, loggedIn, newRegistration, registerUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { button, visit } from './support.ts';

setUpProduct();
beforeAll(() => configure(product, { 'support.contact': 'help@clips.example' }));

const NEW = 'eleven paper boats';
const field = (page: Page) => page.getByLabel('New password', { exact: true });
const link = (page: Page) => page.locator('.screen-reset').getByRole('link', { name: 'Log in' });

async function linkFor(username: string): Promise<string> {
  const { status, stdout } = await product.operator('users', 'reset-link', username, '--json');
  expect(status).toBe(0);
  return JSON.parse(stdout).link;
}

/** @returns a member with a reset link and the old password */
async function forgetful() {
  const form = newRegistration();
  const { userInfo } = await ask(product, null, checkIn, { tab: 'register', ...form });
  return { ...form, token: userInfo.token, address: await linkFor(form.username) };
}

const login = (username: string, password: string) =>
  ask(product, null, checkIn, { tab: 'login', username, password }).then(
    () => 'in',
    ({ message }: Error) => message,
  );

test('by the operator’s link a member sets a new password, which ends the old password and session', async () => {
  const { username, password, token, address } = await forgetful();
  expect(address).toMatch(new RegExp(`^${product.url}/reset#code=[0-9a-f]{40}$`));
  // on a phone that is logged in with the old password
  const context = await loggedIn(browser, token, REDUCED_MOTION);
  const page = await context.newPage();
  await page.goto(address);
  await field(page).fill(NEW);
  // the code is neither in the address bar, nor in the history, nor in the storage
  expect(page.url()).toBe(`${product.url}/reset`);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, history.state]));
  expect(kept).not.toContain(new URL(address).hash.slice('#code='.length));
  await button(page, 'Save password').click();
  await page.getByRole('heading', { name: 'Your new password is set' }).waitFor();
  expect(await login(username, password)).toContain('user name or the password is wrong');
  // the session of this phone has ended too: the link opens the log-in
  await link(page).click();
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill(NEW);
  await button(page, 'Log in').click();
  await page.getByRole('button', { name: 'Next video' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(token);
});

test('the end of the session by a new password is noticed when the log-in link is pressed', async () => {
  const { token, address } = await forgetful();
  const context = await loggedIn(browser, token, REDUCED_MOTION);
  const page = await context.newPage();
  await page.goto(address);
  await field(page).waitFor();
  // the feed loads its clips now, so that it makes no call when it is shown again
  await page.getByRole('link', { name: 'Short video' }).click();
  await page.getByRole('button', { name: 'Next video' }).waitFor();
  await page.goBack();
  await field(page).fill(NEW);
  await button(page, 'Save password').click();
  const asked = page.waitForResponse((response) => response.url().includes(info.path));
  await link(page).click();
  expect(await (await asked).json()).toMatchObject({ code: 409 });
  await page.getByLabel('Username or email').waitFor();
});

test('a reset link works once, and the page without a link says what to do', async () => {
  const { username, address } = await forgetful();
  const { page } = await visit(browser, REDUCED_MOTION);
  await page.goto(address);
  await field(page).fill(NEW);
  const code = new URLSearchParams(new URL(address).hash.slice(1)).get('code') ?? '';
  await ask(product, null, resetPassword, { code, password: 'twelve paper boats' });
  await button(page, 'Save password').click();
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  await page
    .getByText('If you have no recovery codes, ask help@clips.example for a link.')
    .waitFor();
  expect([await login(username, 'twelve paper boats'), await field(page).count()]).toEqual([
    'in',
    0,
  ]);
  await link(page).click();
  await page.getByLabel('Username or email').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  // after a reload the page has no link
  await page.reload();
  await page.getByRole('heading', { name: 'Open the link that was sent to you' }).waitFor();
  await page
    .getByText('If you have no recovery codes, ask help@clips.example for a link.')
    .waitFor();
  expect(await page.title()).toMatch(/^Your account/);
});

test('each state of the page for a new password is accessible, on the smallest phone too', async () => {
  const { username } = await registerUser(product);
  const { page } = await visit(browser, SMALL);
  await page.goto(`${product.url}/reset`);
  await page.getByRole('heading', { name: 'Open the link that was sent to you' }).waitFor();
  await expectAccessible(page, 'no link');
  await page.goto(await linkFor(username));
  await button(page, 'Save password').click();
  await page.getByText('Enter a password.').waitFor();
  await expectAccessible(page, 'nothing typed');
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await page.getByText('Use 8 to 128 characters.').waitFor();
  await field(page).fill(`${username}1`);
  await page.keyboard.press('Enter');
  await page.getByText('This password is too easy to guess.').waitFor();
  await page.route(`**${resetPassword.path}`, (route) => route.abort());
  await field(page).fill(NEW);
  await button(page, 'Save password').click();
  await page.getByText('Network error, please try again later.').waitFor();
  await page.unroute(`**${resetPassword.path}`);
  await field(page).press('Enter');
  const heading = page.getByRole('heading', { name: 'Your new password is set' });
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true);
  await expectAccessible(page, 'done');
  await page.goto(`${product.url}/reset?code=${'0'.repeat(40)}`);
  await field(page).fill(NEW);
  await button(page, 'Save password').click();
  await page.getByText('This link is no longer valid').waitFor();
  await expectAccessible(page, 'over');
});
