import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { connectBrowser, type Product, startProduct } from './support.ts';

/** The test file's own server, with its database and the demo. */
export let product: Product;
export let browser: Browser;

/**
 * Gives the test file both of the above.
 * @param env what the server's environment has besides
 */
export function setUpProduct(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(env), connectBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
}
