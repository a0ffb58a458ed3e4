import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { connectBrowser, connectFullBrowser, type Product, startProduct } from './support.ts';

/** The test file's own server, with its database and the demo. */
export let product: Product;
export let browser: Browser;
/** for what `browser` may lack */
export let fullBrowser: Browser;

/**
 * Gives the test file all of the above.
 * @param env what the server's environment has besides
 */
export function setUpProduct(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    [product, browser, fullBrowser] = await Promise.all([
      startProduct(env),
      connectBrowser(),
      connectFullBrowser(),
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), fullBrowser?.close()]);
    await product?.stop();
  });
}
