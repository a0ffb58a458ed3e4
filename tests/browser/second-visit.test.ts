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
let page: Page;
let src: string;

const isKept = () => page.evaluate((path) => caches.match(path).then(Boolean), src);

beforeAll(async () => {
  ({ context, page } = await visit(browser, WITH_WORKER));
  await watchBeginning(page);
  await page.goto(product.url);
  await plays(page);
  // who is here first has no worker: the script waits for nothing
  expect((await order(page))[0]).toBe('script');
  src = await page.evaluate(() => document.querySelector('video')?.getAttribute('src') ?? '');
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.addCookies([{ ...SMALL, url: product.url }]);
});

afterAll(() => context?.close());

/** A page of the product that runs no script of the app. */
const leaveApp = () => page.goto(`${product.url}/robots.txt`);

test('a second visit begins with the file that is kept, its first frame before the app’s script', async () => {
  await leaveApp();
  // as the app asks for it in a calm moment
  await page.evaluate(async (path) => (await fetch(path)).arrayBuffer().then(() => null), src);
  await expect.poll(isKept).toBe(true);
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
  await leaveApp();
  await context.route(CLIPS, (route) => route.abort());
  await page.evaluate(() => caches.delete('media-clips'));
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  expect(await order(page)).toEqual(expect.arrayContaining(['error', 'script']));
  await context.unroute(CLIPS);
});

test('a clip that says nothing does not hold the app up', async () => {
  await leaveApp();
  // a worker that answers no clip: neither a frame nor a failure comes
  await context.route(CLIPS, () => undefined);
  await page.evaluate(() => caches.delete('media-clips'));
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Tasks' }).waitFor();
  expect(await order(page)).toEqual(['script']);
});
