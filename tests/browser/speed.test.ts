import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { record } from '../../contract/calls.ts';
import { configure, loggedIn, register } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { button, DESK, visit } from './support.ts';
import { clipPlays } from './watching.ts';

setUpProduct();
beforeAll(() => configure(product, { 'video.watch_seconds': '2', 'ad.every_n_videos': '0' }));

const label = (page: Page) => page.getByText('2×', { exact: true });
const isFast = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')].some(({ playbackRate }) => playbackRate !== 1),
  );

/** Moves the mouse to the middle of the clip. */
async function point(page: Page): Promise<void> {
  const box = await button(page, 'Pause').boundingBox();
  if (!box) throw new Error('there is no clip to point at');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

test('a paid clip plays at double speed while it is held, a clip that still counts does not', async () => {
  const context = await loggedIn(browser, await register(product), DESK);
  const page = await context.newPage();
  // the payment is delayed until the clip is held
  const held = Promise.withResolvers<void>();
  await page.route(`**${record.path}`, (route) => held.promise.then(() => route.continue()));
  await page.goto(product.url);
  await clipPlays(page, 0);
  await button(page, 'More').waitFor();
  await point(page);
  await page.mouse.down();
  held.resolve();
  // the clip was held during its whole watch time, and the celebration is over
  await page.getByText('Swipe up for the next video').first().waitFor();
  expect(await isFast(page)).toBe(false);
  await page.mouse.up();
  await button(page, 'Tap to play').click();

  await point(page);
  await page.mouse.down();
  await label(page).waitFor();
  expect(await isFast(page)).toBe(true);
  await page.mouse.up();
  await label(page).waitFor({ state: 'detached' });
  expect(await isFast(page)).toBe(false);
  // the release does not count as a tap
  await button(page, 'Pause').waitFor();

  await page.keyboard.down('ArrowRight');
  await label(page).waitFor();
  await page.keyboard.press('ArrowDown');
  await clipPlays(page, 1);
  expect(await isFast(page)).toBe(false);
  await label(page).waitFor({ state: 'detached' });
  await context.close();
});

/** Simulates iOS: an element may sound only after a user gesture has unmuted or played it. */
const askFingers = (page: Page) =>
  page.addInitScript(() => {
    const allowed = new WeakSet<HTMLMediaElement>();
    let isPressed = false;
    const press = () => {
      isPressed = true;
      setTimeout(() => {
        isPressed = false;
      });
    };
    addEventListener('click', press, true);
    const media = HTMLMediaElement.prototype;
    const muted = Object.getOwnPropertyDescriptor(media, 'muted') as PropertyDescriptor;
    Object.defineProperty(media, 'muted', {
      ...muted,
      set(this: HTMLMediaElement, isMuted: boolean) {
        if (isPressed) allowed.add(this);
        muted.set?.call(this, isMuted);
        if (!isMuted && !this.paused && !allowed.has(this)) this.pause();
      },
    });
    const { play } = media;
    media.play = function (this: HTMLMediaElement) {
      if (isPressed) allowed.add(this);
      return this.muted || allowed.has(this)
        ? play.call(this)
        : Promise.reject(new DOMException('', 'NotAllowedError'));
    };
  });

test('the sound stays on from clip to clip where each element needs a user gesture first', async () => {
  const { page, context } = await visit(browser);
  await askFingers(page);
  await page.goto(product.url);
  await clipPlays(page, 0);
  await page.getByRole('button', { name: 'Turn sound on' }).click();
  for (const index of [1, 2, 3, 4]) {
    // a swipe does not count as a user gesture
    await page.keyboard.press('ArrowDown');
    await clipPlays(page, index);
    const isMuted = await page
      .locator(`.clip[data-index="${index}"] video`)
      .evaluate((video: HTMLVideoElement) => video.muted);
    expect({ index, isMuted }).toEqual({ index, isMuted: false });
  }
  await page.getByRole('button', { name: 'Turn sound off' }).waitFor();
  await context.close();
});
