import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CACHED_CLIP_TIMEOUT_MS } from '../../scripts/first-frame.ts';
import { browser, product, setUpProduct } from './product.ts';
import { DESK, EVERY_FRAME, PHONE, visit, WITH_WORKER } from './support.ts';

setUpProduct(EVERY_FRAME);

const CLIPS = '**/media/clips/*.mp4*';
/** The cookie by which the server chooses the small rendition on a second visit. */
const SMALL = { name: 'rendition', value: 'small' };

/** Records the order of the first clip's events and the insertion of the app's script. */
const watchBeginning = (page: Page) =>
  page.addInitScript(() => {
    const order: string[] = [];
    Object.assign(globalThis, { order });
    for (const type of ['canplay', 'playing', 'error']) {
      const listen = ({ target }: Event) =>
        target instanceof HTMLVideoElement &&
        target.id === 'first-clip' &&
        !order.includes(type) &&
        order.push(type);
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

/** A browser whose service worker caches the app and its first clip. */
let context: BrowserContext;
let page: Page;
let src: string;

const isKept = () => page.evaluate((path) => caches.match(path).then(Boolean), src);

beforeAll(async () => {
  ({ context, page } = await visit(browser, WITH_WORKER));
  await watchBeginning(page);
  await page.goto(product.url);
  await plays(page);
  src = await page.evaluate(() => document.querySelector('video')?.getAttribute('src') ?? '');
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.addCookies([{ ...SMALL, url: product.url }]);
});

afterAll(() => context?.close());

/** Opens an address of the product that runs no script of the app. */
const leaveApp = () => page.goto(`${product.url}/robots.txt`);

/** Raises the page's timeout for a cached clip, for slow machines, until `dispose`. */
const waitForKept = (page: Page) =>
  page.addInitScript((known) => {
    const { setTimeout: real } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (act: () => void, ms?: number) => real(act, ms === known ? 20_000 : ms),
    });
  }, CACHED_CLIP_TIMEOUT_MS);

test('a second visit plays the cached file; its first frame precedes the app’s script', async () => {
  await leaveApp();
  // fetches the whole file, as the app does when it is idle
  await page.evaluate(async (path) => (await fetch(path)).arrayBuffer().then(() => null), src);
  await expect.poll(isKept).toBe(true);
  const fetched: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker()) fetched.push(new URL(request.url()).pathname);
  });
  const waiting = await waitForKept(page);
  await page.goto(product.url);
  await plays(page);
  await waiting.dispose();
  expect(await page.evaluate(() => document.querySelector('video')?.getAttribute('src'))).toBe(src);
  await expect.poll(() => order(page)).toEqual(['canplay', 'playing', 'script']);
  expect(fetched).not.toContain(src);
});

test('the app starts as soon as the first clip has failed to load', async () => {
  await leaveApp();
  await context.route(CLIPS, (route) => route.abort());
  await page.evaluate(() => caches.delete('media-clips'));
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  expect(await order(page)).toEqual(expect.arrayContaining(['error', 'script']));
  await context.unroute(CLIPS);
});

test('the app starts although the request for the first clip is never answered', async () => {
  await leaveApp();
  // the service worker never answers: the clip neither loads nor fails
  await context.route(CLIPS, () => undefined);
  await page.evaluate(() => caches.delete('media-clips'));
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Tasks' }).waitFor();
  expect(await order(page)).toEqual(['script']);
});

/** Opens a page without a service worker, with a stopped clock. */
async function visitFirst(): Promise<Page> {
  const first = await visit(browser);
  await watchBeginning(first.page);
  await first.page.clock.install();
  await first.page.clock.pauseAt(Date.now() + 60_000);
  return first.page;
}

test('on a first visit no script loads before the first frame, and the page shows its texts', async () => {
  const first = await visitFirst();
  let send = () => {};
  const isSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const asked: string[] = [];
  first.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await first.route(CLIPS, (route) => isSent.then(() => route.continue()));
  await first.goto(product.url);
  const words = first.getByRole('heading', { name: 'The lake holds its breath' });
  const before = await words.boundingBox();
  expect(await first.getByText('northlight').boundingBox()).toMatchObject({ x: before?.x });
  expect(asked.filter((path) => path.endsWith('.js'))).toEqual([]);

  send();
  await expect.poll(() => order(first)).toContain('script');
  expect((await order(first))[0]).toBe('canplay');
  await first.clock.resume();
  await first.getByRole('link', { name: 'Tasks' }).waitFor();
  // the app's text replaces the page's own, at the same position
  await expect.poll(() => first.locator('#stage').innerText()).toBe('');
  expect(await words.boundingBox()).toEqual(before);
});

test('the app waits at most a second for the first frame', async () => {
  const first = await visitFirst();
  await first.route(CLIPS, () => undefined);
  const asked: string[] = [];
  first.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const scripts = () => asked.filter((path) => path.endsWith('.js')).length;
  await first.goto(product.url);
  await first.clock.runFor(999);
  expect([scripts(), await order(first)]).toEqual([0, []]);
  await first.clock.runFor(1);
  await expect.poll(() => order(first)).toEqual(['script']);
});

/** Reads theme and clip of a page's first frame on a slow device in dark mode. */
async function firstFrame(path: string, options: Parameters<typeof visit>[1]) {
  const { page: first, context: slow } = await visit(browser, { ...options, colorScheme: 'dark' });
  const client = await slow.newCDPSession(first);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await first.addInitScript(() => {
    const look = () => {
      // an animation frame may run while the HTML is parsed, before the first paint
      const isPainted = performance.getEntriesByType('paint').length > 0;
      if (document.readyState === 'loading' && !isPainted) {
        requestAnimationFrame(look);
        return;
      }
      const { theme } = document.documentElement.dataset;
      const clip = document.querySelector('#first-clip');
      const isClipSeen =
        clip !== null && getComputedStyle(clip.parentElement ?? clip).display !== 'none';
      Object.assign(globalThis, { firstFrame: { theme, isClipSeen } });
    };
    requestAnimationFrame(look);
  });
  await first.goto(product.url + path, { waitUntil: 'commit' });
  const drawn = await first.waitForFunction(
    () => (globalThis as unknown as { firstFrame?: object }).firstFrame,
  );
  return drawn.jsonValue();
}

test('the first frame shows the theme, and on the feed the clip', async () => {
  const wide = { ...DESK, viewport: { width: 1280, height: 800 } };
  expect(await firstFrame('/', wide)).toEqual({ isClipSeen: true, theme: 'dark' });
  expect(await firstFrame('/login', PHONE)).toMatchObject({ theme: 'dark' });
});
