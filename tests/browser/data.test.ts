import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { startLine } from './line.ts';
import { configure, loggedIn, register, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { clipPlays } from './watching.ts';

let token: string;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' });
  token = await register(product);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const clipsOf = (urls: readonly string[]) => new Set(urls.filter((url) => url.endsWith('.mp4')));

interface Opened {
  context: BrowserContext;
  page: Page;
  /** what was asked for, in order */
  asked: string[];
}

async function open(path: string, savesData = false): Promise<Opened> {
  const context = await loggedIn(browser, token, {
    reducedMotion: 'reduce',
    // the browser says it to the server and to the page
    ...(savesData && { extraHTTPHeaders: { 'save-data': 'on' } }),
  });
  if (savesData) {
    await context.addInitScript(() => {
      const { connection } = navigator as Navigator & { connection: object };
      Object.defineProperty(connection, 'saveData', { get: () => true });
    });
  }
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(product.url + path);
  return { context, page, asked };
}

/** A clip is on the stage with its picture, and waits. */
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

test('a browser that saves data fetches no clip before its tap', async () => {
  const { context, page, asked } = await open('/', true);
  await waitsForTap(page, 0);
  await page.waitForLoadState('networkidle');
  expect(clipsOf(asked).size).toBe(0);
  await button(page, 'Tap to play').click();
  await clipPlays(page, 0);
  expect(clipsOf(asked).size).toBe(1);
  await context.close();
});

test('"Use less data" holds at once, after a reload, and until it is switched off', async () => {
  const { context, page, asked } = await open('/mine/index');
  const less = page.getByRole('switch', { name: 'Use less data' });
  expect(await less.isChecked()).toBe(false);
  await less.click();
  await expect.poll(() => less.isChecked()).toBe(true);
  await tab(page, 'Short video').click();
  await waitsForTap(page, 0);
  expect(clipsOf(asked).size).toBe(0);
  // the next one is not fetched either, only its picture
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

  await tab(page, 'Mine').click();
  await less.click();
  await expect.poll(() => less.isChecked()).toBe(false);
  await page.goto(product.url);
  await clipPlays(page, 0);
  await expect.poll(() => clipsOf(asked).size).toBeGreaterThan(1);
  await context.close();
});

test('"Use less data" reaches the clip that is there already: it waits for its tap', async () => {
  const { context, page, asked } = await open('/');
  await clipPlays(page, 0);
  await expect.poll(() => clipsOf(asked).size).toBe(2);
  await tab(page, 'Mine').click();
  const less = page.getByRole('switch', { name: 'Use less data' });
  await less.click();
  await expect.poll(() => less.isChecked()).toBe(true);
  await tab(page, 'Short video').click();
  await button(page, 'Next video').click();
  const next = page.locator('.clip[data-index="1"]');
  await next.getByText('Tap to play').waitFor();
  expect(await next.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(
    true,
  );
  await button(page, 'Tap to play').click();
  await clipPlays(page, 1);
  await tab(page, 'Mine').click();
  await less.click();
  await expect.poll(() => less.isChecked()).toBe(false);
  await context.close();
});

test('a browser that knows no sizes counts nothing, and says nothing of data used', async () => {
  const context = await loggedIn(browser, token, { reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    Reflect.deleteProperty(PerformanceResourceTiming.prototype, 'transferSize');
  });
  const page = await context.newPage();
  await page.goto(`${product.url}/mine/index`);
  await page.getByRole('switch', { name: 'Use less data' }).waitFor();
  expect(await page.getByText('Data used').count()).toBe(0);
  await page.waitForLoadState('networkidle');
  expect(await usedToday(page)).toBe(0);
  await context.close();
});

const usedToday = (page: Page): Promise<number> =>
  page.evaluate(
    (day) => JSON.parse(localStorage.getItem('dataUsed') ?? '{}')[day] ?? 0,
    new Date().toISOString().slice(0, 10),
  );

test('"Data used" is what has gone over the line, by way of the worker too, and is kept', async () => {
  const line = await startLine(product.url);
  const context = await loggedIn(browser, await register(product), { reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(line.url);
  for (let index = 0; index < 4; index += 1) {
    await clipPlays(page, index);
    await page.waitForLoadState('networkidle');
    await button(page, 'Next video').click();
  }
  await clipPlays(page, 4);
  await tab(page, 'Mine').click();
  await page.getByText('in the last 30 days').waitFor();
  await page.waitForLoadState('networkidle');
  // gathered for a moment before it is kept
  await expect
    .poll(async () => Math.abs((await usedToday(page)) / line.sentBytes() - 1), { timeout: 10_000 })
    .toBeLessThan(0.02);
  const megabytes = Math.round((await usedToday(page)) / 100_000) / 10;
  const amount = `\u2068${megabytes} MB\u2069`;
  await page.getByText(`Today ${amount}, this month ${amount}`).waitFor();
  await context.close();
  await line.close();
});

/** Keeps the page busy, in tasks as long as this, until it is told to rest. */
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

test('while the phone cannot keep up no clip is fetched ahead, and when it is calm one is', async () => {
  const { context, page, asked } = await open('/mine/index');
  await page.getByRole('switch', { name: 'Use less data' }).waitFor();
  await page.waitForLoadState('networkidle');
  await keepBusy(page);
  await tab(page, 'Short video').click();
  await clipPlays(page, 0);
  // it could be played through long ago
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 2);
  expect(clipsOf(asked).size).toBe(1);
  await rest(page);
  await expect.poll(() => clipsOf(asked).size, { timeout: 10_000 }).toBe(2);
  await context.close();
});
