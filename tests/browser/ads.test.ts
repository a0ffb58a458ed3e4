import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { rewardLogs } from '../../contract/calls.ts';
import { advanceToNotice } from './clocks.ts';
import {
  ask,
  configure,
  loggedIn,
  recordRewardMessages,
  register,
  waitForToasts,
} from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { answerWith, change, expectAccessible, REDUCED_MOTION, refuse } from './states.ts';
import { DESK, visit } from './support.ts';
import { clipPlays, openWithAds } from './watching.ts';

setUpProduct();
beforeAll(async () => {
  await configure(product, {
    'ad.every_n_videos': '1',
    'ad.watch_seconds': '3',
    'ad.skippable_after_seconds': '2',
    // rewards in these tests come from advertisements alone
    'video.watch_seconds': '600',
  });
});

/** With reduced motion, a mouse and a keyboard. */
const STILL_DESK = { ...REDUCED_MOTION, ...DESK } as const;

const adOf = (page: Page) => page.getByRole('region', { name: 'Advertisement' });

/** Waits until a clip of the demo plays in the middle of the screen, in any rendition. */
const playing = (page: Page, clip: string) =>
  page.waitForFunction((name) => {
    const middle = innerHeight / 2;
    return [...document.querySelectorAll('video')].some((video) => {
      const { top, bottom } = video.getBoundingClientRect();
      const isInMiddle = top < middle && bottom > middle;
      return isInMiddle && !video.paused && video.currentSrc.includes(`/${name}.`);
    });
  }, clip);

/** Opens the feed and moves by keyboard to the first ad, which follows the second clip. */
async function openAd(page: Page): Promise<void> {
  await openWithAds(page, product);
  await playing(page, 'aurora');
  await page.keyboard.press('ArrowDown');
  await clipPlays(page, 1);
  await page.keyboard.press('ArrowDown');
  await adOf(page).waitFor();
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    return element?.ariaLabel ?? element?.innerText.trim() ?? '';
  });

async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 20; tabs += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to "${name}"`);
}

/** Replaces all ads but the first by an ad with a `mailto:` link and its copy. */
const showOtherAds = (page: Page) =>
  change(page, 'ad/getAdList', (data) => {
    const [first, second] = data.list;
    const mailing = { ...second, target_url: 'mailto:nobody@example.org' };
    return { ...data, list: [first, mailing, { ...mailing, id: 1_000 }] };
  });

/** An ad without a web link has one badge: the amount that the server paid, or its refusal. */
async function expectOtherAds(page: Page): Promise<void> {
  await answerWith(page, 'ad/watchAdReward', { reward: '0.0300', balance: '0.0300' });
  await page.keyboard.press('ArrowDown');
  const badges = adOf(page).getByRole('listitem');
  await badges.getByText('Earned').waitFor();
  expect(await badges.allInnerTexts()).toEqual([
    expect.stringMatching(/^Watch\s+\+0\.03\s+Earned$/),
  ]);

  await refuse(page, 'ad/watchAdReward', 'unknown_ad');
  await page.keyboard.press('ArrowDown');
  await playing(page, 'mountains');
  await page.keyboard.press('ArrowDown');
  await badges.getByText('This ad is no longer available.').waitFor();
}

test('by keyboard alone an ad is watched and followed, and both are paid', async () => {
  const token = await register(product);
  const context = await loggedIn(browser, token, STILL_DESK);
  await context.route('https://example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Lanterns</title>' }),
  );
  const page = await context.newPage();
  await page.clock.install();
  const rewards = await recordRewardMessages(page);
  await showOtherAds(page);
  await openAd(page);
  const ad = adOf(page);
  await ad.getByRole('progressbar', { name: 'Watch reward' }).waitFor();
  await waitForToasts(rewards, '+0.05');
  await page.getByRole('link', { name: 'Available balance 0.05', exact: true }).waitFor();

  await tabTo(page, 'Learn more');
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const tab = await opened;
  await tab.waitForURL('https://example.com/lantern-festival');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();
  await page.getByRole('link', { name: 'Available balance 0.07', exact: true }).waitFor();
  expect(await ad.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Watch\s+\+0\.05\s+Earned$/),
    expect.stringMatching(/^Click\s+\+0\.02\s+Earned$/),
  ]);
  await advanceToNotice(page);
  await expectAccessible(page, 'an advertisement that has paid');

  await tabTo(page, 'Skip ad');
  await page.keyboard.press('Enter');
  await ad.waitFor({ state: 'detached' });
  await playing(page, 'jellyfish');
  expect(await focused(page)).toBe('Next video');
  await expectOtherAds(page);

  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByText('Watched an ad').waitFor();
  await page.getByText('Opened an ad').waitFor();
  const { list } = await ask(product, token, rewardLogs, { page: 1, limit: 10 });
  expect(list.map(({ type, amount }) => [type, amount])).toEqual([
    ['click_ad', '0.0200'],
    ['watch_ad', '0.0500'],
  ]);
  expect((await product.operator('ledger', 'verify')).status).toBe(0);
  await context.close();
});

test('an ad can be skipped after its time or when it fails to load, and plays after Retry', async () => {
  const { page, context } = await visit(browser, STILL_DESK);
  let isBroken = true;
  await page.route('**/media/clips/lanterns.*mp4', (route) =>
    isBroken ? route.abort() : route.continue(),
  );
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/media/clips/ocean.*mp4', async (route) => {
    await held;
    await route.continue();
  });
  await openAd(page);
  const ad = adOf(page);
  await page.getByText('This video could not be loaded.').waitFor();
  const skip = ad.getByRole('button', { name: 'Skip ad' });
  expect(await skip.isEnabled()).toBe(true);
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await playing(page, 'lanterns');
  // the visitor reads the block reason for both rewards
  expect(await ad.getByText('Log in to earn').count()).toBe(2);
  await skip.click();
  await playing(page, 'jellyfish');

  await page.keyboard.press('ArrowDown');
  await ad.waitFor();
  expect(await skip.isDisabled()).toBe(true);
  await skip.press('Enter');
  expect(await ad.isVisible()).toBe(true);
  release();
  await expect.poll(() => skip.isEnabled()).toBe(true);
  // by key: when Playwright repeats a mouse click, it scrolls the feed
  await skip.press('Enter');
  await playing(page, 'mountains');
  await context.close();
});
