import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  claimShareReward,
  clickAdReward,
  getAdList,
  info,
  playable,
  record,
  watchAdReward,
  withdrawals,
} from '../../contract/calls.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import {
  ask,
  recordToasts,
  registerUser,
  registerWelcomed,
  setPayee,
  switchUser,
} from './people.ts';
import { browser, product } from './product.ts';
import { PHONE, type Product } from './support.ts';

export interface Visit {
  product: Product;
  page: Page;
  token: string;
  toasts: () => Promise<string[]>;
}

type Phone = Pick<Visit, 'page' | 'toasts'>;

/** The phones of the test file, one for each browser; all tests of the file share them. */
const phones = new Map<Browser, Phone>();

async function openPhone(on: Browser): Promise<Phone> {
  const page = await (await on.newContext(PHONE)).newPage();
  const toasts = await recordToasts(page);
  await page.clock.install();
  return { page, toasts };
}

/**
 * Hands the shared page to a member, and opens Withdraw.
 * @param on the full browser, for tests of notifications
 */
export async function openWithdraw(token: string, on: Browser = browser): Promise<Visit> {
  const known = phones.get(on);
  const phone = known && !known.page.isClosed() ? known : await openPhone(on);
  phones.set(on, phone);
  const { page, toasts } = phone;
  await switchUser(product, page, token);
  await page.goto(`${product.url}/withdraw/index`);
  await page.getByRole('region', { name: 'Good to know' }).waitFor();
  return { product, page, token, toasts };
}

/** Opens Withdraw for a new member with a balance of 10 and a payout account. */
export async function openPaid(on?: Browser): Promise<Visit> {
  const { token } = await registerWelcomed(product);
  await setPayee(product, token);
  return openWithdraw(token, on);
}

export const submit = (page: Page) => page.getByRole('button', { name: 'Withdraw', exact: true });
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm withdrawal' });
export const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Confirm' });
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true });

/** Enters an amount and opens the confirmation. */
export async function propose(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount);
  await submit(page).click();
  await dialog(page).waitFor();
}

/** The error text of the amount field. */
export const amountError = (page: Page) =>
  page.getByLabel('Amount').evaluate((field: HTMLInputElement) => {
    if (field.getAttribute('aria-invalid') !== 'true') return null;
    const last = field.getAttribute('aria-describedby')?.split(' ').at(-1);
    return document.querySelector(`[id="${last}"]`)?.textContent ?? null;
  });

export async function setPayeeByHand(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up withdrawal info' }).click();
  await page.getByLabel('Country or region').selectOption('US');
  await page.getByLabel('Method').selectOption({ label: 'PayPal' });
  await page.getByLabel('Recipient name').fill('Ada Lovelace');
  await page.getByLabel('Account').fill('ada@example.org');
  await page.getByRole('button', { name: 'Save' }).click();
}

/** Records the bodies of this page's withdrawal calls. */
export function recordRequests(page: Page): (string | null)[] {
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/withdraw')) sent.push(request.postData());
  });
  return sent;
}

export const tapTwice = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });

/** Loses the answer to the first request. @returns the idempotency keys that were sent */
export async function loseFirstAnswer(page: Page): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route('**/api/user/withdraw', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = await route.fetch();
    if (keys.length === 1) await route.abort();
    else await route.fulfill({ response: answer });
  });
  return keys;
}

/** The texts of the conditions of a withdrawal. */
export const conditions = async (page: Page) => {
  const region = page.getByRole('region', { name: 'Before you can withdraw' });
  const told = await region.getByRole('listitem').locator('.requirement').allInnerTexts();
  return told.map((text) => text.replace(/\s+/g, ' '));
};

/** Meets all requirements except the second video. */
export async function meetAllButOne(
  product: Product,
  { token, invite_code }: UserInfo,
): Promise<void> {
  const friend = await registerUser(product, invite_code);
  // a friend counts once they have watched three clips
  for (const { id } of (await ask(product, friend.token, playable, {})).list.slice(0, 3)) {
    await ask(product, friend.token, record, { videos_id: id });
  }
  const [clip] = (await ask(product, token, playable, {})).list;
  await ask(product, token, record, { videos_id: clip?.id ?? 0 });
  const [ad] = (await ask(product, token, getAdList, {})).list;
  await ask(product, token, watchAdReward, { ad_id: ad?.id ?? 0 });
  await ask(product, token, clickAdReward, { ad_id: ad?.id ?? 0 });
  await ask(product, token, claimShareReward, {});
}

/** Asserts the balance on the screen and on the server. */
export async function expectBalance({ product, page, token }: Visit, shown: string, exact: string) {
  await page
    .getByRole('region', { name: 'Available balance' })
    .getByText(shown, { exact: true })
    .first()
    .waitFor();
  expect((await ask(product, token, info, {})).userInfo.balance).toBe(exact);
}

/** Amount and status of a member's withdrawals, newest first. */
export const amounts = async (product: Product, token: string) =>
  (await ask(product, token, withdrawals, {})).list.map(({ amount, status }) => [amount, status]);

/** Settles the newest withdrawal as the operator, and advances the clock: the screen loads it. */
export async function settle(
  { product, page, token }: Visit,
  ...[verb, ...rest]: [string, ...string[]]
) {
  const [newest] = (await ask(product, token, withdrawals, {})).list;
  const settled = await product.operator('withdrawals', verb, String(newest?.id), ...rest);
  expect(settled.status).toBe(0);
  await page.clock.fastForward(10_000);
}
