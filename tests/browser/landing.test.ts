import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { maskName } from '../../contract/mask.ts';
import {
  configure,
  expectToasts,
  newRegistration,
  recordToasts,
  registerUser,
  switchUser,
} from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { change } from './states.ts';
import { type Visit, visit } from './support.ts';

let page: Page;
let errors: Visit['errors'];
let toasts: () => Promise<string[]>;
let code: string;
let inviter: string;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'landing.watch_seconds': '1' });
  ({ invite_code: code, username: inviter } = await registerUser(product));
  ({ page, errors } = await visit(browser));
  toasts = await recordToasts(page);
});

beforeEach(async () => {
  await switchUser(product, page);
  errors.length = 0;
});

/** Watches the sample clip for its watch time, which earns nothing before the registration. */
async function watchSample(): Promise<void> {
  await page
    .getByRole('progressbar', { name: 'Watch reward' })
    .and(page.locator('[aria-valuenow="100"]'))
    .and(page.locator('[aria-valuetext="+0.10, yours when you register"]'))
    .waitFor({ timeout: 40_000 });
  expect(await page.locator('.reward-burst').count()).toBe(0);
  const sum = page.getByRole('region', { name: 'What you earn' });
  expect(await sum.getByRole('status').textContent()).toBe('Watched. Yours when you register');
  await page.getByRole('button', { name: 'Register' }).click();
}

async function register(): Promise<void> {
  const { username, email, password } = newRegistration();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('I am at least 18 years old').check();
  await page.getByRole('button', { name: 'Register' }).click();
}

test('a visitor registers from an invitation and gets both rewards', async () => {
  // the link as a messenger may alter it: a parameter and `&amp;` before the code, a zero-width
  // space after it
  await page.goto(`${product.url}/newuser?utm_source=chat&amp;invite_code=${code}%E2%80%8B`);
  await page.waitForFunction(() => document.title === 'Watch videos and earn cash | Clipurse');
  await page.getByText(`${maskName(inviter)} invites you`).waitFor();
  await page.getByText('1.10').waitFor();
  await watchSample();
  expect(await page.getByLabel('Invite code (optional)').inputValue()).toBe(code);
  await register();
  await page.getByRole('link', { name: '1.10' }).waitFor();
  await expectToasts(toasts, ['Welcome! +1.00 for registering and +0.10 for watching.']);
  expect(await page.evaluate(() => localStorage.getItem('inviteCode'))).toBeNull();
  expect(errors).toEqual([]);
});

test('a watch ticket that the server refuses is reported beside the paid reward', async () => {
  const forge = (offer: object) => ({ ...offer, watch_ticket: 'forged.ticket' });
  await change(page, 'video/landing', forge);
  await page.goto(`${product.url}/newuser?invite_code=${code}`);
  await watchSample();
  await register();
  await page.getByRole('link', { name: '1.00' }).waitFor();
  await expectToasts(toasts, [
    'Welcome! +1.00 for registering. The reward for the sample clip could not be claimed.',
  ]);
  expect(await page.evaluate(() => localStorage.getItem('watchTicket'))).toBeNull();
});

test('the page says beforehand that rewards will be paid on a later day', async () => {
  const words = page.getByText(
    'Many people have joined today. You will receive these rewards tomorrow or later.',
  );
  await page.goto(`${product.url}/newuser?invite_code=${code}`);
  await page.getByText('1.10').waitFor();
  expect(await words.count()).toBe(0);
  await change(page, 'video/landing', (offer) => ({ ...offer, rewards_wait: true }));
  await page.goto(`${product.url}/newuser?invite_code=${code}`);
  await words.waitFor();
});

test('a visitor who looks at clips first finds the invite code in the form later', async () => {
  await page.goto(`${product.url}/newuser?invite_code=${code}`);
  await page.getByText('invites you').waitFor();
  await page.getByRole('link', { name: 'Short video' }).click();
  const later = await page.context().newPage();
  await later.goto(`${product.url}/login`);
  expect(await later.getByLabel('Invite code (optional)').inputValue()).toBe(code);
  await later.close();
});

test('an unknown invite code is reported, and registering is still possible', async () => {
  await page.goto(`${product.url}/newuser?invite_code=NOBODY99`);
  await page.getByText('This invitation is no longer valid').waitFor();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('Confirm password').waitFor();
});

test('a member who opens an invitation is led to the feed, and no code is stored', async () => {
  await switchUser(product, page, (await registerUser(product)).token);
  await page.goto(`${product.url}/newuser?invite_code=${code}`);
  await page.getByRole('region', { name: 'Short video' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('inviteCode'))).toBeNull();
});

// this test is last, because the page keeps the simulated clock
test('a sample clip that does not load shows that it is loading, and then the error', async () => {
  await page.clock.install();
  await page.route('**/media/**/*.mp4*', () => undefined);
  await page.goto(`${product.url}/newuser?invite_code=${code}`);
  const clip = page.locator('.newuser-clip');
  await clip.locator('.clip-wait').waitFor();
  await page.clock.fastForward(16_000);
  await clip.getByRole('alert').getByText('Loading took too long.').waitFor();

  await page.unroute('**/media/**/*.mp4*');
  await page.route('**/media/**/*.mp4*', (route) => route.abort());
  await clip.getByRole('button', { name: 'Retry' }).click();
  await clip.getByRole('alert').getByText('This video could not be loaded.').waitFor();
});
