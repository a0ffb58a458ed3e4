import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { videoList } from '../../contract/calls.ts';
import { setVisible } from './clocks.ts';
import { ask, configure, loggedIn, registerUser, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { EVERY_FRAME, visit } from './support.ts';
import { clipPlays, media, watchMedia } from './watching.ts';

setUpProduct(EVERY_FRAME);
beforeAll(async () => {
  await configure(product, { 'ad.every_n_videos': '0' });
});

/** Waits until the sample clip of the landing page plays. */
const samplePlays = (page: Page) =>
  page.waitForFunction(() => {
    const video = document.querySelector<HTMLVideoElement>('.newuser-picture video');
    return video !== null && !video.paused && video.currentTime > 0;
  });

const next = (page: Page) => page.getByRole('button', { name: 'Next video' }).click();

test('two videos never sound at once, and a hidden video does not play, even after an aborted swipe', async () => {
  const { invite_code: code } = await registerUser(product);
  const { page, context } = await visit(browser);
  await watchMedia(page);
  await page.goto(`${product.url}/newuser?invite_code=${code}`);
  await samplePlays(page);
  await tab(page, 'Short video').click();
  await clipPlays(page, 0);
  expect(await media(page)).toMatchObject({ playing: 1, sounding: 0 });
  await page.getByRole('button', { name: 'Turn sound on' }).click();
  for (const index of [1, 2]) {
    await next(page);
    await clipPlays(page, index);
  }
  await page.goBack();
  await samplePlays(page);
  expect(await media(page)).toMatchObject({ playing: 1, sounding: 0 });
  await tab(page, 'Short video').click();
  await clipPlays(page, 2);
  expect(await media(page)).toMatchObject({ playing: 1, sounding: 1, clashes: [] });

  await leaveInSwipe(page, 2, () => setVisible(page, false));
  expect(await media(page)).toMatchObject({ playing: 0 });
  await setVisible(page, true);
  await clipPlays(page, 2);
  await leaveInSwipe(page, 2, () => tab(page, 'Mine').click());
  // Mine shows the registration, because the visitor came by an invitation
  await page.getByLabel('Confirm password').waitFor();
  expect(await media(page)).toMatchObject({ playing: 0, clashes: [], unseen: [] });
  await context.close();
});

/** Drags the next clip in until it plays beside the current clip, then calls `leave`. */
async function leaveInSwipe(page: Page, from: number, leave: () => Promise<void>): Promise<void> {
  await page.waitForFunction(
    (index) => document.querySelector(`.clip[data-index="${index}"] video`) !== null,
    from + 1,
  );
  await page.evaluate(() => {
    const scroller = document.querySelector<HTMLElement>('.feed-scroller');
    // a scroller that a finger holds does not snap
    scroller?.style.setProperty('scroll-snap-type', 'none');
    scroller?.scrollBy({ top: 0.2 * scroller.clientHeight, behavior: 'instant' });
  });
  await clipPlays(page, from + 1, 'anywhere');
  // the current clip may be at its end, and pause for a moment
  await expect.poll(() => media(page)).toMatchObject({ playing: 2 });
  await leave();
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>('.feed-scroller')?.style.removeProperty('scroll-snap-type');
    // the scroller snaps back at the end of one frame and sends `scroll` in the next: a drag that
    // begins before would continue the first drag
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

test('a list that arrives when the feed is no longer visible starts no clip', async () => {
  const context = await loggedIn(browser, (await registerUser(product)).token);
  const page = await context.newPage();
  await watchMedia(page);
  await page.goto(`${product.url}/mine/index`);
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/video/playable*', async (route) => {
    await answered;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/video/playable*');
  await tab(page, 'Short video').click();
  await asked;
  await tab(page, 'Mine').click();
  const arrived = page.waitForResponse('**/api/video/playable*');
  answer();
  await (await arrived).finished();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await tab(page, 'Short video').click();
  await clipPlays(page, 0);
  expect(await media(page)).toMatchObject({ playing: 1, clashes: [], unseen: [] });
  await context.close();
});

/** How many clips the feed has in the long test: the demo's clips, repeated. */
const MANY = 130;

interface Weight {
  heap: number;
  nodes: number;
  listeners: number;
}

/** The page's memory after garbage collection. */
async function weigh(client: CDPSession): Promise<Weight> {
  await client.send('HeapProfiler.collectGarbage');
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}

/** The least growth between two measurements in a row. */
const leastGrowth = (weights: readonly Weight[], what: keyof Weight): number =>
  Math.min(...weights.slice(1).map((weight, at) => weight[what] - (weights[at]?.[what] ?? 0)));

/** Presses "Next video" until the clip at `to` plays on the stage, all within the page. */
const swipe = (page: Page, from: number, to: number) =>
  page.evaluate(
    async ([first, last]) => {
      const isOnStage = (index: number) => {
        const clip = document.querySelector(`.clip[data-index="${index}"]`);
        const video = clip?.querySelector('video');
        return clip?.getBoundingClientRect().top === 0 && video?.paused === false;
      };
      for (let index = first + 1; index <= last; index += 1) {
        document.querySelector<HTMLElement>('button[aria-label="Next video"]')?.click();
        const late = performance.now() + 30_000;
        while (!isOnStage(index)) {
          // a timer, because an animation frame may never come if the page draws no frames
          await new Promise((resolve) => setTimeout(resolve, 10));
          if (performance.now() < late) continue;
          const clip = document.querySelector<HTMLElement>(`.clip[data-index="${index}"]`);
          const { paused, readyState, networkState } = clip?.querySelector('video') ?? {};
          const { top } = clip?.getBoundingClientRect() ?? {};
          const { visibilityState } = document;
          const words = clip?.innerText;
          const found = { top, paused, readyState, networkState, words, visibilityState };
          throw new Error(`clip ${index} does not play on the stage: ${JSON.stringify(found)}`);
        }
      }
    },
    [from, to] as const,
  );

test('a hundred swipes leave three video elements and leak no memory', async () => {
  const { list } = await ask(product, null, videoList, {});
  const many = Array.from({ length: MANY }, (_, index) => ({
    ...list[index % list.length],
    id: 1_000 + index,
  }));
  const { page, context } = await visit(browser, { reducedMotion: 'reduce' });
  await watchMedia(page);
  await page.route('**/api/video/list*', (route) =>
    route.fulfill({
      json: { code: 1, msg: 'ok', data: { list: many, page: 1, limit: 20, total: MANY } },
    }),
  );
  await page.goto(product.url);
  await clipPlays(page, 0);
  const client = await context.newCDPSession(page);
  await swipe(page, 0, 20);
  const { made } = await media(page);
  const weights = [await weigh(client)];
  for (const to of [45, 70, 95, 120]) {
    await swipe(page, to - 25, to);
    weights.push(await weigh(client));
  }
  // a leak grows with each swipe. The chunks of other screens load while the page is idle, and may
  // fall into two of the four intervals. A leaked clip has about ten listeners, an element two
  // nodes: twenty-five leaks of either exceed the limits
  expect(leastGrowth(weights, 'nodes')).toBeLessThan(25);
  expect(leastGrowth(weights, 'listeners')).toBeLessThan(25);
  expect(leastGrowth(weights, 'heap')).toBeLessThan(250 * 1_024);
  // the next clip's element is added when the current clip is ready
  await expect.poll(() => page.locator('video').count()).toBe(3);
  expect(await media(page)).toEqual({ made, playing: 1, sounding: 0, clashes: [], unseen: [] });
  await context.close();
}, 180_000);
