import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { cancelWithdrawal, withdraw, withdrawals } from '../../contract/calls.ts';
import { ask, configure, expectToasts } from './people.ts';
import { product, setUpProduct } from './product.ts';
import { expectAccessible } from './states.ts';
import { expectBalance, heading, openPaid, settle, tapTwice, type Visit } from './withdrawing.ts';

setUpProduct();
beforeAll(() => configure(product, { 'reward.registration': '10', 'withdraw.min_amount': '2' }));

const question = (page: Page) => page.getByRole('dialog', { name: 'Cancel this withdrawal?' });
const opener = (page: Page) => page.getByRole('button', { name: 'Cancel withdrawal' });
const cancel = (page: Page) => question(page).getByRole('button', { name: 'Yes, cancel' });

/** Opens Withdraw for a member with a balance of 6 and a pending withdrawal of 4. */
async function openPending(): Promise<Visit> {
  const visit = await openPaid();
  await ask(product, visit.token, withdraw, { amount: '4' });
  await visit.page.reload();
  await heading(visit.page, 'Your withdrawal is in process').waitFor();
  return visit;
}

/** Records the idempotency keys of the page's cancellations. */
function recordKeys(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(cancelWithdrawal.path))
      keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}

const newest = async ({ token }: Visit) => (await ask(product, token, withdrawals, {})).list[0];
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let stops = 0; (await focused(page)) !== wanted; stops += 1) {
    if (stops > 40) throw new Error(`the keyboard does not come to ${wanted}`);
    await page.keyboard.press('Tab');
  }
}

test('by keyboard: a withdrawal is cancelled after a dialog; its amount is returned at once', async () => {
  const visit = await openPending();
  const { page, toasts } = visit;
  await tabTo(page, 'Cancel withdrawal');
  await page.keyboard.press('Enter');
  await question(page).getByText('4.00', { exact: true }).waitFor();
  await question(page).getByText('The amount goes back to your balance at once.').waitFor();
  await expectAccessible(page, 'whether a withdrawal is to be cancelled');
  await tabTo(page, 'Keep it');
  await page.keyboard.press('Enter');
  await question(page).waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Cancel withdrawal');
  expect(await newest(visit)).toMatchObject({ status: 'pending', cancelled: false });

  await page.keyboard.press('Enter');
  await tabTo(page, 'Yes, cancel');
  await page.keyboard.press('Enter');
  await heading(page, 'Your withdrawal was cancelled').waitFor();
  await page.getByText('The amount is back in your balance.', { exact: true }).waitFor();
  await expectBalance(visit, '10.00', '10.0000');
  expect(await page.locator('.timeline-title').allInnerTexts()).toEqual([
    'Requested',
    'Cancelled by you',
  ]);
  expect(await newest(visit)).toMatchObject({ amount: '4.0000', cancelled: true });
  await expectToasts(toasts, ['Your withdrawal was cancelled']);
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  await page.getByLabel('Amount').waitFor();
  expect(await page.locator('.withdrawal-status').allInnerTexts()).toEqual(['Cancelled by you']);
});

test('cancelling fails, with the reason, once an operator has approved the withdrawal', async () => {
  const visit = await openPending();
  const { page } = visit;
  await opener(page).click();
  await settle(visit, 'approve');
  await cancel(page).click();
  await question(page).getByText('This withdrawal can no longer be cancelled.').waitFor();
  await question(page).getByRole('button', { name: 'Close' }).click();
  await heading(page, 'Your withdrawal was paid').waitFor();
  await expectBalance(visit, '6.00', '6.0000');
});

test('a double press sends one cancellation; a retry after a lost answer has the same key', async () => {
  const visit = await openPending();
  const { page } = visit;
  const keys = recordKeys(page);
  await page.route(
    `**${cancelWithdrawal.path}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await opener(page).click();
  await tapTwice(cancel(page));
  await question(page)
    .getByRole('alert')
    .getByText('Network error, please try again later.')
    .waitFor();
  await cancel(page).click();
  await heading(page, 'Your withdrawal was cancelled').waitFor();
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{1,64}$/), keys[0]]);
  await expectBalance(visit, '10.00', '10.0000');
  await page.context().close();
});
