import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser, product, setUpProduct } from './product.ts';
import { visit, WITH_WORKER } from './support.ts';

setUpProduct();

const CLIPS = '**/media/clips/*.mp4';
/** So that the server would choose the small file for whoever comes again. */
const SMALL = { name: 'rendition', value: 'small' };

/** Notes when the first clip plays, when it fails, and when the app's script is put in. */
const watchBeginning = (page: Page) =>
  page.addInitScript(() => {
    const order: string[] = [];
    Object.assign(globalThis, { order });
    for (const type of ['playing', 'error']) {
      const listen = ({ target }: Event) =>
        target instanceof HTMLVideoElement && target.id === 'first-clip' && order.push(type);
      addEventListener(type, listen, true);
    }
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      if (added.some((node) => node instanceof HTMLScriptElement && node.src)) order.push('script');
    }).observe(document, { childList: true, subtree: true });
  });

const order = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { order: string[] }).order);

const plays = (page: Page) =>
  page.waitForFunction(() => {
    const clip = document.querySelector('video');
    return clip !== null && !clip.paused && clip.currentTime > 0;
  });

/** Of somebody whose browser keeps the app and its first clip. */
let context: BrowserContext;
let src: string;

beforeAll(async () => {
  const first = await visit(browser, WITH_WORKER);
  const { page } = first;
  context = first.context;
  await watchBeginning(page);
  await page.goto(product.url);
  await plays(page);
  // who is here first has no worker: the script waits for nothing
  expect((await order(page))[0]).toBe('script');
  await page.evaluate(() => navigator.serviceWorker.ready);
  src = await page.evaluate(() => document.querySelector('video')?.getAttribute('src') ?? '');
  const isKept = (path: string) => caches.match(path).then(Boolean);
  while (!(await page.evaluate(isKept, src))) await page.waitForTimeout(500);
  await page.close();
  await context.addCookies([{ ...SMALL, url: product.url }]);
});

afterAll(() => context.close());

test('a second visit begins with the file that is kept, its first frame before the app’s script', async () => {
  const page = await context.newPage();
  await watchBeginning(page);
  const fetched: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker()) fetched.push(new URL(request.url()).pathname);
  });
  await page.goto(product.url);
  await plays(page);
  expect(await page.evaluate(() => document.querySelector('video')?.getAttribute('src'))).toBe(src);
  expect((await order(page)).slice(0, 2)).toEqual(['playing', 'script']);
  expect(fetched).not.toContain(src);
});

test('a clip that fails holds the app up no longer than that is known', async () => {
  const page = await context.newPage();
  await context.route(CLIPS, (route) => route.abort());
  await watchBeginning(page);
  await page.goto(`${product.url}/robots.txt`);
  await page.evaluate(() => caches.delete('media-clips'));
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  expect(await order(page)).toEqual(expect.arrayContaining(['error', 'script']));
  await context.unroute(CLIPS);
});

test('a clip that says nothing does not hold the app up', async () => {
  const page = await context.newPage();
  // a worker that answers no clip: neither a frame nor a failure comes
  await context.route(CLIPS, () => undefined);
  await page.goto(`${product.url}/robots.txt`);
  await page.evaluate(() => caches.delete('media-clips'));
  await watchBeginning(page);
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Tasks' }).waitFor();
  expect(await order(page)).toEqual(['script']);
});
