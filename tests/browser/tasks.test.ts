import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { info, rewardLogs } from '../../contract/calls.ts';
import { ask, loggedIn, register } from './people.ts';
import { type Product, startBrowser, startProduct } from './support.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), startBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const downloading = 'Download the app';
const notifying = 'Enable notifications';

const button = (page: Page, task: string, name: string) =>
  page.getByRole('article', { name: task }).getByRole('button', { name, exact: true });

/** The tasks as somebody new sees them on their phone. */
async function openTasks(
  options: Parameters<typeof loggedIn>[2] = {},
): Promise<{ page: Page; context: BrowserContext; token: string }> {
  const token = await register(product);
  const context = await loggedIn(browser, token, options);
  const page = await context.newPage();
  await page.goto(`${product.url}/tasks/index`);
  await button(page, downloading, 'Install').waitFor();
  return { page, context, token };
}

const balanceOf = async (token: string) => (await ask(product, token, info, {})).userInfo.balance;

test('notifications that are allowed can be claimed, once, and stay completed', async () => {
  const { page, context, token } = await openTasks();
  await button(page, notifying, 'Enable').waitFor();
  const before = await balanceOf(token);

  // allowed meanwhile, in the browser's own settings
  await context.grantPermissions(['notifications'], { origin: product.url });
  await button(page, notifying, 'Claim').click();
  await page.getByRole('status').getByText('+0.20 earned').waitFor();
  expect(await button(page, notifying, 'Completed').isDisabled()).toBe(true);
  expect({ before, after: await balanceOf(token) }).toEqual({ before: '0.0000', after: '0.2000' });
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('region', { name: 'Available balance' }).getByText('0.20').first().waitFor();

  await page.reload();
  await page.getByRole('link', { name: 'Tasks' }).click();
  await button(page, notifying, 'Completed').waitFor();
  await context.close();
});

test('a permission that was refused opens the help with its four steps', async () => {
  // a browser without a screen refuses for its person
  const { page, context } = await openTasks();
  await button(page, notifying, 'Enable').click();
  const help = page.getByRole('dialog', { name: 'Notification help' });
  await help.waitFor();
  expect(await help.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('lock icon'),
    expect.stringContaining('Find “Notifications”'),
    expect.stringContaining('“Allow”'),
    expect.stringContaining('Refresh'),
  ]);
  expect(await help.locator('li > svg').count()).toBe(4);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Enable');

  await page.getByRole('link', { name: 'How do I allow notifications?' }).click();
  await page.getByRole('heading', { name: 'Notifications are blocked' }).waitFor();
  await context.close();
});

test('the app is installed by the prompt of the browser, then claimed', async () => {
  const { page, context, token } = await openTasks();
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => ({ outcome: 'accepted' });
    dispatchEvent(Object.assign(offer, { prompt }));
  });
  await button(page, downloading, 'Install').click();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await button(page, downloading, 'Claim').click();
  await button(page, downloading, 'Completed').waitFor();
  const { list } = await ask(product, token, rewardLogs, {});
  expect(list.map(({ type, amount }) => ({ type, amount }))).toEqual([
    { type: 'download_reward', amount: '0.2000' },
  ]);
  await context.close();
});

test('without a prompt the way to install is shown: on an iPhone, and in any other browser', async () => {
  const ways = [
    { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', says: 'share button' },
    { says: 'menu of your browser' },
  ];
  for (const { says, ...options } of ways) {
    const { page, context } = await openTasks(options);
    await button(page, downloading, 'Install').click();
    const guide = page.getByRole('dialog', { name: 'Install the app' });
    await guide.getByText(says).waitFor();
    await guide.getByText('home screen', { exact: false }).last().waitFor();
    await context.close();
  }
});

test('a claim that fails says so and can be tried again', async () => {
  const { page, context } = await openTasks({ permissions: ['notifications'] });
  await page.route('**/api/task/claim', (route) => route.abort());
  await button(page, notifying, 'Claim').click();
  await page.getByRole('status').getByText('Network error').waitFor();
  await page.unroute('**/api/task/claim');
  await button(page, notifying, 'Claim').click();
  await button(page, notifying, 'Completed').waitFor();
  await context.close();
});

test('tasks that cannot be loaded say so, and Retry brings them', async () => {
  const context = await loggedIn(browser, await register(product));
  const page = await context.newPage();
  await page.route('**/api/task/list', (route) => route.abort());
  await page.goto(`${product.url}/tasks/index`);
  const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' });
  await retry.waitFor();
  await page.unroute('**/api/task/list');
  await retry.click();
  await button(page, downloading, 'Install').waitFor();
  await context.close();
});

test('the day counts its paid videos, and the share card opens the share dialog', async () => {
  const { page, context } = await openTasks();
  const progress = page.getByRole('progressbar', { name: 'Paid videos' });
  expect(await progress.getAttribute('aria-valuetext')).toBe('0 of 20');
  const card = page.getByRole('article', { name: 'Share once a day' });
  await card.getByText('+0.05').waitFor();
  await card.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog', { name: 'Share with friends' }).waitFor();
  await context.close();
});
