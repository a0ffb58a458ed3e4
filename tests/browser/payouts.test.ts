import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateWdinfo, withdraw, withdrawals } from '../../contract/calls.ts';
import { shortMaskedAccount } from '../../src/app/components/masked-account.ts';
import { ask, configure, configureForTest, expectToasts, tab } from './people.ts';
import { product, setUpProduct } from './product.ts';
import { change } from './states.ts';
import {
  amounts,
  confirm,
  dialog,
  expectBalance,
  heading,
  openPaid,
  propose,
  settle,
} from './withdrawing.ts';

setUpProduct();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipurse-batches-'));
  await configure(product, {
    'reward.registration': '10',
    'withdraw.min_amount': '2',
    'support.contact': 'help@clips.example',
    'review.account_hours': '0',
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Exports all pending withdrawals to PayPal. @returns the file */
async function exportBatch(): Promise<string> {
  const out = join(folder, randomUUID());
  const argv = ['--method', 'paypal', '--format', 'csv', '--out', out, '--yes'];
  expect((await product.operator('payouts', 'export', ...argv)).status).toBe(0);
  return out;
}

/** Imports the payment service's file, with the same result in each line. */
async function answer(file: string, result: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(/,,\r\n/g, `,${result}\r\n`));
  expect((await product.operator('payouts', 'import', file)).status).toBe(0);
}

test('a batch withdrawal is shown as being paid, as failed with its reason, as paid and as returned', async () => {
  const visit = await openPaid();
  const { page, token, toasts } = visit;
  await propose(page, '3');
  await confirm(page).click();
  await heading(page, 'Your withdrawal is in process').waitFor();
  const first = await exportBatch();
  await page.clock.fastForward(10_000);
  await heading(page, 'Your withdrawal is on its way').waitFor();
  expect(await page.locator('.timeline-title').allInnerTexts()).toEqual([
    'Requested',
    'On its way',
    'Paid',
  ]);
  await answer(first, 'failed,The account is closed');
  await page.clock.fastForward(10_000);
  await heading(page, 'Your withdrawal failed').waitFor();
  await page.locator('.timeline-failed').getByText('The account is closed').waitFor();
  await page.getByText('Questions? Ask help@clips.example').waitFor();
  await expectBalance(visit, '10.00', '10.0000');
  await page.getByRole('button', { name: 'Done' }).click();

  await propose(page, '4');
  await confirm(page).click();
  await heading(page, 'Your withdrawal is in process').waitFor();
  await answer(await exportBatch(), 'paid,');
  await page.clock.fastForward(10_000);
  await heading(page, 'Your withdrawal was paid').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await expectToasts(toasts, [
    'Withdrawal submitted.',
    'Your withdrawal failed',
    'Withdrawal submitted.',
    'Your withdrawal was paid',
  ]);
  await settle(visit, 'return', '--reason', 'The name does not belong to the account');
  await page.reload();
  await page.getByText('The name does not belong to the account').waitFor();
  expect(await page.locator('.withdrawal-status').allInnerTexts()).toEqual(['Returned', 'Failed']);
  await expectBalance(visit, '10.00', '10.0000');
  expect((await ask(product, token, withdrawals, {})).list.map(({ step }) => step)).toEqual([
    'returned',
    'failed',
  ]);
  await page.context().close();
});

test('a withdrawal in review shows the deadline of the decision, and the contact', async () => {
  const { page, token } = await openPaid();
  await change(page, 'user/withdrawConfig', (data) => ({
    ...data,
    pending: data.pending && {
      ...(data.pending as object),
      step: 'in_review',
      steps: [
        { step: 'pending', at: '2026-01-02T10:00:00.000Z' },
        { step: 'in_review', at: '2026-01-02T10:00:01.000Z' },
      ],
      review_due_at: '2026-01-05T10:00:00.000Z',
    },
  }));
  await ask(product, token, withdraw, { amount: '5' });
  await page.reload();
  await heading(page, 'Your withdrawal is in review').waitFor();
  await page.getByText('It will be decided by January 5, 2026.').waitFor();
  await page.getByText('Questions? Ask help@clips.example').waitFor();
  expect(await page.locator('.timeline-title').allInnerTexts()).toEqual([
    'Requested',
    'In review',
    'Paid',
  ]);
  await page.context().close();
});

test('a first withdrawal to an easily obtained account is held, as the form, dialog and timeline show', async () => {
  await configureForTest(product, { 'withdraw.easy_method_hold_days': '7' });
  const visit = await openPaid();
  const { page } = visit;
  const beforehand = 'The first withdrawal to this account waits 7 days before it is paid.';
  const form = page.getByRole('form', { name: 'Withdraw' });
  await form.getByText(beforehand).waitFor();
  await propose(page, '3');
  await dialog(page).getByText(beforehand).waitFor();
  await confirm(page).click();
  await heading(page, 'Your withdrawal is in process').waitFor();
  await page
    .locator('.timeline')
    .getByText(/^It is not paid before \w+ \d+, \d{4}\.$/)
    .waitFor();
  const [held] = (await ask(product, visit.token, withdrawals, {})).list;
  const refused = await product.operator('withdrawals', 'approve', String(held?.id));
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('can be paid from');
  await page.context().close();
});

/** Changes the payout account by a call, as from another device. @returns the masked account */
async function changeElsewhere(token: string, recipient_name: string, account: string) {
  const input = { country: 'US', method: 'paypal', recipient_name, account };
  const { list } = await ask(product, token, updateWdinfo, input);
  return shortMaskedAccount(list[0]?.account ?? '');
}

test('a payout account changed elsewhere is paid only after the screen has shown it', async () => {
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

test('an account changed elsewhere is shown when a screen opens', async () => {
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
