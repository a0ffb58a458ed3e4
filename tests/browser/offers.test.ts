import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkIn, handleLoginReward, withdraw } from '../../contract/calls.ts';
import { ask, configure, loggedIn, newRegistration, setPayee } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION } from './states.ts';

setUpProduct();
beforeAll(() => configure(product, { 'reward.registration': '10', 'withdraw.min_amount': '2' }));

// browsers allow passkeys only for host names, not IP addresses
const site = () => product.url.replace('127.0.0.1', 'localhost');
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

async function press(page: Page, region: string, name: string): Promise<void> {
  await card(page, region).getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

/** Opens Withdraw and waits for its history: by then an offer would have been drawn. */
async function open(page: Page): Promise<void> {
  await page.goto(`${site()}/withdraw/index`);
  await card(page, 'Withdrawal history').waitFor();
}

test('by keyboard: codes are offered before the first withdrawal, a passkey after it, once per device', async () => {
  const form = newRegistration();
  const { userInfo } = await ask(product, null, checkIn, { tab: 'register', ...form });
  await ask(product, userInfo.token, handleLoginReward, {});
  await setPayee(product, userInfo.token);
  const context = await loggedIn(browser, userInfo.token, REDUCED_MOTION);
  const page = await context.newPage();
  await open(page);
  await card(page, 'Recovery codes').waitFor();
  expect(await card(page, 'Passkeys').count()).toBe(0);
  await expectAccessible(page, 'recovery codes are offered');
  await press(page, 'Recovery codes', 'Create codes');
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
  await dialog.getByLabel('Current password').fill(form.password);
  await page.keyboard.press('Enter');
  await dialog.getByText('They are not shown again.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await card(page, 'Recovery codes').count()).toBe(0);

  await ask(product, userInfo.token, withdraw, { amount: '4' });
  await open(page);
  await card(page, 'Passkeys').waitFor();
  await expectAccessible(page, 'a passkey is offered');
  await press(page, 'Passkeys', 'No, thanks');
  await card(page, 'Passkeys').waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('H1');
  await open(page);
  expect(await page.evaluate(() => localStorage.getItem('answeredOffers'))).toBe(
    'recoveryCodes passkey',
  );
  expect(await card(page, 'Passkeys').count()).toBe(0);
  await context.close();
});
