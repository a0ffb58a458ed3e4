import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { startFaultProxy } from './fault-proxy.ts';
import { configure, loggedIn, register, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { button, WITH_WORKER } from './support.ts';
import { clipPlays } from './watching.ts';

let token: string;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' });
  token = await register(product);
});

/** The paths of clip files, without the signature in their URLs. */
const clipsOf = (urls: readonly string[]) =>
  new Set(urls.map((url) => new URL(url).pathname).filter((path) => path.endsWith('.mp4')));

interface Opened {
  context: BrowserContext;
  page: Page;
  /** the URLs of the page's requests, in order */
  asked: string[];
}

/** @param isBare the browser saves data and does not report transfer sizes */
async function open(path: string, isBare = false): Promise<Opened> {
  const context = await loggedIn(browser, token, {
    reducedMotion: 'reduce',
    // the browser reports to the server that it saves data; below, it reports that to the page
    ...(isBare && { extraHTTPHeaders: { 'save-data': 'on' } }),
  });
  if (isBare) {
    await context.addInitScript(() => {
      const { connection } = navigator as Navigator & { connection: object };
      Object.defineProperty(connection, 'saveData', { get: () => true });
      Reflect.deleteProperty(PerformanceResourceTiming.prototype, 'transferSize');
    });
  }
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(product.url + path);
  return { context, page, asked };
}

/** Asserts that a clip shows its poster, has loaded nothing and waits for a tap. */
async function waitsForTap(page: Page, index: number): Promise<void> {
  await page.locator(`.clip[data-index="${index}"]`).getByText('Tap to play').waitFor();
  const clip = page.locator(`.clip[data-index="${index}"] video`);
  expect(
    await clip.evaluate((video: HTMLVideoElement) => ({
      preload: video.preload,
      isPaused: video.paused,
      isEmpty: video.readyState === video.HAVE_NOTHING,
      hasPoster: video.poster !== '',
    })),
  ).toEqual({ preload: 'none', isPaused: true, isEmpty: true, hasPoster: true });
}

const lessData = (page: Page) => page.getByRole('switch', { name: 'Use less data' });

async function setLessData(page: Page, isOn: boolean): Promise<void> {
  await tab(page, 'Mine').click();
  expect(await lessData(page).isChecked()).toBe(!isOn);
  await lessData(page).click();
  await expect.poll(() => lessData(page).isChecked()).toBe(isOn);
}

const usedToday = (page: Page): Promise<number> =>
  page.evaluate(
    (day) => JSON.parse(localStorage.getItem('dataUsed') ?? '{}')[day] ?? 0,
    new Date().toISOString().slice(0, 10),
  );

test('a browser that saves data fetches a clip after a tap only; without sizes no data is counted', async () => {
  const { context, page, asked } = await open('/', true);
  await waitsForTap(page, 0);
  await page.waitForLoadState('networkidle');
  expect(clipsOf(asked).size).toBe(0);
  await button(page, 'Tap to play').click();
  await clipPlays(page, 0);
  expect(clipsOf(asked).size).toBe(1);

  await tab(page, 'Mine').click();
  await lessData(page).waitFor();
  expect(await page.getByText('Data used').count()).toBe(0);
  await page.waitForLoadState('networkidle');
  expect(await usedToday(page)).toBe(0);
  await context.close();
});

test('"Use less data" applies at once, after a reload, and to a prefetched clip, until it is off', async () => {
  const { context, page, asked } = await open('/mine/index');
  await setLessData(page, true);
  await tab(page, 'Short video').click();
  await waitsForTap(page, 0);
  expect(clipsOf(asked).size).toBe(0);
  // of the next clip, too, only the poster is fetched
  await button(page, 'Next video').click();
  await waitsForTap(page, 1);
  expect(clipsOf(asked).size).toBe(0);
  await button(page, 'Tap to play').click();
  await clipPlays(page, 1);
  await page.waitForLoadState('networkidle');
  expect(clipsOf(asked).size).toBe(1);

  asked.length = 0;
  await page.reload();
  await waitsForTap(page, 0);
  await page.waitForLoadState('networkidle');
  expect(clipsOf(asked).size).toBe(0);

  await setLessData(page, false);
  await page.goto(product.url);
  await clipPlays(page, 0);
  await expect.poll(() => clipsOf(asked).size).toBe(2);

  // the prefetched clip waits for a tap, too
  await setLessData(page, true);
  await tab(page, 'Short video').click();
  await button(page, 'Next video').click();
  const next = page.locator('.clip[data-index="1"]');
  await next.getByText('Tap to play').waitFor();
  expect(await next.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(
    true,
  );
  await button(page, 'Tap to play').click();
  await clipPlays(page, 1);
  await setLessData(page, false);
  await context.close();
});

test('"Data used" counts and stores all network traffic, the service worker’s included', async () => {
  const proxy = await startFaultProxy(product.url);
  const context = await loggedIn(browser, await register(product), {
    ...WITH_WORKER,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(proxy.url);
  for (let index = 0; index < 4; index += 1) {
    await clipPlays(page, index);
    await page.waitForLoadState('networkidle');
    await button(page, 'Next video').click();
  }
  await clipPlays(page, 4);
  await tab(page, 'Mine').click();
  await page.getByText('in the last 30 days').waitFor();
  await page.waitForLoadState('networkidle');
  // the page stores its count with a delay, while the worker caches the next clips
  await expect
    .poll(async () => Math.abs((await usedToday(page)) / proxy.sentBytes() - 1), {
      timeout: 30_000,
    })
    .toBeLessThan(0.02);
  const isSaid = async () => {
    const megabytes = Math.round((await usedToday(page)) / 100_000) / 10;
    const amount = `\u2068${megabytes} MB\u2069`;
    return page.getByText(`Today ${amount}, this month ${amount}`).isVisible();
  };
  await expect.poll(isSaid).toBe(true);
  await context.close();
  await proxy.close();
});

/** Blocks the page's main thread with 300 ms tasks until `rest`. */
const keepBusy = (page: Page) =>
  page.evaluate(() => {
    const state = { isOver: false };
    Object.assign(globalThis, { busy: state });
    const work = () => {
      const end = performance.now() + 300;
      while (performance.now() < end);
      if (!state.isOver) setTimeout(work, 50);
    };
    setTimeout(work);
  });
const rest = (page: Page) =>
  page.evaluate(() => {
    (globalThis as unknown as { busy: { isOver: boolean } }).busy.isOver = true;
  });

test('no clip is prefetched while the main thread is busy; one is as soon as it is idle', async () => {
  const { context, page, asked } = await open('/mine/index');
  await lessData(page).waitFor();
  await page.waitForLoadState('networkidle');
  await keepBusy(page);
  await tab(page, 'Short video').click();
  await clipPlays(page, 0);
  // by now the browser could play the clip to its end
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
  expect(clipsOf(asked).size).toBe(1);
  await rest(page);
  // other load on the machine delays the fetch
  await expect.poll(() => clipsOf(asked).size, { timeout: 40_000 }).toBe(2);
  await context.close();
});
