import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { setVisible, syncServerDate } from './clocks.ts';
import { recordToasts, register, waitForToasts } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { answerWith, change, expectAccessible, networkOf, openAsMember, refuse } from './states.ts';
import { button } from './support.ts';

let token: string;

setUpProduct();
beforeAll(async () => {
  token = await register(product);
  const { status } = await product.operator('config', 'set', 'video.watch_seconds', '1');
  expect(status).toBe(0);
});

const PAST_TIMEOUT_MS = 16_000;

/** Opens a blank page for the member, with a simulated clock. */
async function openPage(): Promise<Page> {
  const page = await openAsMember(browser, token);
  await page.clock.install();
  return page;
}

async function copyLink(page: Page): Promise<void> {
  await button(page, 'Copy link').click();
  await page.getByText('The link is copied').waitFor();
}

/** Leaves the page for another app for long enough that the share counts. */
async function leaveToShare(page: Page): Promise<void> {
  for (const isVisible of [false, true]) {
    await setVisible(page, isVisible);
    await page.clock.fastForward(5_000);
  }
}

test('at the daily limit a share may add extra views, until none are left', async () => {
  const page = await openPage();
  const toasts = await recordToasts(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await change(page, 'video/playable', (data) => ({ ...data, remaining_today: 0 }));
  await refuse(page, 'user/checkAndAddExtraRewards', 'no_extra_left');
  const network = await networkOf(page, '**/api/user/checkAndAddExtraRewards', 'silent');
  await page.goto(product.url);
  const dialog = page.getByRole('dialog');
  await page.getByRole('dialog', { name: 'Share with friends' }).waitFor();
  await dialog.getByText(/^Rewards start again at .+ \(in .+\)\.$/).waitFor();

  await copyLink(page);
  await expectAccessible(page, 'limit: the link is copied');
  await leaveToShare(page);
  await dialog.locator('[aria-busy="true"]').waitFor();
  await page.clock.fastForward(PAST_TIMEOUT_MS);
  await waitForToasts(toasts, 'This took too long.');
  await copyLink(page);
  await leaveToShare(page);
  await dialog.locator('[aria-busy="true"]').waitFor();
  // the dialog can be closed while the call is pending
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await network('open');
  await waitForToasts(toasts, 'You have used all extra clips for today.');
  expect(await dialog.count()).toBe(0);
  await page.context().close();
});

/** Hides and shows the tab at a later time, without firing the timers in between. */
async function sleepUntil(page: Page, time: string): Promise<void> {
  await setVisible(page, false);
  await page.clock.setSystemTime(time);
  await setVisible(page, true);
}

test('an app that is open or asleep over midnight earns again on the new day', async () => {
  const page = await openAsMember(browser, token);
  await page.clock.install({ time: '2026-03-01T23:55:00Z' });
  await syncServerDate(page);
  let left = 0;
  await change(page, 'video/playable', (data) => ({
    ...data,
    remaining_today: left,
    extra_shares_left: 0,
  }));
  const given = { reward: '0.0500', balance: '0.0500', remaining_today: 4 };
  await answerWith(page, 'video/record', given);
  await page.goto(product.url);
  const limit = page.getByRole('dialog', { name: 'Daily limit reached' });
  await limit.getByText(/^Rewards start again at .+ \(in .+\)\.$/).waitFor();
  await expectAccessible(page, 'limit: nothing is left');
  await button(page, 'Keep watching').click();
  await page.locator('.clip-why').getByText('Daily limit reached').waitFor();
  left = 5;
  await page.clock.fastForward('06:00');
  await page.locator('.reward-ring-rewarded').waitFor();
  await page.getByText('16/20').waitFor();
  // else the reward of the next clip would change the count again
  await networkOf(page, '**/api/video/record', 'silent');
  left = 7;
  await sleepUntil(page, '2026-03-03T08:00:00Z');
  await page.getByText('13/20').waitFor();
  await page.context().close();
});

test('the end of the feed says whether earlier clips can earn, or that rewards resume tomorrow', async () => {
  const page = await openPage();
  let left = 5;
  await change(page, 'video/playable', (data) => ({
    ...data,
    list: data.list.slice(0, 1),
    total: 1,
    remaining_today: left,
  }));
  // the clip stays unpaid, so it can still earn
  await networkOf(page, '**/api/video/record', 'silent');
  await page.goto(product.url);
  await page.getByText('15/20').waitFor();
  await button(page, 'Next video').click();
  await page.getByText('Go back: some can still earn today.').waitFor();
  left = 0;
  await button(page, 'Look for new videos').click();
  await button(page, 'Keep watching').click();
  await page.getByText(/^Rewards start again at .+ \(in .+\)\.$/).waitFor();
  await page.context().close();
});
