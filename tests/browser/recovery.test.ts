import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { UserInfo } from '../../contract/shapes.ts';
import { configure, loggedIn, registerUser, tab, welcomed } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { lineOf } from './states.ts';
import { clipPlays } from './watching.ts';

let user: UserInfo;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' });
  user = await welcomed(product);
});

async function open(path: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await loggedIn(browser, user.token, { reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(product.url + path);
  return { context, page };
}

test('a clip that failed without a line plays when the line is back, unasked', async () => {
  const { context, page } = await open('/');
  await clipPlays(page, 0);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const next = page.getByRole('button', { name: 'Next video' });
  // the next one is there already
  await next.click();
  await clipPlays(page, 1);
  await next.click();
  await page.getByText('This video could not be loaded.').waitFor();
  await context.setOffline(false);
  await clipPlays(page, 2);
  expect(await page.getByText('This video could not be loaded.').count()).toBe(0);
  await context.close();
});

test('a clip that fails on a line that says nothing plays when the server answers again', async () => {
  const { context, page } = await open('/');
  await clipPlays(page, 0);
  await page.waitForLoadState('networkidle');
  const line = await lineOf(page, /\.mp4|\/api\//, 'broken');
  const next = page.getByRole('button', { name: 'Next video' });
  await next.click();
  await clipPlays(page, 1);
  await next.click();
  await page.getByText('This video could not be loaded.').waitFor();
  await line('open');
  await clipPlays(page, 2);
  await context.close();
});

test.each([
  [
    '/tasks/index',
    'Tasks',
    (page: Page) => page.getByRole('article', { name: 'Download the app' }),
  ],
  ['/mine/index', 'Mine', (page: Page) => page.getByText('in the last 30 days')],
  ['/invite/index', 'Invite', (page: Page) => page.getByText('No friends here yet')],
  ['/withdraw/index', 'Withdraw', (page: Page) => page.getByText('No withdrawals yet')],
] as const)('%s, which failed without a line, is there when it is back', async (_, name, there) => {
  const { context, page } = await open('/');
  await clipPlays(page, 0);
  // its code is there: it was fetched in a quiet moment
  await page.waitForLoadState('networkidle');
  const line = await lineOf(page, '**/api/**', 'broken');
  await tab(page, name).click();
  await page.getByRole('button', { name: 'Retry' }).first().waitFor();
  await line('open');
  await there(page).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  await context.close();
});

test('a screen whose code did not come is there when the line is back', async () => {
  const { context, page } = await open('/');
  const line = await lineOf(page, /assets\/invite-.*\.js/, 'broken');
  await clipPlays(page, 0);
  await page.waitForLoadState('networkidle');
  await tab(page, 'Invite').click();
  await page.getByText('This screen could not be loaded.').waitFor();
  await line('open');
  await page.getByText('No friends here yet').waitFor();
  await context.close();
});

test('what one window earns the other one shows', async () => {
  const { token } = await registerUser(product);
  const context = await loggedIn(browser, token);
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto(`${product.url}/mine/index`);
  const earnings = first.getByRole('region', { name: 'Earnings' }).locator('figcaption strong');
  await earnings.getByText('0.00').waitFor();
  await second.goto(product.url);
  await second.getByRole('status').getByText('+0.05').waitFor();
  const balance = first.getByRole('region', { name: 'Available balance' });
  await balance.getByText('0.05').first().waitFor();
  // and where it came from, as soon as somebody looks
  await first.bringToFront();
  await earnings.getByText('0.05').waitFor();
  await first.getByRole('region', { name: 'Reward history' }).getByRole('listitem').waitFor();
  await context.close();
});
