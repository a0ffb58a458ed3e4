import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  configure,
  recordRewardMessages,
  recordToasts,
  register,
  waitForToasts,
} from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import {
  alerts,
  answerWith,
  change,
  expectAccessible,
  hideReconnection,
  networkOf,
  openAsMember,
  openAsVisitor,
  refuse,
} from './states.ts';
import { clipPlays } from './watching.ts';

setUpProduct();
beforeAll(() => configure(product, { 'video.watch_seconds': '1', 'ad.every_n_videos': '0' }));

const pages = {
  visitor: async () => openAsVisitor(browser),
  member: async () => openAsMember(browser, await register(product)),
};

/** Opens a blank page with a simulated clock. */
async function openAs(by: keyof typeof pages): Promise<Page> {
  const page = await pages[by]();
  await page.clock.install();
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const PAST_TIMEOUT_MS = 16_000;

test('the list of clips loads, fails, and ends', async () => {
  const page = await openAs('visitor');
  await hideReconnection(page);
  const network = await networkOf(page, '**/api/video/list*', 'silent');
  await page.goto(product.url);
  await page.getByRole('status', { name: 'Loading videos' }).waitFor();
  await expectAccessible(page, 'list: on its way');

  await network('broken');
  // the clip from the page's HTML continues to play
  await page.getByText('Not counting: swipe up to retry').waitFor();
  await button(page, 'Next video').click();
  await button(page, 'Retry').waitFor();
  expect(await alerts(page)).toEqual([
    'The videos could not be loaded.',
    'Network error, please try again later.',
  ]);
  await expectAccessible(page, 'list: failed');

  await answerWith(page, 'video/list', { list: [], page: 1, limit: 20, total: 0 });
  await button(page, 'Retry').click();
  await page.getByText('You have seen every video').waitFor();
  await page.locator('.clip-end').getByText('Log in to earn').waitFor();
  await expectAccessible(page, 'list: at its end');
  // axe does not see the stage behind this text, so the colour is compared
  const isLegible = await page.locator('.clip-end .notice-text').evaluate((text) => {
    const probe = text.appendChild(document.createElement('i'));
    probe.style.color = 'var(--on-stage-soft)';
    return getComputedStyle(text).color === getComputedStyle(probe).color;
  });
  expect(isLegible).toBe(true);
});

test('a clip whose loading times out says so, and Retry plays the clip', async () => {
  const page = await openAs('visitor');
  // else the app may retry by itself before Retry is pressed
  await hideReconnection(page);
  const network = await networkOf(page, '**/media/**/*.mp4*', 'silent');
  await page.goto(product.url);
  await page.locator('.clip-wait').waitFor();
  await page.clock.fastForward(PAST_TIMEOUT_MS);
  await page.getByText('Loading took too long.').waitFor();
  await expectAccessible(page, 'clip: timed out');

  await network('broken');
  await button(page, 'Retry').click();
  await page.getByText('This video could not be loaded.').waitFor();

  await network('open');
  await button(page, 'Retry').click();
  await button(page, 'Pause').waitFor();
});

/** Runs a function on the video element of the first clip. */
const onStage = (page: Page, act: (video: HTMLVideoElement) => unknown) =>
  page.locator('.clip[data-index="0"] video').evaluate(act);

test('a visitor sees the sound prompt, the block reason, and the hint to swipe', async () => {
  const page = await openAs('visitor');
  await page.goto(product.url);
  await page.getByText('Sound is off').waitFor();
  await page.locator('.clip-why').getByText('Log in to earn').waitFor();
  const hint = page.getByText('Swipe up for the next video');
  // checked first: the clip may end during the accessibility check
  expect(await hint.count()).toBe(0);
  await expectAccessible(page, 'visitor: sound prompt');

  // back to the start: if the clip ended, the states below would not show
  await onStage(page, (video) => {
    video.currentTime = 1;
  });
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1.2);
  await onStage(page, (video) => {
    // the clip is loaded: with its real readyState the app would ignore `waiting`
    Object.defineProperty(video, 'readyState', { value: 2, configurable: true });
    video.dispatchEvent(new Event('waiting'));
    Reflect.deleteProperty(video, 'readyState');
  });
  await page.getByRole('status').getByText('The video is loading').waitFor();

  await button(page, 'Pause').click();
  await button(page, 'Tap to play').waitFor();
  await button(page, 'Tap to play').click();
  await button(page, 'Pause').waitFor();

  await onStage(page, (video) => {
    video.currentTime = video.duration - 0.1;
  });
  await hint.waitFor();
  // the clip plays again from its start; the hint stays until the swipe
  await page.waitForFunction(() => {
    const video = document.querySelector('video');
    return video && !video.paused && video.currentTime > 0.3 && video.currentTime < 3;
  });
  expect(await hint.isVisible()).toBe(true);
  await expectAccessible(page, 'clip: plays again');
  await button(page, 'Next video').click();
  await hint.waitFor({ state: 'detached' });
});

test('if the chunk that stores lists does not load, the feed has the server’s list', async () => {
  const page = await openAs('visitor');
  let asked = 0;
  await page.route('**/assets/keeping-*.js', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto(product.url);
  await clipPlays(page, 0);
  await button(page, 'Next video').click();
  await clipPlays(page, 1);
  expect(asked).toBeGreaterThan(0);
});

test('a reward is celebrated; an unsent claim is queued, then paid or refused', async () => {
  const page = await openAs('member');
  const [toasts, rewards] = [await recordToasts(page), await recordRewardMessages(page)];
  const given = { reward: '0.0500', balance: '0.0500', remaining_today: 19 };
  await answerWith(page, 'video/record', given);
  await page.goto(product.url);
  await waitForToasts(rewards, '+0.05');
  await expectAccessible(page, 'clip: rewarded');

  await answerWith(page, 'video/record', { ...given, remaining_today: 18 });
  let network = await networkOf(page, '**/api/video/record', 'silent');
  await button(page, 'Next video').click();
  await page.locator('.reward-ring-claiming').waitFor();
  await page.clock.fastForward(PAST_TIMEOUT_MS);
  await page.getByText('Waiting to be sent').waitFor();
  await expectAccessible(page, 'clip: kept');
  await network('open');
  await page.locator('.reward-ring-rewarded').waitFor();
  await page.getByText('2/20', { exact: true }).waitFor();
  expect(await page.getByText('Waiting to be sent').count()).toBe(0);

  // a toast and the clip both show the refusal
  await refuse(page, 'video/record', 'unknown_video');
  network = await networkOf(page, '**/api/video/record', 'silent');
  await button(page, 'Next video').click();
  await page.locator('.reward-ring-claiming').waitFor();
  await page.clock.fastForward(PAST_TIMEOUT_MS);
  await page.getByText('Waiting to be sent').waitFor();
  await network('open');
  await waitForToasts(toasts, 'This clip is no longer available.');
  await page.locator('.clip-why').getByText('This clip is no longer available.').waitFor();
});

test('a paused or offline clip shows at once why it earns nothing', async () => {
  const page = await openAs('member');
  await change(page, 'video/playable', (data) => ({
    ...data,
    list: data.list.map((video) => ({ ...video, watch_seconds: 600 })),
  }));
  await page.goto(product.url);
  await page.locator('.clip-today').waitFor();
  // the first clip is in the page's HTML, so its watch time may be over already
  await button(page, 'Next video').click();
  await clipPlays(page, 1);
  await button(page, 'Pause').click();
  await page.getByText('Paused: not counting').waitFor();
  await button(page, 'Tap to play').click();
  await page.context().setOffline(true);
  await page.getByText('Offline: claims are sent later').waitFor();
  await expectAccessible(page, 'clip: offline');
  await page.context().setOffline(false);
  await page.locator('.clip-why').waitFor({ state: 'detached' });
});
