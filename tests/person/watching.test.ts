import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectBrowser, DESK, PHONE } from '../browser/support.ts';
import { clipPlays } from '../browser/watching.ts';
import { answers, TOKEN, video } from './facts.ts';
import { openStand, type Stand } from './stand.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

/** Runs in the page: notes how far its first clip has been played when it is claimed. */
function noteClaim(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const clip = document.querySelector<HTMLVideoElement>('.clip[data-index="0"] video');
    if (String(input).endsWith('/video/record')) {
      Object.assign(globalThis, { played: clip?.currentTime });
    }
    return fetch(input, init);
  };
}

/** A feed of three clips, the first of which pays after four of its seven seconds. */
async function openFeed(): Promise<{ page: Page; stand: Stand }> {
  const list = [21, 22, 23].map((id) => video(id, { watch_seconds: 4, reward: `0.${id}00` }));
  const today = { remaining_today: 19, daily_limit: 23, limit_today: 23, extra_shares_left: 4 };
  const feed = answers({ playable: () => ({ list, page: 1, limit: 10, total: 3, ...today }) });
  const stand = await openStand(
    () => feed,
    () => new Date(),
  );
  const context = await browser.newContext({ ...PHONE, ...DESK });
  onTestFinished(async () => {
    await context.close();
    await stand.close();
  });
  await context.addInitScript((token) => localStorage.setItem('token', token), TOKEN);
  await context.addInitScript(noteClaim);
  const page = await context.newPage();
  await page.goto(stand.url);
  await clipPlays(page, 0);
  return { page, stand };
}

test('what is claimed was watched to the second, is paid once, and named with its sum', async () => {
  const { page, stand } = await openFeed();
  stand.hold('record');
  await stand.arrives('record');
  const played = await page.evaluate(() => (globalThis as { played?: number }).played);
  // a player reports every quarter of a second, and a busy machine is late
  expect(played).toBeGreaterThanOrEqual(3.9);
  expect(played).toBeLessThan(6);
  await stand.answer('record', { reward: '0.2100', balance: '37.6200', remaining_today: 18 });
  await page.locator('.clip-reward-pop').getByText('+0.21').waitFor();
  await page.locator('.balance-chip').getByText('37.62').first().waitFor();
  expect(stand.asked.filter(({ name }) => name === 'record').map(({ input }) => input)).toEqual([
    { videos_id: 21, earned_at: expect.any(String) },
  ]);
});

test('behind a dialog the arrow keys move no clip, and in front of the feed they do', async () => {
  const { page } = await openFeed();
  const top = () =>
    page.evaluate(() => document.querySelector('.clip')?.getBoundingClientRect().top);
  await page.getByRole('button', { name: 'Share' }).click();
  const sheet = page.getByRole('dialog', { name: 'Share with friends' });
  await sheet.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  // as long as a clip takes to come
  await page.waitForTimeout(700);
  expect(await top()).toBe(0);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await clipPlays(page, 1);
  expect(await top()).toBeLessThan(0);
});
