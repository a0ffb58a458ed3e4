import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Product, startBrowser, startProduct, visit } from './support.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), startBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('while nobody has been paid yet, the notice is labelled an example', async () => {
  const { page, context } = await visit(browser);
  await page.clock.install();
  await page.goto(product.url);
  await page.getByRole('region', { name: 'Short video' }).waitFor();
  await page.clock.fastForward(11_000);
  const notice = page.getByRole('status').filter({ hasText: 'withdrew' });
  await notice.waitFor();
  expect(await notice.textContent()).toMatch(/^\wExample\w[\w*.]+ withdrew 2\d\d\.\d\d$/);
  await notice.getByRole('button', { name: 'Close notice' }).click();
  await notice.waitFor({ state: 'hidden' });
  await page.clock.fastForward(120_000);
  expect(await notice.count()).toBe(0);
  await context.close();
});
