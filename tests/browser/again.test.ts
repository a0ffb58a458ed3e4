import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { updateWdinfo, withdraw, withdrawals, withdrawConfig } from '../../contract/calls.ts';
import { ask, configure } from './people.ts';
import { product, setUpProduct } from './product.ts';
import { expectAccessible } from './states.ts';
import { button, press } from './support.ts';
import { amountError, confirm, dialog, heading, openPaid, type Visit } from './withdrawing.ts';

setUpProduct();
beforeAll(() =>
  configure(product, {
    'reward.registration': '10',
    'withdraw.min_amount': '2',
    'review.account_hours': '0',
  }),
);

const all = async ({ token }: Visit) => (await ask(product, token, withdrawals, {})).list;

/** Opens Withdraw for a member whose withdrawal of 4 was paid and then returned. */
async function openReturned(reason: string): Promise<Visit> {
  const visit = await openPaid();
  const { withdrawal } = await ask(product, visit.token, withdraw, { amount: '4' });
  for (const argv of [['approve'], ['return', '--reason', reason]]) {
    const [verb = '', ...rest] = argv;
    const done = await product.operator('withdrawals', verb, String(withdrawal.id), ...rest);
    expect(done.stderr + done.status).toBe('0');
  }
  await visit.page.reload();
  await button(visit.page, 'Correct and send again').waitFor();
  return visit;
}

/** Changes a letter of the account that the masked account hides. */
async function correct(page: Page): Promise<void> {
  await press(page, 'Correct withdrawal info');
  await page.getByText('Your withdrawal was returned · The account is closed').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
  const account = page.getByLabel('Account', { exact: true });
  await account.fill('adx@example.org');
  await expectAccessible(page, 'the form that corrects where a withdrawal goes');
  await account.press('Enter');
  await button(page, 'Send again').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Send again');
}

test('by keyboard alone: a returned withdrawal is corrected, sent again and confirmed', async () => {
  const visit = await openReturned('The account is closed');
  const { page } = visit;
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(withdraw.path)) keys.push(request.headers()['idempotency-key']);
  });
  await press(page, 'Correct and send again');
  await heading(page, 'Your withdrawal was returned').waitFor();
  expect(await button(page, 'Send again').count()).toBe(0);
  await correct(page);
  await page.keyboard.press('Enter');
  await dialog(page).getByText('$4.00', { exact: true }).waitFor();
  // "Send again" alone sends no call: the dialog has to be confirmed
  expect([keys, (await all(visit)).length]).toEqual([[], 1]);
  await confirm(page).focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Your withdrawal is in process').waitFor();
  expect((await all(visit)).map(({ amount, step }) => [amount, step])).toEqual([
    ['4.0000', 'pending'],
    ['4.0000', 'returned'],
  ]);
  expect([keys.length, typeof keys[0]]).toEqual([1, 'string']);
});

/** Closes the card over a slow connection: its buttons stay until the withdraw config has loaded. */
async function closeSlowly(page: Page): Promise<void> {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(`**${withdrawConfig.path}`, async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  const buttons = page.locator('.card:has(.timeline) button');
  const before = await buttons.allTextContents();
  await press(page, 'Done');
  await asked.promise;
  expect(await buttons.allTextContents()).toEqual(before);
  await page.getByRole('button', { name: 'Send again', disabled: true }).waitFor();
  answered.resolve();
  await page.getByLabel('Amount').waitFor();
  await page.unroute(`**${withdrawConfig.path}`);
}

test('if the minimum amount was raised meanwhile, the form shows the amount and the error', async () => {
  const visit = await openReturned('The account is closed');
  const { page, token } = visit;
  await ask(product, token, updateWdinfo, {
    ...{ country: 'US', method: 'paypal' },
    ...{ recipient_name: 'Ada Byron', account: 'byron@example.org' },
  });
  await page.reload();
  await press(page, 'Correct and send again');
  await button(page, 'Send again').waitFor();
  await closeSlowly(page);
  await press(page, 'Correct and send again');
  await button(page, 'Send again').waitFor();
  await configure(product, { 'withdraw.min_amount': '5' });
  await press(page, 'Send again');
  await page.getByLabel('Amount').waitFor();
  expect(await page.getByLabel('Amount').inputValue()).toBe('4');
  expect(await amountError(page)).toBe('The amount is below the minimum.');
  expect(await all(visit)).toHaveLength(1);
});
