import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { readScreens } from './screens.ts';
import { connectBrowser, connectFullBrowser, type Product, startProduct } from './support.ts';

/** The test file's own server, with its database and the demo. */
export let product: Product;
export let browser: Browser;
/** for features that a headless shell lacks: notifications, permissions, installation */
export let fullBrowser: Browser;

/**
 * Starts the product and the browsers before the tests of the file.
 * @param env additional environment variables of the server
 */
export function setUpProduct(env: Record<string, string> = {}): void {
  beforeAll(async () => {
    [product, browser, fullBrowser] = await Promise.all([
      startProduct(env),
      connectBrowser(),
      connectFullBrowser(),
    ]);
  });
  // adds the open pages' contents: the error of a failed wait does not have them
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
