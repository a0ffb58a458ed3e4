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

/** What is on the stage now. */
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

/** Waits until another clip plays and rests: while the feed moves, the middle may lie between two. */
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
    // as a phone that saves data does: even without sound it wants a tap, and the page cannot begin for it
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

test('the element that came with the page is adopted; keyboard, wheel and button each go one on', async () => {
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
  // the clip plays before anything of the app hears a key
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

test('a feed of swipes, past an advertisement too, leaves three elements, one playing; another screen is silent', async () => {
  const context = await loggedIn(browser, await register(product));
  const page = await context.newPage();
  await page.goto(product.url);
  await playing(page);
  await page.getByRole('button', { name: 'Turn sound on' }).click();
  let passed = 0;
  for (let swipe = 0; swipe < 6; swipe += 1) {
    const { current } = await stage(page);
    // a swipe is free where the button of an advertisement has to wait
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

/** Runs in the page: notes for how many seconds its first clip has been played when it is claimed. */
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

test('what is claimed was watched for as long as it takes, and is named with its sum', async () => {
  await configure(product, { 'video.watch_seconds': '4' });
  onTestFinished(() => configure(product, { 'video.watch_seconds': '1' }));
  const context = await loggedIn(browser, await register(product));
  await context.addInitScript(noteClaim);
  const page = await context.newPage();
  await page.goto(product.url);
  await page.locator('.clip-reward-pop').getByText('+0.05').waitFor();
  const played = await page.evaluate(() => (globalThis as { played?: number }).played);
  // what a player reports and what it tells of itself may differ by the last frames
  expect(played).toBeGreaterThanOrEqual(3.9);
  await context.close();
});
