import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkIn, sessions } from '../../contract/calls.ts';
import { add, button, field, member, press, site } from './passkeys.setup.ts';
import { ask, configure, recordToasts, setPayee, waitForToasts } from './people.ts';
import { product, setUpProduct } from './product.ts';
import { expectAccessible, SMALL } from './states.ts';

setUpProduct();
beforeAll(() => configure(product, { 'withdraw.account_change_hold_hours': '24' }));

const TOO_OLD = { code: 0, msg: '', data: { reason: 'proof_too_old' } };
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const card = (page: Page) => page.getByRole('region', { name: 'Withdrawal info' });

/** Simulates an old log-in: calls to `path` are refused until a proof was given. */
async function age(page: Page, path: string): Promise<void> {
  let isProven = false;
  await page.route('**/api/user/prove/*', async (route) => {
    const response = await route.fetch();
    isProven ||= (await response.json()).code === 1;
    await route.fulfill({ response });
  });
  await page.route(`**${path}`, (route) =>
    isProven ? route.continue() : route.fulfill({ json: TOO_OLD }),
  );
}

const sheetsClose = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
};

async function enterAccount(page: Page, account: string): Promise<void> {
  await press(page, 'Change');
  await field(page, 'Account').focus();
  await page.keyboard.type(account);
}

test('by keyboard alone: another account is saved after proof by password or passkey', async () => {
  const { page, password, token } = await member(SMALL);
  await setPayee(product, token);
  await add(page, password);
  const toasts = await recordToasts(page);
  await page.goto(`${site()}/withdraw/index`);
  await age(page, '/api/user/updateWdinfo');
  await enterAccount(page, 'ada@example.net');
  await card(page)
    .getByText('The first withdrawal to another account waits at least 24 hours before it is paid.')
    .waitFor();
  await page.keyboard.press('Enter');
  await sheet(page).waitFor();
  // after the sheet is closed, the form has the typed values
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  expect(await field(page, 'Account').inputValue()).toBe('ada@example.net');
  await press(page, 'Save');
  await field(page, 'Current password').focus();
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await sheet(page).getByText('This is not your current password.').waitFor();
  await expectAccessible(page, 'a wrong password');
  await field(page, 'Current password').fill(password);
  await page.keyboard.press('Enter');
  await sheet(page).waitFor({ state: 'detached' });
  await waitForToasts(toasts, 'Saved.');
  await page
    .getByText('The first withdrawal to this account waits 24 hours before it is paid.')
    .waitFor();

  await page.unrouteAll();
  await age(page, '/api/user/updateWdinfo');
  await enterAccount(page, 'ada@example.org');
  await press(page, 'Save');
  await press(page, 'Use a passkey');
  await sheet(page).waitFor({ state: 'detached' });
  await button(page, 'Change').waitFor();
  await page.context().close();
});

test('a passkey is removed after a proof of the member’s identity', async () => {
  const { page, password } = await member(SMALL);
  await add(page, password);
  await age(page, '/api/user/removePasskey');
  await press(page, 'Remove');
  await sheet(page).waitFor();
  await field(page, 'Current password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('The passkey was removed.').waitFor();
  await page.context().close();
});

test('a new password, ending other sessions and deletion continue by themselves after a proof', async () => {
  const { page, username, password, token } = await member(SMALL);
  await ask(product, null, checkIn, { tab: 'login', username, password });
  await page.goto(`${site()}/mine/index`);
  await age(page, '/api/user/changePassword');
  await press(page, 'Password');
  await field(page, 'New password').fill('eleven paper boats');
  await page.keyboard.press('Enter');
  await sheet(page).waitFor();
  await expectAccessible(page, 'over the form');
  // after the proof is declined, the form has the typed values
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  await press(page, 'Save password');
  await field(page, 'Current password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('Your new password is set').waitFor();
  await press(page, 'Close');

  await page.unrouteAll();
  await ask(product, null, checkIn, { tab: 'login', username, password: 'eleven paper boats' });
  await age(page, '/api/user/endOtherSessions');
  await press(page, 'Where you are logged in');
  await press(page, 'Log out all other devices');
  await field(page, 'Current password').fill('eleven paper boats');
  await page.keyboard.press('Enter');
  await page.getByText('All your other devices are logged out.').waitFor();
  await sheetsClose(page);

  await page.unrouteAll();
  await age(page, '/api/user/deleteAccount');
  await press(page, 'Delete account');
  await page.locator('dialog').getByRole('button', { name: 'Delete account' }).click();
  await press(page, 'Delete for good');
  await field(page, 'Current password').fill('eleven paper boats');
  await page.keyboard.press('Enter');
  await page.getByText('Your account is deleted').waitFor();
  await expect(ask(product, token, sessions, {})).rejects.toThrow();
  await page.context().close();
});

test('a proof whose screen is left counts as not given, and the form keeps its values', async () => {
  const { page, token } = await member(SMALL);
  await setPayee(product, token);
  await page.goto(`${site()}/withdraw/index`);
  await age(page, '/api/user/updateWdinfo');
  await enterAccount(page, 'ada@example.net');
  await press(page, 'Save');
  await sheet(page).waitFor();
  // navigates as a press on a notification does
  await page.evaluate(() => {
    history.pushState(null, '', '/mine/index');
    dispatchEvent(new Event('navigated'));
  });
  await button(page, 'Log out').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Withdraw' }).click();
  await button(page, 'Save').waitFor();
  expect(await page.locator('dialog').count()).toBe(0);
  expect(await field(page, 'Account').inputValue()).toBe('ada@example.net');
  await page.context().close();
});

test('a proof given for a new payout account does not resume a deletion whose screen was left', async () => {
  const { page, password, token } = await member(SMALL);
  await setPayee(product, token);
  const toasts = await recordToasts(page);
  await page.goto(`${site()}/mine/index`);
  await age(page, '/api/user/updateWdinfo');
  let deletions = 0;
  const slow = Promise.withResolvers<void>();
  await page.route('**/api/user/deleteAccount', async (route) => {
    deletions += 1;
    await slow.promise;
    await route.fulfill({ json: TOO_OLD });
  });
  await press(page, 'Delete account');
  await page.locator('dialog').getByRole('button', { name: 'Delete account' }).click();
  await press(page, 'Delete for good');
  await expect.poll(() => deletions).toBe(1);
  // a notification opens another screen while the answer is pending
  await page.evaluate(() => {
    history.pushState(null, '', '/withdraw/index');
    dispatchEvent(new Event('navigated'));
  });
  await button(page, 'Change').waitFor();
  const answered = page.waitForResponse('**/api/user/deleteAccount');
  slow.resolve();
  await answered;
  await enterAccount(page, 'ada@example.net');
  await press(page, 'Save');
  await field(page, 'Current password').fill(password);
  await page.keyboard.press('Enter');
  await waitForToasts(toasts, 'Saved.');
  expect(deletions).toBe(1);
  await page.context().close();
});
