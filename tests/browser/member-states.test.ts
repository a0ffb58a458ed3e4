import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { recordToasts, register, registerWelcomed, switchUser, waitForToasts } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { alerts, answerWith, change, expectAccessible, networkOf, openAsMember } from './states.ts';
import { button, goTo, settled } from './support.ts';

/** The page of a new member without rewards; each test reloads it. */
let page: Page;
let token: string;

setUpProduct();
beforeAll(async () => {
  token = await register(product);
  page = await openAsMember(browser, token);
});
// leaves the app, so that the app caches no answer that the previous test held back
beforeEach(() => switchUser(product, page, token));

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

const CALLS = '**/index.php/**';
const screens = [
  { tab: 'Mine', title: 'Mine' },
  { tab: 'Withdraw', title: 'Withdraw' },
  { tab: 'Invite', title: 'Invite Friends' },
  { tab: 'Tasks', title: 'Task Center' },
];

test('every screen shows a skeleton of its content while it loads', async () => {
  await networkOf(page, CALLS, 'silent');
  await page.goto(`${product.url}/mine/index`);
  for (const { tab, title } of screens) {
    await goTo(page, tab);
    await heading(page, title);
    await page.locator('.screen:visible [aria-busy="true"]').first().waitFor();
    await expectAccessible(page, `${tab}: on its way`);
  }
});

const WHY = 'Something went wrong on our side. Please try again.';
const missing: Record<string, string[]> = {
  Mine: [
    'Your profile could not be loaded.',
    'Your earnings could not be loaded.',
    WHY,
    'Your rewards could not be loaded.',
    WHY,
    'Your corrections could not be loaded.',
    WHY,
  ],
  Withdraw: [
    'Your balance and the conditions could not be loaded.',
    WHY,
    'Your withdrawal info could not be loaded.',
    WHY,
    'Your withdrawals could not be loaded.',
    WHY,
  ],
  Invite: [
    'Your invite code could not be loaded.',
    'The rates could not be loaded.',
    WHY,
    'Your invitations could not be loaded.',
    WHY,
  ],
  Tasks: ['Today’s progress could not be loaded.', WHY, 'The tasks could not be loaded.', WHY],
};

test('a part that cannot be loaded is named, with the reason and its Retry', async () => {
  const network = await networkOf(page, CALLS, 'failing');
  await page.goto(`${product.url}/mine/index`);
  for (const { tab, title } of screens) {
    await goTo(page, tab);
    await heading(page, title);
    await expect.poll(() => alerts(page)).toEqual(missing[tab]);
    if (tab === 'Mine') await page.getByText('Could not be loaded', { exact: true }).waitFor();
    // no placeholder is shown for a balance that failed to load
    await expect
      .poll(() => page.getByRole('region', { name: 'Available balance' }).count())
      .toBe(0);
    await expectAccessible(page, `${tab}: failed`);
  }
  await network('open');
  for (const { tab } of screens) {
    await goTo(page, tab);
    const retry = button(page, 'Retry').first();
    // a reopened screen loads by itself: Retry may disappear before the press
    const press = () => retry.click({ timeout: 1_000 }).catch(() => undefined);
    await expect.poll(async () => ((await retry.count()) ? press() : 0)).toBe(0);
    expect(await alerts(page)).toEqual([]);
  }
});

test('an empty screen says what to do next', async () => {
  await page.goto(`${product.url}/mine/index`);
  const nothing = {
    Mine: ['Not set', 'No rewards yet'],
    Withdraw: ['Where should your money go?', 'No withdrawals yet'],
    Invite: ['No friends here yet'],
    Tasks: ['Download the app'],
  };
  for (const [tab, words] of Object.entries(nothing)) {
    await goTo(page, tab);
    for (const word of words) await page.getByText(word, { exact: true }).waitFor();
    await expectAccessible(page, `${tab}: nothing yet`);
  }
  for (const path of ['/notifications', '/install']) {
    await page.evaluate((address) => history.pushState(null, '', address), path);
    await page.getByText(/^(You are told when|About)$/).waitFor();
    await settled(page);
    await expectAccessible(page, path);
  }
});

/** Takes the withdrawal info form through its states: invalid, being saved, and saved. */
async function fillInInfo(page: Page, toasts: () => Promise<string[]>): Promise<void> {
  await button(page, 'Set up withdrawal info').click();
  await button(page, 'Save').click();
  for (const words of ['Select a method.', 'Enter the account.', 'Enter the recipient’s name.']) {
    await page.getByText(words).waitFor();
  }
  await expectAccessible(page, 'withdrawal info: fields missing');
  await page.getByLabel('Country or region').selectOption('US');
  await page.getByLabel('Method').selectOption({ label: 'PayPal' });
  await page.getByLabel('Recipient name').fill('Ada Lovelace');
  await page.getByLabel('Account').fill('ada@example.org');
  const network = await networkOf(page, '**/api/user/updateWdinfo', 'silent');
  await button(page, 'Save').click();
  await page.locator('button[aria-busy="true"]').waitFor();
  await network('open');
  await waitForToasts(toasts, 'Saved.');
  await expectAccessible(page, 'withdrawal info: saved');
}

/** Enters an invalid amount, then a valid amount. */
async function enterAmount(page: Page): Promise<void> {
  await page.getByLabel('Amount').fill('abc');
  await button(page, 'Withdraw').click();
  await page.getByText('Enter an amount, such as 12.50.').waitFor();
  await expectAccessible(page, 'withdraw: a wrong amount');
  await button(page, 'Withdraw all').click();
  expect(await page.getByLabel('Amount').inputValue()).toBe('1');
}

test('the withdrawal screen is accessible with missing fields, a wrong amount and a failed confirmation', async () => {
  const page = await openAsMember(browser, (await registerWelcomed(product)).token);
  const toasts = await recordToasts(page);
  await page.goto(`${product.url}/withdraw/index`);
  await fillInInfo(page, toasts);
  await enterAmount(page);
  await button(page, 'Withdraw').click();
  await page.getByRole('dialog', { name: 'Confirm withdrawal' }).waitFor();

  const fault = { code: 500, msg: 'Fault.', data: null };
  await page.route('**/api/user/withdraw', (route) => route.fulfill({ status: 500, json: fault }));
  await button(page, 'Confirm').click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('alert')
    .getByText('Something went wrong on our side. Please try again.')
    .waitFor();
  await expectAccessible(page, 'withdraw: failed');
  await networkOf(page, '**/api/user/withdraw', 'silent');
  await button(page, 'Confirm').click();
  await dialog.locator('[aria-busy="true"]').waitFor();
  await expectAccessible(page, 'withdraw: being sent');
  await page.context().close();
});

test('the withdrawal screen is accessible while a withdrawal is blocked, in process and settled', async () => {
  await page.clock.install();
  const path = 'user/withdrawConfig';
  await answerWith(page, 'user/wdinfo', { list: [info] });
  const says = (words: string) => page.getByText(words).first().waitFor();
  await change(page, path, (data) => ({
    ...data,
    requirements: [
      { kind: 'invites', required: 2, current: 1 },
      { kind: 'shares', required: 1, current: 1 },
    ],
    notification_required: true,
  }));
  await page.goto(`${product.url}/withdraw/index`);
  await says('Before you can withdraw');
  await says('Notifications are off');
  await expectAccessible(page, 'withdraw: conditions unmet');

  await change(page, path, (data) => ({ ...data, pending }));
  // the screen loads again whenever it is opened
  await goTo(page, 'Mine');
  await goTo(page, 'Withdraw');
  await says('Your withdrawal is in process');
  await expectAccessible(page, 'withdraw: in process');
  for (const settled of [
    { status: 'paid', words: 'Your withdrawal was paid' },
    { status: 'rejected', words: 'Your withdrawal was rejected' },
  ]) {
    const { status, words } = settled;
    const list = [{ ...pending, status, reason: null, settled_at: pending.created_at }];
    await answerWith(page, 'user/withdrawals', { list, page: 1, limit: 20, total: 1 });
    await page.clock.fastForward(11_000);
    await page.getByRole('heading', { name: words }).waitFor();
    await expectAccessible(page, `withdraw: ${status}`);
    // Done dismisses the result; the server still reports the pending request, which is shown again
    await button(page, 'Done').click();
    await says('Your withdrawal is in process');
  }
});

test('friends of each level, with a reward on its way, are accessible', async () => {
  const friend = { reward: '0.5864', created_at: pending.created_at };
  const list = [1, 2, 3].map((level) => ({ ...friend, username: `b${level}***7`, level }));
  await change(page, 'user/invitedUsers', (data) => ({
    ...{ ...data, counts: { level1: 1, level2: 1, level3: 1 }, total: list.length },
    list: list.map((each) => ({ ...each, on_its_way: '0.5700', videos_missing: 3 })),
  }));
  await page.goto(`${product.url}/invite/index`);
  await page
    .getByText(/^On its way: /)
    .first()
    .waitFor();
  await expectAccessible(page, 'invite: rewards on their way');
});

const info = {
  country: 'US',
  method: 'paypal',
  account_type: 'email',
  recipient_name: 'Ada Lovelace',
  account: 'ad**********.org',
};
const pending = {
  id: 1,
  amount: '1.0000',
  local_amount: '1.00',
  local_currency: 'USD',
  method: 'paypal',
  account: info.account,
  recipient_name: info.recipient_name,
  status: 'pending',
  reason: null,
  created_at: '2026-01-02T03:04:05.000Z',
  settled_at: null,
};
