import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { playable, record, wdinfo, withdraw } from '../../contract/calls.ts';
import { ask, configure, configureForTest, expectToasts, registerWelcomed } from './people.ts';
import { fullBrowser, product, setUpProduct } from './product.ts';
import {
  amountError,
  amounts,
  conditions,
  confirm,
  dialog,
  expectBalance,
  heading,
  loseFirstAnswer,
  meetAllButOne,
  openPaid,
  openWithdraw,
  propose,
  recordRequests,
  setPayeeByHand,
  settle,
  submit,
  tapTwice,
} from './withdrawing.ts';

setUpProduct();
beforeAll(async () => {
  await configure(product, {
    'reward.registration': '10',
    'withdraw.min_amount': '2',
    'video.watch_seconds': '0',
    'ad.watch_seconds': '0',
  });
});

test('the screen asks for missing withdrawal info, then accepts only a valid amount', async () => {
  const { page, token } = await openWithdraw((await registerWelcomed(product)).token);
  await page.getByText('Where should your money go?').waitFor();
  expect(await page.getByLabel('Amount').count()).toBe(0);
  await setPayeeByHand(page);
  const said: [string, string | null][] = [];
  for (const amount of ['', '0.99', '1.99', '10.0001', '2.00001', 'ten', '-5', '1e3']) {
    await page.getByLabel('Amount').fill(amount);
    await submit(page).click();
    said.push([amount, await amountError(page)]);
  }
  expect(said).toEqual([
    ['', 'Enter an amount, such as 12.50.'],
    ['0.99', 'The amount cannot be less than 1.'],
    ['1.99', 'The amount is below the minimum.'],
    ['10.0001', 'The amount cannot exceed your balance.'],
    ['2.00001', 'Enter an amount, such as 12.50.'],
    ['ten', 'Enter an amount, such as 12.50.'],
    ['-5', 'Enter an amount, such as 12.50.'],
    ['1e3', 'Enter an amount, such as 12.50.'],
  ]);
  expect(await dialog(page).count()).toBe(0);
  expect(await amounts(product, token)).toEqual([]);
});

test('a withdrawal is refused after the balance changed, another is rejected, a third paid', async () => {
  const visit = await openPaid();
  const { page, token, toasts } = visit;
  await expectBalance(visit, '10.00', '10.0000');

  // another device withdraws 6, which are paid, while this form still shows 10
  const { withdrawal } = await ask(product, token, withdraw, { amount: '6' });
  const paid = await product.operator('withdrawals', 'approve', String(withdrawal.id));
  expect(paid.status).toBe(0);
  await propose(page, '5');
  await confirm(page).click();
  await dialog(page).waitFor({ state: 'detached' });
  await expectBalance(visit, '4.00', '4.0000');
  expect(await amountError(page)).toBe('The amount cannot exceed your balance.');
  await expectToasts(toasts, ['The amount cannot exceed your balance.']);

  const sent = recordRequests(page);
  await propose(page, '3.5');
  await tapTwice(confirm(page));
  await heading(page, 'Your withdrawal is in process').waitFor();
  await expectBalance(visit, '0.50', '0.5000');
  const { list } = await ask(product, token, wdinfo, {});
  expect(sent.map((body) => JSON.parse(body ?? ''))).toEqual([
    { amount: '3.5', payee: list[0], pay: null },
  ]);

  await settle(visit, 'reject', '--reason', 'The account does not exist');
  await heading(page, 'Your withdrawal was rejected').waitFor();
  await page.getByText('The account does not exist').first().waitFor();
  await page.getByText('The amount is back in your balance.', { exact: true }).waitFor();
  await expectBalance(visit, '4.00', '4.0000');
  // "Object" is the last button, so that it moves no other button when it appears later
  const card = page.getByRole('region', { name: 'Your withdrawal was rejected' });
  await card.getByRole('button', { name: 'Object' }).waitFor();
  const buttons = await card.getByRole('button').allInnerTexts();
  expect(buttons.slice(-2)).toEqual(['Done', 'Object']);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Withdraw all' }).click();
  await submit(page).click();
  await dialog(page).getByText('4.00').waitFor();
  await confirm(page).click();
  await heading(page, 'Your withdrawal is in process').waitFor();
  await expectBalance(visit, '0.00', '0.0000');
  await settle(visit, 'approve');
  await heading(page, 'Your withdrawal was paid').waitFor();
  await expectBalance(visit, '0.00', '0.0000');
  expect(await amounts(product, token)).toEqual([
    ['4.0000', 'paid'],
    ['3.5000', 'rejected'],
    ['6.0000', 'paid'],
  ]);
  await expectToasts(toasts, [
    'Withdrawal submitted.',
    'Your withdrawal was rejected',
    'Withdrawal submitted.',
    'Your withdrawal was paid',
  ]);
});

test('a withdrawal in process from another device is reported, and shown instead of the form', async () => {
  const visit = await openPaid();
  const { page, token, toasts } = visit;
  await propose(page, '3');
  await ask(product, token, withdraw, { amount: '2.5' });
  await confirm(page).click();
  await heading(page, 'Your withdrawal is in process').waitFor();
  await expectToasts(toasts, ['You already have a withdrawal in process.']);
  expect(await page.getByLabel('Amount').count()).toBe(0);
  await expectBalance(visit, '7.50', '7.5000');
  expect(await amounts(product, token)).toEqual([['2.5000', 'pending']]);
});

test('a withdrawal whose answer is lost is repeated with the same key, and made once', async () => {
  const visit = await openPaid();
  const { page, token, toasts } = visit;
  const keys = await loseFirstAnswer(page);
  await propose(page, '3');
  await confirm(page).click();
  await dialog(page)
    .getByRole('alert')
    .getByText('Network error, please try again later.')
    .waitFor();
  await confirm(page).click();
  await heading(page, 'Your withdrawal is in process').waitFor();
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{1,64}$/), keys[0]]);
  await expectToasts(toasts, ['Network error, please try again later.', 'Withdrawal submitted.']);
  await expectBalance(visit, '7.00', '7.0000');
  expect(await amounts(product, token)).toEqual([['3.0000', 'pending']]);
});

test('after a lost answer and Cancel the screen loads the outcome of the withdrawal', async () => {
  const visit = await openPaid();
  const { page } = visit;
  await loseFirstAnswer(page);
  await propose(page, '3');
  await confirm(page).click();
  await dialog(page)
    .getByRole('alert')
    .getByText('Network error, please try again later.')
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await heading(page, 'Your withdrawal is in process').waitFor();
  await expectBalance(visit, '7.00', '7.0000');
});

const ASKED = {
  'withdraw.notification_required': 'true',
  'withdraw.requirements.invites': '1',
  'withdraw.requirements.videos': '2',
  'withdraw.requirements.ads_viewed': '1',
  'withdraw.requirements.ads_clicked': '1',
  'withdraw.requirements.shares': '1',
};
const lookAgain = async (page: Page) => {
  await page.getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
};

test('conditions that are set while the form is open replace the form', async () => {
  const { page, toasts } = await openPaid(fullBrowser);
  await propose(page, '3');
  await configureForTest(product, ASKED);
  await confirm(page).click();
  await page.getByText('0 of 6 met').waitFor();
  await expectToasts(toasts, ['Not all conditions for a withdrawal are met yet.']);
  expect(await page.getByLabel('Amount').count()).toBe(0);
});

test('every condition is shown, met or not, also while withdrawal info is missing', async () => {
  await configureForTest(product, ASKED);
  const user = await registerWelcomed(product);
  const { page } = await openWithdraw(user.token, fullBrowser);
  await page.getByText('First set up your withdrawal info.').waitFor();
  expect(await conditions(page)).toEqual([
    'Friends invited 0 / 1 · Not met yet',
    'Videos watched 0 / 2 · Not met yet',
    'Ads watched 0 / 1 · Not met yet',
    'Ads opened 0 / 1 · Not met yet',
    'Shares 0 / 1 · Not met yet',
    'Notifications are off Not met yet',
  ]);
  await meetAllButOne(product, user);
  await setPayeeByHand(page);
  await page.getByText('4 of 6 met').waitFor();
  expect(await conditions(page)).toContain('Videos watched 1 / 2 · Not met yet');
  const [, second] = (await ask(product, user.token, playable, {})).list;
  await ask(product, user.token, record, { videos_id: second?.id ?? 0 });
  await lookAgain(page);
  await page.getByText('5 of 6 met').waitFor();
  expect(await page.getByLabel('Amount').count()).toBe(0);
  await page.context().grantPermissions(['notifications'], { origin: product.url });
  await propose(page, '3');
  const met = [
    'Friends invited 1 / 1 · Met',
    'Videos watched 2 / 2 · Met',
    'Ads watched 1 / 1 · Met',
    'Ads opened 1 / 1 · Met',
    'Shares 1 / 1 · Met',
    'Notifications are on Met',
  ];
  expect(await conditions(page)).toEqual(met);
  await confirm(page).click();
  await heading(page, 'Your withdrawal is in process').waitFor();
  expect(await conditions(page)).toEqual(met);
});
