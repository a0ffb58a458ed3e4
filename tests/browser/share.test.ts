import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { info } from '../../contract/calls.ts';
import { leaveFor, stopClock } from './clocks.ts';
import {
  ask,
  configure,
  expectToasts,
  loggedIn,
  recordToasts,
  register,
  tab,
  waitForToasts,
} from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { visit } from './support.ts';
import { heard, isUppermost } from './toasts.ts';

setUpProduct();
beforeAll(() =>
  configure(product, {
    'video.daily_limit': '1',
    'video.watch_seconds': '1',
    'share.extra_views': '2',
    'ad.every_n_videos': '0',
  }),
);

const copyLink = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await dialog.getByText('The link is copied').waitFor();
};

const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share with friends' });

const balanceOf = async (token: string) => (await ask(product, token, info, {})).userInfo.balance;

const lastShareDate = (page: Page) => page.evaluate(() => localStorage.getItem('last_share_date'));

interface Visit {
  page: Page;
  token: string;
  /** the toasts since the last call */
  said: () => Promise<string[]>;
}

/** Opens a path as a new member, with a simulated clock. */
async function open(path: string): Promise<Visit> {
  const token = await register(product);
  const context = await loggedIn(browser, token, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.clock.install();
  const said = await recordToasts(page);
  await page.goto(product.url + path);
  return { page, token, said };
}

/** Lets one call fail. */
const lose = (page: Page, call: string) =>
  page.route(`**/api/user/${call}`, (route) => route.abort(), { times: 1 });

test('the daily limit opens the share dialog, and a share brings extra views', async () => {
  const { page, token, said } = await open('/');
  const dialog = shareDialog(page);
  await dialog.waitFor({ timeout: 40_000 });
  await dialog.getByRole('img', { name: 'QR code of your invite link' }).waitFor();
  await copyLink(dialog);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/newuser\?invite_code=\w+$/,
  );

  // an absence of less than two seconds does not count as a share
  await leaveFor(page, 1_999);
  await waitForToasts(said, 'Sharing failed or was cancelled.');
  expect(await lastShareDate(page)).toBeNull();
  // the app repeats a failed claim; after a failed call for extra views the next share adds them
  await lose(page, 'claimShareReward');
  await lose(page, 'checkAndAddExtraRewards');
  await copyLink(dialog);
  await leaveFor(page, 5_000);
  await waitForToasts(said, '+0.05 for sharing', 'Network error, please try again later.');
  await copyLink(dialog);
  await leaveFor(page, 5_000);
  await waitForToasts(said, 'You can earn with 2 more videos today.');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '0.10' }).waitFor();
  await expect.poll(() => lastShareDate(page)).toMatch(/^\d{4}-\d\d-\d\d$/);
  await expectEarning(page);
  expect(await balanceOf(token)).toBe('0.2000');
  await page.context().close();
});

/** Asserts that extra views earn rewards up to the next limit. */
async function expectEarning(page: Page): Promise<void> {
  for (const balance of ['0.15', '0.20']) {
    await page.getByRole('button', { name: 'Next video' }).click();
    await page.getByRole('link', { name: balance }).waitFor();
  }
  await shareDialog(page).waitFor();
}

/** Asserts that a toast over a dialog is visible, outlives the dialog, and is read out once. */
async function expectToastOverDialog(page: Page): Promise<void> {
  const card = page.getByRole('article', { name: 'Share once a day' });
  await card.getByRole('button', { name: 'Share' }).click();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await stopClock(page);
  await shareDialog(page).getByRole('button', { name: 'Copy link' }).click();
  const text = 'The link could not be copied.';
  // a toast is delayed, because its event may close a dialog
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return heard(page);
    })
    .toEqual([text]);
  expect(await isUppermost(page, text)).toBe(true);

  await shareDialog(page).getByRole('button', { name: 'Close' }).click();
  await shareDialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => isUppermost(page, text)).toBe(true);
  expect(
    await page.locator('body .toaster').evaluate((toaster) => getComputedStyle(toaster).zIndex),
  ).toBe('2000');
  // the toast is not read out again
  expect(await heard(page)).toEqual([]);
  await page.clock.runFor(2_000);
  await page.locator('.toast').waitFor({ state: 'detached' });
  await page.clock.resume();
}

test('a toast outlives its dialog; after a share sheet that closes at once the page says when a share counts', async () => {
  const { page, said } = await open('/tasks/index');
  await expectToastOverDialog(page);
  await expectToasts(said, ['The link could not be copied.']);
  await page.evaluate(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => Object.assign(globalThis, { shared: data }),
    });
  });
  await tab(page, 'Invite').click();
  const share = page.getByRole('button', { name: 'Share', exact: true });
  const hint = page.getByText('A share counts when you leave for another app');
  await share.click();
  await hint.waitFor();
  const words = 'Watch short videos. Get paid.';
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shared'))).toEqual({
    ...{ title: words, text: words },
    url: expect.stringMatching(/\/newuser\?invite_code=\w+$/),
  });
  await tab(page, 'Mine').click();
  await tab(page, 'Invite').click();
  await share.waitFor();
  expect(await hint.count()).toBe(0);
  // without a pending share an absence counts neither as a share nor as a failure
  await leaveFor(page, 1_000);
  await leaveFor(page, 5_000);

  for (const words of ['+0.05 for sharing', 'Share counted.']) {
    await share.click();
    await hint.waitFor();
    await leaveFor(page, 5_000);
    await expectToasts(said, [words]);
  }
  await page.context().close();
});

test('a visitor who presses Share before its script has loaded shares the plain link, and is asked to log in', async () => {
  const { page, context } = await visit(browser, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const [claims, drawings]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (/Share/.test(request.url())) claims.push(request.url());
    // the import as a script is answered from the browser's cache
    if (/qr-code.*js$/.test(request.url()) && request.resourceType() === 'fetch')
      drawings.push(request.url());
  });
  let send: () => void = () => undefined;
  const isSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  let isAsked = false;
  await page.route(/assets\/third-.*\.js/, async (route) => {
    isAsked = true;
    await isSent;
    await route.continue();
  });
  await page.clock.install();
  const said = await recordToasts(page);
  await page.goto(product.url);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await share.waitFor();
  expect(drawings).toEqual([]);
  await share.click();
  await expect.poll(() => isAsked).toBe(true);
  const dialog = shareDialog(page);
  expect(await dialog.count()).toBe(0);
  send();
  await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
  expect(drawings.length).toBe(1);
  expect(await dialog.locator('.share-why p').innerText()).toBe(
    'Logged in, you also earn for every friend who joins.',
  );
  await copyLink(dialog);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${product.url}/?video=1`);
  await leaveFor(page, 5_000);
  await waitForToasts(said, 'Thank you for sharing. Log in to be rewarded for it.');

  await share.click();
  await dialog.getByRole('link', { name: 'Log in to earn' }).click();
  await page.waitForURL(`${product.url}/login`);
  await page.goBack();
  await page.getByRole('region', { name: 'Short video' }).waitFor();
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  expect(claims).toEqual([]);
  await context.close();
});
