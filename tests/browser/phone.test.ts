import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { configure, loggedIn, register, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { change, networkOf } from './states.ts';
import { clipPlays } from './watching.ts';

setUpProduct();
beforeAll(() => configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' }));

interface Phone {
  /** held screen wake locks */
  locks: number;
  badges: number[];
  title: string | null;
  artwork: string | null;
  state: string;
  controls: Record<string, () => void>;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a blank page with mocks of the browser's device APIs, which record the app's calls. */
async function open(): Promise<Page> {
  const context = await loggedIn(browser, await register(product));
  await context.addInitScript(() => {
    const phone: Pick<Phone, 'locks' | 'badges' | 'controls'> = {
      locks: 0,
      badges: [],
      controls: {},
    };
    Object.assign(globalThis, { phone });
    const request = async () => {
      let isHeld = true;
      phone.locks += 1;
      const release = async () => {
        if (isHeld) phone.locks -= 1;
        isHeld = false;
      };
      return { release };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.defineProperty(navigator, 'setAppBadge', {
      value: async (count: number) => phone.badges.push(count),
    });
    navigator.mediaSession.setActionHandler = (action, handler) => {
      phone.controls[action] = handler as () => void;
    };
  });
  return context.newPage();
}

const phoneOf = (page: Page): Promise<Omit<Phone, 'controls'>> =>
  page.evaluate(() => {
    const { locks, badges } = (globalThis as unknown as { phone: Phone }).phone;
    const { metadata, playbackState: state } = navigator.mediaSession;
    const artwork = metadata?.artwork[0]?.src ?? null;
    return { locks, badges, title: metadata?.title ?? null, artwork, state };
  });
const locks = async (page: Page) => (await phoneOf(page)).locks;

const press = (page: Page, action: string) =>
  page.evaluate(
    (name) => (globalThis as unknown as { phone: Phone }).phone.controls[name]?.(),
    action,
  );

/** Waits until the last boot phase has ended. */
const waitUntilSettled = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => Object.keys((globalThis as unknown as { phone: Phone }).phone.controls)),
    )
    .toEqual(['play', 'pause', 'nexttrack']);

/** Gives the second clip a watch time longer than any test. */
const slowly = (page: Page) =>
  change(page, 'video/playable', (data) => ({
    ...data,
    list: data.list.map((video, at) => (at === 1 ? { ...video, watch_seconds: 600 } : video)),
  }));

test('the screen stays on while a clip counts, and not while it is paused, hidden or paid', async () => {
  const page = await open();
  await slowly(page);
  await page.goto(product.url);
  await waitUntilSettled(page);
  // the first clip is in the page's HTML, with the unchanged watch time
  await button(page, 'Next video').click();
  await clipPlays(page, 1);
  await expect.poll(() => locks(page)).toBe(1);

  await button(page, 'Pause').click();
  await expect.poll(() => locks(page)).toBe(0);
  await button(page, 'Tap to play').click();
  await expect.poll(() => locks(page)).toBe(1);

  await tab(page, 'Mine').click();
  await expect.poll(() => locks(page)).toBe(0);
  await tab(page, 'Short video').click();
  await expect.poll(() => locks(page)).toBe(1);

  await button(page, 'Next video').click();
  await page.locator('.reward-ring-rewarded').waitFor();
  await expect.poll(() => locks(page)).toBe(0);
  await page.context().close();
});

test('the system’s player names the clip and has working controls; the icon’s badge counts queued rewards', async () => {
  const page = await open();
  const network = await networkOf(page, /\/api\/(video\/record|claim\/send)$/, 'broken');
  await page.goto(product.url);
  await waitUntilSettled(page);
  const badge = async () => (await phoneOf(page)).badges.at(-1);
  await expect.poll(badge, { timeout: 45_000 }).toBe(1);
  await button(page, 'Next video').click();
  await clipPlays(page, 1);
  const words = page.locator('.clip[data-index="1"] h2');
  const poster = await page.locator('.clip[data-index="1"] video').getAttribute('poster');
  await expect
    .poll(async () => {
      const { title, artwork, state } = await phoneOf(page);
      return { title, artwork, state };
    })
    .toEqual({
      title: await words.innerText(),
      artwork: new URL(poster ?? '', product.url).href,
      state: 'playing',
    });
  await press(page, 'pause');
  await button(page, 'Tap to play').waitFor();
  await expect.poll(async () => (await phoneOf(page)).state).toBe('paused');
  await press(page, 'play');
  await clipPlays(page, 1);
  await expect.poll(badge, { timeout: 45_000 }).toBe(2);
  await network('open');
  await expect.poll(badge, { timeout: 30_000 }).toBe(0);
  await press(page, 'nexttrack');
  await clipPlays(page, 2);
  await page.context().close();
});
