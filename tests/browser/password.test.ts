import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changePassword, checkIn } from '../../contract/calls.ts';
import { ask, expectToasts, loggedIn, newRegistration, recordToasts } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { button, DESK } from './support.ts';

setUpProduct();

const NEW = 'eleven paper boats';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const chosen = (page: Page) => field(page, 'New password');
const row = (page: Page) => page.locator('.screen-mine').getByRole('button', { name: 'Password' });
const isSet = (page: Page) => page.getByRole('heading', { name: 'Your new password is set' });
const isFocused = (element: ReturnType<Page['locator']>) =>
  element.evaluate((each) => each === document.activeElement);

const login = (username: string, password: string) =>
  ask(product, null, checkIn, { tab: 'login', username, password }).then(
    ({ userInfo }) => userInfo.token,
    ({ message }: Error) => message,
  );

/** Registers a member, and opens Mine. */
async function onMine(options: Parameters<typeof loggedIn>[2]) {
  const form = newRegistration();
  const { userInfo } = await ask(product, null, checkIn, { tab: 'register', ...form });
  const open = async (token: string) => {
    const context = await loggedIn(browser, token, options);
    const page = await context.newPage();
    await page.goto(`${product.url}/mine/index`);
    await row(page).waitFor();
    return page;
  };
  return { ...form, token: userInfo.token, page: await open(userInfo.token), open };
}

test('the old password is refused, the new one logs in, and another device is logged out', async () => {
  const { username, password, token, page, open } = await onMine(REDUCED_MOTION);
  const other = await open(await login(username, password));
  await row(page).click();
  await chosen(page).waitFor();
  // the fields give password managers the username, and mark the new password
  const kinds = await page
    .locator('dialog input[autocomplete]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('autocomplete')));
  expect(kinds).toEqual(['username', 'new-password']);
  await expect(page.locator('dialog input[autocomplete=username]').inputValue()).resolves.toBe(
    username,
  );
  await chosen(page).fill(NEW);
  await button(page, 'Save password').click();
  await isSet(page).waitFor();
  await page.getByText('All your other devices are logged out.').waitFor();
  await button(page, 'Close').click();
  await expect.poll(() => isFocused(row(page))).toBe(true);
  // this session continues
  await page.reload();
  await row(page).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token);
  expect(await login(username, password)).toContain('user name or the password is wrong');
  // the other device is logged out at its next call
  const toasts = await recordToasts(other);
  await other.reload();
  await other.getByLabel('Username or email').waitFor();
  await expectToasts(toasts, ['Your session has ended. Please log in again.']);
  await other.getByLabel('Username or email').fill(username);
  await other.getByLabel('Password').fill(NEW);
  await button(other, 'Log in').click();
  await row(other).waitFor();
});

test('by keyboard alone: each error is described at its field', async () => {
  const { username, page } = await onMine({ ...REDUCED_MOTION, ...DESK });
  await row(page).focus();
  await page.keyboard.press('Enter');
  await chosen(page).waitFor();
  const says = (words: string) =>
    expect
      .poll(() =>
        // in one evaluation: the described element may be replaced by the error
        chosen(page).evaluate((input) => {
          const id = input.getAttribute('aria-describedby') ?? '';
          return document.getElementById(id)?.textContent;
        }),
      )
      .toBe(words);
  await expect.poll(() => isFocused(chosen(page))).toBe(true);
  await page.keyboard.press('Enter');
  await says('Enter a password.');
  const isOfOneColour = await chosen(page).evaluate((input) => {
    const { borderTopColor, boxShadow } = getComputedStyle(input.closest('.field-box') as Element);
    return boxShadow.startsWith(borderTopColor);
  });
  expect(isOfOneColour).toBe(true);
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await says('Use 8 to 128 characters.');
  await expect.poll(() => isFocused(chosen(page))).toBe(true);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(`${username}1`);
  await page.keyboard.press('Enter');
  await says(
    'This password is too easy to guess. Do not use common words, your name or your email.',
  );
  await expect.poll(() => isFocused(chosen(page))).toBe(true);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(NEW);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await chosen(page).getAttribute('type')).toBe('text');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await isSet(page).waitFor();
  await expect.poll(() => isFocused(isSet(page))).toBe(true);
});

test('each state of the password sheet is accessible, on the smallest phone too', async () => {
  const { page } = await onMine(SMALL);
  await row(page).click();
  await chosen(page).waitFor();
  await button(page, 'Save password').click();
  await page.getByText('Enter a password.').first().waitFor();
  await expectAccessible(page, 'nothing typed');
  const limited = { code: 0, msg: '', data: { reason: 'too_many_attempts', retry_after: 900 } };
  await page.route(`**${changePassword.path}`, (route) => route.fulfill({ json: limited }));
  await chosen(page).fill(NEW);
  await button(page, 'Save password').click();
  await page.getByText('Too many attempts. Please try again in 15 minutes.').waitFor();
  await expectAccessible(page, 'limited');
  await page.unroute(`**${changePassword.path}`);
  await page.route(`**${changePassword.path}`, (route) => route.abort());
  await button(page, 'Save password').click();
  await page.getByText('Network error, please try again later.').waitFor();
  // the field keeps its value for another try
  expect(await chosen(page).inputValue()).toBe(NEW);
  await page.unroute(`**${changePassword.path}`);
  await button(page, 'Save password').click();
  await isSet(page).waitFor();
  await expectAccessible(page, 'done');
});
