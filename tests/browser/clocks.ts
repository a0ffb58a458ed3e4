import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Longer than the delay between two commands on a busy machine. */
const MARGIN_MS = 5_000;

/** Sets the `Date` header of the server's answers to the page's simulated clock. */
export async function syncServerDate(page: Page): Promise<void> {
  await page.route('**/index.php/**', async (route) => {
    try {
      const response = await route.fetch();
      const now = await page.evaluate(() => Date.now());
      const headers = { ...response.headers(), date: new Date(now).toUTCString() };
      await route.fulfill({ response, headers });
    } catch {
      // the test and its page end while an answer is pending
    }
  });
}

/** Stops the page's clock a little later than now: then only the test advances the clock. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + MARGIN_MS);
}

/** Advances a stopped clock until `shown` is visible: the code with the timer may load late. */
export async function advanceUntilShown(page: Page, shown: Locator): Promise<void> {
  const turn = async () => {
    await page.clock.runFor(1);
    return shown.isVisible();
  };
  await expect.poll(turn).toBe(true);
}

/** Longer than the pause from one notice of the ticker to the next. */
const NOTICE_PAUSE_MS = 61_000;

/** Advances the page's clock until a notice of the ticker is shown: the first, or a later one. */
export async function advanceToNotice(page: Page): Promise<void> {
  const turn = async () => {
    if ((await page.locator('.ticker-notice').count()) > 0) return true;
    await page.clock.fastForward(NOTICE_PAUSE_MS);
    return false;
  };
  // a notice loads in real time: an advance of the clock meanwhile would exceed its timeout
  await expect.poll(turn, { interval: 1_000 }).toBe(true);
}

/** Stops the page's clock while a notice of the ticker is shown. */
export async function stopAtNotice(page: Page): Promise<void> {
  await stopClock(page);
  await advanceToNotice(page);
}

/** Simulates that another tab or app covers the page, or no longer covers it. */
export const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );

/** Hides the page for exactly `ms` by the page's clock, then shows it. */
export async function leaveFor(page: Page, ms: number): Promise<void> {
  await stopClock(page);
  await setVisible(page, false);
  await page.clock.fastForward(ms);
  await setVisible(page, true);
  await page.clock.fastForward(200);
  await page.clock.resume();
}

/**
 * Hides and shows the page: the app then sets the break reminder's one-minute timer, which fires at
 * once. If the simulated clock were advanced by a minute instead, the app would find the clip frozen,
 * because the clip plays by the real clock. Runs in the page, so it is self-contained.
 * @returns whether the card with this title is shown
 */
export function fireMinuteTimer(title: string): boolean {
  const { setTimeout } = window;
  // restored below: Playwright's waits use the page's timers too
  window.setTimeout = ((act: () => void, ms?: number) =>
    setTimeout(act, ms === 60_000 ? 0 : ms)) as typeof setTimeout;
  for (const value of ['hidden', 'visible']) {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }
  window.setTimeout = setTimeout;
  return document.querySelector('dialog[open] h2')?.textContent === title;
}
