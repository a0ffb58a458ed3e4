import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startStrictBrowser } from './chromium.ts';
import { configure, loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { networkOf } from './states.ts';
import { DESK, visit } from './support.ts';

setUpProduct();
beforeAll(() => configure(product, { 'video.watch_seconds': '1' }));

interface Stage {
  elements: number;
  playing: string[];
  sounding: string[];
  /** the clip that covers the middle of the screen */
  current: string | null;
}

/** Reads the video elements and the current clip. */
const stage = (page: Page): Promise<Stage> =>
  page.evaluate(() => {
    const videos = [...document.querySelectorAll('video')];
    const name = (video: HTMLVideoElement) => video.currentSrc.split('/').at(-1) ?? '';
    const middle = innerHeight / 2;
    const inMiddle = videos.find((video) => {
      const { top, bottom } = video.getBoundingClientRect();
      return top < middle && bottom > middle;
    });
    const running = videos.filter((video) => !video.paused);
    return {
      elements: videos.length,
      playing: running.map(name),
      sounding: running.filter((video) => !video.muted).map(name),
      current: inMiddle ? name(inMiddle) : null,
    };
  });

/** Waits until another clip plays and the feed no longer scrolls: then one clip is in the middle. */
const waitForOther = (page: Page, than: string | null) =>
  page.waitForFunction((before) => {
    const middle = innerHeight / 2;
    return [...document.querySelectorAll('video')].some((video) => {
      const { top, bottom } = video.getBoundingClientRect();
      const isInMiddle = top < middle && bottom > middle;
      const clip = video.closest('.clip') ?? video;
      const stage = clip.parentElement?.getBoundingClientRect();
      const isAtRest = Math.abs(clip.getBoundingClientRect().top - (stage?.top ?? 0)) < 1;
      const isOther = !video.currentSrc.endsWith(`/${before}`);
      return isInMiddle && isAtRest && !video.paused && isOther;
    });
  }, than);

const playing = (page: Page) => waitForOther(page, 'none');

test('a browser that refuses autoplay gets "Tap to play"', async () => {
  const strict = await startStrictBrowser();
  const { page, context } = await visit(strict);
  await page.addInitScript(() => {
    // as on a phone that saves data: even a muted clip needs a tap, and `autoplay` has no effect
    new MutationObserver(() => {
      for (const each of document.querySelectorAll('video[autoplay]'))
        each.removeAttribute('autoplay');
    }).observe(document, { childList: true, subtree: true });
    const play = HTMLMediaElement.prototype.play;
    let isTapped = false;
    addEventListener(
      'click',
      () => {
        isTapped = true;
      },
      true,
    );
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      return isTapped ? play.call(this) : Promise.reject(new DOMException('', 'NotAllowedError'));
    };
  });
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Tap to play' }).click();
  await playing(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Tap to play' }).waitFor();
  expect((await stage(page)).playing).toEqual([]);
  await context.close();
  await strict.close();
});

test('the page’s video element is adopted; keyboard, wheel and button each move one clip on', async () => {
  const { page, context } = await visit(browser, DESK);
  const network = await networkOf(page, '**/index.php/**', 'silent');
  await page.goto(product.url);
  await playing(page);
  await page.locator('.clip video').waitFor();
  const adopted = await page.evaluate(() => document.querySelector('.clip video')?.id);
  expect(adopted).toBe('first-clip');
  expect((await stage(page)).playing).toEqual(['aurora.mp4']);
  await network('open');
  const seen = [(await stage(page)).current];
  const ways = [
    () => page.keyboard.press('ArrowDown'),
    () => page.mouse.wheel(0, 400),
    () => page.getByRole('button', { name: 'Next video' }).click(),
  ];
  await page.mouse.move(195, 400);
  // the clip plays before the app listens for keys
  await page.getByRole('button', { name: 'Next video' }).waitFor();
  for (const go of ways) {
    await go();
    await waitForOther(page, seen.at(-1) ?? null);
    seen.push((await stage(page)).current);
  }
  expect(new Set(seen).size).toBe(4);
  await page.keyboard.press('ArrowUp');
  await waitForOther(page, seen[3] ?? null);
  expect((await stage(page)).current).toBe(seen[2]);
  await context.close();
});

test('after swipes and an ad three elements exist and one plays; other screens are silent', async () => {
  const context = await loggedIn(browser, await register(product));
  const page = await context.newPage();
  await page.goto(product.url);
  await playing(page);
  await page.getByRole('button', { name: 'Turn sound on' }).click();
  let passed = 0;
  for (let swipe = 0; swipe < 6; swipe += 1) {
    const { current } = await stage(page);
    // by key: the button of an ad is disabled until its time is over
    await page.keyboard.press('ArrowDown');
    await waitForOther(page, current);
    const { elements, playing: running, sounding, current: now } = await stage(page);
    expect(elements).toBeLessThanOrEqual(3);
    expect({ running, sounding }).toEqual({ running: [now], sounding: [now] });
    passed += await page.getByRole('region', { name: 'Advertisement' }).count();
  }
  expect(passed).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Turn sound off' }).waitFor();

  const { current } = await stage(page);
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  expect((await stage(page)).playing).toEqual([]);
  await page.getByRole('link', { name: 'Short video' }).click();
  await playing(page);
  expect(await stage(page)).toMatchObject({ current, playing: [current] });
  await context.close();
});

/** Runs in the page: records the played seconds of the first clip at the time of its claim. */
function noteClaim(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const parts = document.querySelector<HTMLVideoElement>('.clip[data-index="0"] video')?.played;
    if (parts && String(input).endsWith('/video/record')) {
      const each = Array.from({ length: parts.length }, (_, at) => parts.end(at) - parts.start(at));
      Object.assign(globalThis, { played: each.reduce((sum, seconds) => sum + seconds, 0) });
    }
    return fetch(input, init);
  };
}

test('a clip is claimed after its watch time, and the reward’s amount is shown', async () => {
  await configure(product, { 'video.watch_seconds': '4' });
  onTestFinished(() => configure(product, { 'video.watch_seconds': '1' }));
  const context = await loggedIn(browser, await register(product));
  await context.addInitScript(noteClaim);
  const page = await context.newPage();
  await page.goto(product.url);
  await page.locator('.clip-reward-pop').getByText('+0.05').waitFor();
  const played = await page.evaluate(() => (globalThis as { played?: number }).played);
  // `played` and the time updates that the app counts may differ by the last frames
  expect(played).toBeGreaterThanOrEqual(3.9);
  await context.close();
});
