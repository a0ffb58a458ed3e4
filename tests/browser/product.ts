import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { readScreens } from './screens.ts';
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
  // a wait that fails tells what it waited for, not what was there
  afterEach(async ({ task: { result } }) => {
    if (result?.state !== 'fail') return;
    const message = await readScreens([browser, fullBrowser]);
    result.errors?.push({ name: 'Screens', message, stack: message });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), fullBrowser?.close()]);
    await product?.stop();
  });
}
