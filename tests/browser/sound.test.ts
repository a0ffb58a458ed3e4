import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { configure } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { visit } from './support.ts';
import { clipPlays } from './watching.ts';

setUpProduct();

/** As iOS has it: an element may sound once it was unmuted, or played, under a finger. */
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

test('the sound stays on from clip to clip where each element wants a finger first', async () => {
  await configure(product, { 'ad.every_n_videos': '0' });
  const { page, context } = await visit(browser);
  await askFingers(page);
  await page.goto(product.url);
  await clipPlays(page, 0);
  await page.getByRole('button', { name: 'Turn sound on' }).click();
  for (const index of [1, 2, 3, 4]) {
    // a swipe is no press
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
