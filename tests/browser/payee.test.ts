import { beforeAll, expect, test } from 'vitest';
import { updateWdinfo } from '../../contract/calls.ts';
import { coveredAccount } from '../../src/app/components/covered-account.ts';
import { ask, configure, expectToasts, tab } from './people.ts';
import { product, setUpProduct } from './product.ts';
import {
  amounts,
  confirm,
  dialog,
  expectBalance,
  heading,
  openPaid,
  propose,
} from './withdrawing.ts';

setUpProduct();
beforeAll(() => configure(product, { 'reward.registration': '10', 'withdraw.min_amount': '2' }));

/** On another phone, by its owner or by a thief. @returns how the account is shown */
async function changeElsewhere(token: string, recipient_name: string, account: string) {
  const input = { country: 'US', method: 'paypal', recipient_name, account };
  const { list } = await ask(product, token, updateWdinfo, input);
  return coveredAccount(list[0]?.account ?? '');
}

test('an account that was changed elsewhere is not paid before it was shown', async () => {
  const visit = await openPaid();
  const { page, token, toasts } = visit;
  await propose(page, '5');
  expect(await dialog(page).innerText()).toContain('Ada Lovelace');
  const account = await changeElsewhere(token, 'Eve Moriarty', 'eve@example.net');
  await confirm(page).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Withdrawal info' }).getByText(account).waitFor();
  expect(await amounts(product, token)).toEqual([]);
  await expectToasts(toasts, ['Your withdrawal info has changed. Please check it and try again.']);
  await expectBalance(visit, '10.00', '10.0000');

  await propose(page, '5');
  const words = await dialog(page).innerText();
  expect(words).toContain(account);
  expect(words).toContain('Eve Moriarty');
  expect(words).not.toContain('Ada Lovelace');
  await confirm(page).click();
  await heading(page, 'Your withdrawal is in process').waitFor();
  expect(await amounts(product, token)).toEqual([['5.0000', 'pending']]);
});

test('an account that was changed elsewhere is shown at the next look', async () => {
  const { page, token } = await openPaid();
  const card = page.getByRole('region', { name: 'Withdrawal info' });
  await card.getByText('Ada Lovelace').waitFor();
  const first = await changeElsewhere(token, 'Eve Moriarty', 'eve@example.net');
  await tab(page, 'Mine').click();
  await page.getByRole('link', { name: 'Withdrawal info' }).getByText(first).waitFor();
  await tab(page, 'Tasks').click();
  await changeElsewhere(token, 'Bo Peep', 'bo@example.com');
  await tab(page, 'Withdraw').click();
  await card.getByText('Bo Peep').waitFor();
  await propose(page, '5');
  expect(await dialog(page).innerText()).toContain('Bo Peep');
});
