import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { configure } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { EVERY_FRAME, visit } from './support.ts';
import { clipPlays } from './watching.ts';

setUpProduct(EVERY_FRAME);
beforeAll(async () => {
  await configure(product, { 'ad.every_n_videos': '0' });
});

/** A screen whose pixel density justifies larger files. */
const SHARP = { deviceScaleFactor: 3 } as const;

const lines = {
  quick: { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  slow: {
    offline: false,
    latency: 600,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  },
};

const setLine = (session: CDPSession, line: keyof typeof lines) =>
  session.send('Network.emulateNetworkConditions', lines[line]);

/** Records the files that each clip was played from, and each change of a playing clip's file. */
const watchSources = (page: Page) =>
  page.addInitScript(() => {
    const played: Record<string, string[]> = {};
    const swapped: string[] = [];
    addEventListener(
      'playing',
      ({ target }) => {
        const video = target as HTMLVideoElement;
        const index = video.closest<HTMLElement>('.clip')?.dataset.index;
        if (index === undefined) return;
        const name = video.currentSrc.split('/').at(-1) ?? '';
        played[index] = [...new Set([...(played[index] ?? []), name])];
      },
      true,
    );
    const { prototype } = HTMLMediaElement;
    const own = Object.getOwnPropertyDescriptor(prototype, 'src');
    Object.defineProperty(prototype, 'src', {
      ...own,
      set(this: HTMLMediaElement, url: string) {
        if (!this.paused) swapped.push(`${this.currentSrc} by ${url}`);
        own?.set?.call(this, url);
      },
    });
    Object.assign(globalThis, { sources: { played, swapped } });
  });

/** Makes the browser report H.264 of any size and no AV1; a query sets `decodersTested`. */
const decodeEverywhereTheSame = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaCapabilities.decodingInfo = async ({ video }) => {
      Object.assign(globalThis, { decodersTested: true });
      const isH264 = video?.contentType.includes('avc1') === true;
      return {
        ...{ supported: isH264, smooth: isH264, powerEfficient: isH264 },
        keySystemAccess: null,
      };
    };
  });

/** Slows the page's clock, so that the app measures as on an idle machine. */
const slowTheClock = (page: Page) =>
  page.evaluate(() => {
    const now = performance.now.bind(performance);
    const begun = now();
    performance.now = () => begun + (now() - begun) / 50;
  });

interface Sources {
  played: Record<string, string[]>;
  swapped: string[];
}

const sources = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { sources: Sources }).sources);

/** The rendition in the cookie, from which the server chooses the next page's files. */
async function level(context: BrowserContext): Promise<string | undefined> {
  const cookies = await context.cookies();
  return cookies.find(({ name }) => name === 'rendition')?.value.split('.')[0];
}

/** Swipes until the level is `wanted`; @returns the index of the clip */
async function swipeUntil(page: Page, from: number, wanted: string): Promise<number> {
  for (let index = from; index < 10; index += 1) {
    await clipPlays(page, index);
    if ((await level(page.context())) === wanted) return index;
    await page.locator(`.clip[data-index="${index + 1}"] video`).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Next video' }).click();
  }
  throw new Error(`the level never was ${wanted}`);
}

test('the next clips are smaller on a slow connection, larger on a quick one; no playing clip changes', async () => {
  // the protocol throttles the page's connection, but not its worker's
  const { page, context } = await visit(browser, { ...SHARP, serviceWorkers: 'block' });
  // the app measures the connection, as in browsers without `navigator.connection`
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: null }));
  await decodeEverywhereTheSame(page);
  await watchSources(page);
  await page.goto(product.url);
  await clipPlays(page, 0);
  expect(await level(context)).toBe('medium');
  const session = await context.newCDPSession(page);
  // the code that measures starts in the last boot phase
  await page.waitForFunction(() => 'decodersTested' in globalThis);
  await setLine(session, 'slow');
  const down = await swipeUntil(page, 0, 'small');
  await setLine(session, 'quick');
  await slowTheClock(page);
  const up = await swipeUntil(page, down, 'medium');
  const { played, swapped } = await sources(page);
  expect(swapped).toEqual([]);
  expect(Object.values(played).filter((names) => names.length > 1)).toEqual([]);
  const small = Object.values(played).filter(([name]) => name?.includes('.360h264.'));
  expect(small.length).toBeGreaterThan(0);
  expect(up).toBeGreaterThan(down);
  await context.close();
}, 120_000);

test('the browser’s estimate of the connection sets the rendition, with which the next visit starts', async () => {
  const { page, context } = await visit(browser, SHARP);
  await decodeEverywhereTheSame(page);
  await page.goto(product.url);
  await clipPlays(page, 0);
  await page.waitForFunction(() => 'decodersTested' in globalThis);
  const session = await context.newCDPSession(page);
  await setLine(session, 'slow');
  await expect.poll(() => level(context)).toBe('small');
  await setLine(session, 'quick');
  await context.clearCookies({ name: 'src' });
  await page.reload();
  await clipPlays(page, 0);
  const src = await page.evaluate(() => document.querySelector('video')?.currentSrc);
  expect(src).toContain('.360h264.mp4');
  await context.close();
});

test('Retry plays the original of a clip whose rendition is missing or broken', async () => {
  const { page, context } = await visit(browser, SHARP);
  await context.addCookies([{ name: 'rendition', value: 'small', url: product.url }]);
  await page.route('**/media/clips/*.360h264.mp4*', (route) => route.fulfill({ status: 404 }));
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Retry' }).click();
  await clipPlays(page, 0);
  const src = await page.evaluate(() => document.querySelector('video')?.currentSrc);
  expect(src).toMatch(/aurora\.mp4$/);
  await context.close();
});
