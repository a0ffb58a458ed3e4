import { beforeAll, expect, test } from 'vitest';
import { configure, expectToasts } from './people.ts';
import { product, setUpProduct } from './product.ts';
import { amounts, confirm, dialog, heading, openPaid, propose } from './withdrawing.ts';

setUpProduct();
beforeAll(async () => {
  await configure(product, {
    'reward.registration': '10',
    'rates.KES': '129.5',
    'withdraw.easy_method_hold_days': '7',
  });
  await product.operator(
    ...['methods', 'add', 'paypal', '--name', 'PayPal', '--account-type', 'email'],
    ...['--countries', 'US', '--account-pattern', '^.+@.+$', '--account-hint', 'name@example.com'],
    ...['--currency', 'KES', '--rounding', '1'],
  );
});

const CHANGED = 'The exchange rate has changed. Please check the new amount.';

test('both currencies are shown before and after the confirmation, and a changed rate must be confirmed', async () => {
  const { page, token, toasts } = await openPaid();
  await propose(page, '5');
  const seen = async () => (await dialog(page).innerText()).replaceAll(/\s+/g, ' ');
  expect(await seen()).toContain('$5.00 PayPal');
  expect(await seen()).toContain('You receive KES 647.00 Exchange rate $1 = KES 129.5');
  expect(await seen()).toContain(
    'The first withdrawal to this account waits 7 days before it is paid. The amount is set aside at once. Processing takes 1 to 3 working days.',
  );
  await configure(product, { 'rates.KES': '130' });
  await confirm(page).click();
  await dialog(page).getByText('KES 650.00').waitFor();
  expect(await seen()).toContain(`Exchange rate $1 = KES 130`);
  expect(await dialog(page).getByRole('alert').innerText()).toBe(CHANGED);
  await expectToasts(toasts, [CHANGED]);
  expect(await amounts(product, token)).toEqual([]);
  await confirm(page).click();
  await heading(page, 'Your withdrawal is in process').waitFor();
  const card = (await page.locator('.card:has(.timeline)').innerText()).replaceAll(/\s+/g, ' ');
  expect(card).toContain('Amount $5.00');
  expect(card).toContain('You receive KES 650.00 Exchange rate $1 = KES 130');
  await page.locator('.withdrawal').getByText('KES 650.00').waitFor();
  expect(await amounts(product, token)).toEqual([['5.0000', 'pending']]);
});

test('a method without an exchange rate is reported at the amount', async () => {
  await configure(product, { 'rates.KES': '130' });
  const { page } = await openPaid();
  await configure(product, { 'rates.KES': '' });
  await page.reload();
  await page.getByRole('region', { name: 'Good to know' }).waitFor();
  await page.getByLabel('Amount').fill('5');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page
    .getByText('This method cannot pay out right now. Please try again later or select another.')
    .waitFor();
});
