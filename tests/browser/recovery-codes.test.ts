import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkIn, makeRecoveryCodes, recoverAccount } from '../../contract/calls.ts';
import { ask, loggedIn, newRegistration } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { button, DESK, visit } from './support.ts';

setUpProduct();

const NEW = 'eleven paper boats';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function member() {
  const form = newRegistration();
  const { userInfo } = await ask(product, null, checkIn, { tab: 'register', ...form });
  return { ...form, token: userInfo.token };
}

async function openSheet(page: Page): Promise<void> {
  await page.goto(`${product.url}/mine/index`);
  const row = button(page, 'Recovery codes');
  await row.waitFor();
  await row.focus();
  await page.keyboard.press('Enter');
  await field(page, 'Current password').waitFor();
}

test('by keyboard alone: a recovery code is created and used to set a new password', async () => {
  const { username, password, token } = await member();
  const mine = await (await loggedIn(browser, token, { ...REDUCED_MOTION, ...DESK })).newPage();
  await mine.addInitScript(() => {
    globalThis.print = () => {
      const { className } = document.documentElement;
      Object.assign(globalThis, { printed: className });
    };
  });
  await openSheet(mine);
  await field(mine, 'Current password').focus();
  await mine.keyboard.type(password);
  await mine.keyboard.press('Enter');
  await mine.getByRole('listitem').nth(9).waitFor();
  const codes = await mine.locator('.recovery-codes li').allInnerTexts();
  expect(codes).toHaveLength(10);
  await button(mine, 'Print').focus();
  await mine.keyboard.press('Enter');
  expect(await mine.evaluate(() => Reflect.get(globalThis, 'printed'))).toContain('prints-codes');
  await mine.keyboard.press('Escape');
  await mine.getByRole('dialog').waitFor({ state: 'detached' });
  // the codes are not shown again
  await openSheet(mine);
  expect(await mine.locator('.recovery-codes').count()).toBe(0);

  const { page } = await visit(browser, { ...REDUCED_MOTION, ...DESK });
  await page.goto(`${product.url}/login`);
  const way = page.getByRole('link', { name: 'Forgot password?' });
  await way.focus();
  await page.keyboard.press('Enter');
  await page.getByText('only the operator of this app can send you a link.').waitFor();
  await button(page, 'Use a recovery code').focus();
  await page.keyboard.press('Enter');
  await field(page, 'Username or email').focus();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type((codes[4] ?? '').toLowerCase());
  await page.keyboard.press('Tab');
  await page.keyboard.type(NEW);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your new password is set' }).waitFor();
  await page.getByRole('link', { name: 'Log in' }).click();
  await field(page, 'Username or email').waitFor();
  const login = { tab: 'login', username, password: NEW } as const;
  expect((await ask(product, null, checkIn, login)).userInfo.username).toBe(username);
});

test('the reason why codes are not created, or a code is refused, is shown at its place', async () => {
  const { token, password, username } = await member();
  const mine = await (await loggedIn(browser, token, SMALL)).newPage();
  await openSheet(mine);
  await button(mine, 'Create codes').click();
  await mine.getByText('Enter a password.').waitFor();
  await field(mine, 'Current password').fill('another one');
  await button(mine, 'Create codes').click();
  await mine.getByText('This is not your current password.').waitFor();
  await expectAccessible(mine, 'another password');
  await mine.route(`**${makeRecoveryCodes.path}`, (route) => route.abort());
  await field(mine, 'Current password').fill(password);
  await button(mine, 'Create codes').click();
  await mine.getByText('Network error, please try again later.').waitFor();
  await mine.unroute(`**${makeRecoveryCodes.path}`);
  await button(mine, 'Create codes').click();
  await mine.getByRole('listitem').nth(9).waitFor();
  await expectAccessible(mine, 'the codes');

  const { page } = await visit(browser, SMALL);
  await page.goto(`${product.url}/reset`);
  await button(page, 'Use a recovery code').click();
  await field(page, 'Username or email').fill(username);
  await field(page, 'New password').fill(NEW);
  await button(page, 'Save password').click();
  await page.getByText('Enter a recovery code.').waitFor();
  await field(page, 'Recovery code').fill('0000-0000-0000-0000');
  await button(page, 'Save password').click();
  await page.getByText('This username or recovery code is wrong.').waitFor();
  await expectAccessible(page, 'a wrong code');
  await page.route(`**${recoverAccount.path}`, (route) => route.abort());
  await button(page, 'Save password').click();
  await page.getByText('Network error, please try again later.').waitFor();
});
