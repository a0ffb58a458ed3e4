import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaveFor, loggedIn, register } from './people.ts';
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

test('the daily limit opens the share dialog, and a share brings extra views', async () => {
  for (const setting of [
    ['video.daily_limit', '1'],
    ['share.extra_views', '2'],
  ]) {
    expect((await product.operator('config', 'set', ...setting)).status).toBe(0);
  }
  const context = await loggedIn(browser, await register(product), {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(product.url);
  const dialog = page.getByRole('dialog', { name: 'Share with friends' });
  await dialog.waitFor({ timeout: 40_000 });

  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await dialog.getByText('The link is copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/newuser\?invite_code=\w+$/,
  );

  // too short an absence is no share
  await leaveFor(page, 1_500);
  await page.getByText('Sharing failed or was cancelled.').waitFor();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await dialog.getByText('The link is copied').waitFor();

  await leaveFor(page, 5_000);
  await page.getByText('+0.05 for sharing').waitFor();
  await page.getByText('You can earn with 2 more videos today.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '0.10' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('last_share_date'))).toMatch(
    /^\d{4}-\d\d-\d\d$/,
  );
  await context.close();
});
