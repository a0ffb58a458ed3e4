import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { switchUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { PHONE, WITH_WORKER } from './support.ts';

let page: Page;
const fetched: string[] = [];

setUpProduct();
beforeAll(async () => {
  const context = await browser.newContext({ ...PHONE, ...WITH_WORKER });
  context.on('request', (request) => {
    const [name] = /fallbacks-/.exec(request.url()) ?? [];
    // requests of type script are imports from the browser's cache
    if (name && request.resourceType() !== 'script') fetched.push(name);
  });
  page = await context.newPage();
});

/** Removes the service worker and its caches. */
async function forgetWorker(): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const storageTypes = 'service_workers,cache_storage';
  await client.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes });
  await client.detach();
  const registrations = () => page.evaluate(() => navigator.serviceWorker.getRegistrations());
  await expect.poll(registrations).toEqual([]);
}

/** Opens the app as on a first visit; `fetched` lists fetches of fallbacks by page and worker. */
async function visit(without: string | null): Promise<void> {
  await switchUser(product, page);
  await forgetWorker();
  fetched.length = 0;
  if (without) {
    const removal = await page.addInitScript((path) => {
      const [owner = '', name = ''] = path.split('.');
      Reflect.deleteProperty(Reflect.get(globalThis, owner), name);
      Reflect.deleteProperty(HTMLElement.prototype, 'inert');
    }, without);
    onTestFinished(() => removal.dispose());
  }
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Next video' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
}

test('in a browser with all features neither page nor worker fetches the fallbacks', async () => {
  await visit(null);
  expect(fetched).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.dataset.lacks)).toBe(undefined);
});

test('a browser without Map.groupBy and inert fetches the fallbacks once, and plays', async () => {
  await visit('Map.groupBy');
  expect(fetched).toEqual(['fallbacks-']);
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.lacks)).toBe('inert');
  const away = page.locator('[inert] button').first();
  await away.waitFor({ state: 'attached' });
  expect(await away.evaluate((button) => getComputedStyle(button).visibility)).toBe('hidden');
});
