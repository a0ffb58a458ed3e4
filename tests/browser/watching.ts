import type { Page } from 'playwright-core';
import { videoList } from '../../contract/calls.ts';
import { ask } from './people.ts';
import type { Product } from './support.ts';

interface Media {
  /** media elements created so far */
  made: number;
  playing: number;
  sounding: number;
  /** the number of sounding elements, each time that it exceeded one */
  clashes: number[];
  /** the paths on which a hidden element played */
  unseen: string[];
}

/**
 * Records, when a media element starts or changes its sound, whether more than one element sounds
 * and whether the element plays while it is hidden. Elements outside the document count, too.
 */
export const watchMedia = (page: Page) =>
  page.addInitScript(() => {
    const known = new Set<HTMLMediaElement>();
    const clashes: number[] = [];
    const unseen: string[] = [];
    const look = (element: HTMLMediaElement) => {
      const sounding = [...known].filter((each) => !each.paused && !each.muted);
      if (sounding.length > 1) clashes.push(sounding.length);
      // the element's screen may be drawn a frame after `play`
      requestAnimationFrame(() => {
        const isSeen = element.checkVisibility() && document.visibilityState === 'visible';
        if (!element.paused && !isSeen) unseen.push(location.pathname);
      });
    };
    const know = (element: HTMLMediaElement) => {
      if (known.has(element)) return;
      known.add(element);
      for (const type of ['play', 'playing', 'volumechange'])
        element.addEventListener(type, () => look(element));
    };
    const create = document.createElement;
    document.createElement = function (this: Document, ...args: Parameters<typeof create>) {
      const element = create.apply(this, args);
      if (element instanceof HTMLMediaElement) know(element);
      return element;
    } as typeof create;
    // the element in the page's HTML
    addEventListener('play', ({ target }) => know(target as HTMLMediaElement), true);
    const media = (): Media => {
      const playing = [...known].filter((each) => !each.paused);
      const sounding = playing.filter((each) => !each.muted);
      return {
        made: known.size,
        playing: playing.length,
        sounding: sounding.length,
        clashes,
        unseen,
      };
    };
    Object.assign(globalThis, { media });
  });

export const media = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { media: () => Media }).media());

/** Waits until the clip at an index of the feed plays: anywhere, or on the stage, at the top of the window. */
export const clipPlays = (page: Page, index: number, where: 'anywhere' | 'on stage' = 'on stage') =>
  page.waitForFunction(
    ([at, isOnStage]) => {
      const clip = document.querySelector(`.clip[data-index="${at}"]`);
      const video = clip?.querySelector('video');
      if (!clip || !video || video.paused || video.currentTime === 0) return false;
      return !isOnStage || clip.getBoundingClientRect().top === 0;
    },
    [index, where === 'on stage'] as const,
  );

/** Opens the feed, and waits until it has a slot for an advertisement; `ad.every_n_videos` must be 1. */
export async function openWithAds(page: Page, product: Product): Promise<void> {
  const { list } = await ask(product, null, videoList, {});
  await page.goto(product.url);
  await page.waitForFunction(
    (clips) => document.querySelectorAll('.clip[data-index]').length > clips,
    list.length,
  );
}
