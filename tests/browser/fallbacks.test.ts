import { expect, test } from 'vitest';
import { browser, product, setUpProduct } from './product.ts';
import { WITH_WORKER } from './support.ts';

setUpProduct();

/** What the page and its worker fetch of the fallbacks on a first visit. */
async function visit(without: string | null) {
  const page = await (await browser.newContext(WITH_WORKER)).newPage();
  const fetched: string[] = [];
  page.context().on('request', (request) => {
    const [name] = /fallbacks-/.exec(request.url()) ?? [];
    if (name) fetched.push(name);
  });
  if (without) {
    await page.addInitScript((path) => {
      const [owner = '', name = ''] = path.split('.');
      Reflect.deleteProperty(Reflect.get(globalThis, owner), name);
    }, without);
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'inert');
    });
  }
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Next video' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  return { page, fetched };
}

test('a browser that lacks nothing fetches no fallbacks, nor does its worker', async () => {
  const { page, fetched } = await visit(null);
  expect(fetched).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.dataset.lacks)).toBe(undefined);
  await page.context().close();
});

test.each(['AbortSignal.any', 'Map.groupBy', 'Intl.Segmenter'])(
  'a browser without %s and inert fetches them once, and plays on',
  async (name) => {
    const { page, fetched } = await visit(name);
    expect(fetched).toEqual(['fallbacks-']);
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.lacks)).toBe('inert');
    const away = page.locator('[inert] button').first();
    await away.waitFor({ state: 'attached' });
    expect(await away.evaluate((button) => getComputedStyle(button).visibility)).toBe('hidden');
    await page.context().close();
  },
);
