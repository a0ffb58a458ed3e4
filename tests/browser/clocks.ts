import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than a busy machine needs from one command to the next. */
const MARGIN_MS = 5_000;

/** The server's answers carry the time of the page's clock, as if its days passed there too. */
export async function followClock(page: Page): Promise<void> {
  await page.route('**/index.php/**', async (route) => {
    try {
      const response = await route.fetch();
      const now = await page.evaluate(() => Date.now());
      const headers = { ...response.headers(), date: new Date(now).toUTCString() };
      await route.fulfill({ response, headers });
    } catch {
      // the test ends, and its page with it, while an answer is on its way
    }
  });
}

/** Stops the page's clock a little later than now: from then on only the test moves it forward. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + MARGIN_MS);
}

/** Turns a stopped clock on until this is shown: what sets the timer for it may come late. */
export async function turnUntilShown(page: Page, shown: Locator): Promise<void> {
  const turn = async () => {
    await page.clock.runFor(1);
    return shown.isVisible();
  };
  await expect.poll(turn).toBe(true);
}

/** Longer than the pause from one notice of the ticker to the next. */
const NOTICE_PAUSE_MS = 61_000;

/** Turns the page's clock on until a notice of the ticker is shown: the first, or a later one. */
export async function turnToNotice(page: Page): Promise<void> {
  const turn = async () => {
    if ((await page.locator('.ticker-notice').count()) > 0) return true;
    await page.clock.fastForward(NOTICE_PAUSE_MS);
    return false;
  };
  // what it says comes from the server, and is not asked for again at once
  await expect.poll(turn, { interval: 1_000 }).toBe(true);
}

/** Stops the page's clock while a notice of the ticker is shown. */
export async function stopAtNotice(page: Page): Promise<void> {
  await stopClock(page);
  await turnToNotice(page);
}

/** As if another tab, or another app, came before the page or went. */
export const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );

/** Leaves the page for another app and comes back, on the page's own clock, to the millisecond. */
export async function leaveFor(page: Page, ms: number): Promise<void> {
  await stopClock(page);
  await setVisible(page, false);
  await page.clock.fastForward(ms);
  await setVisible(page, true);
  await page.clock.fastForward(200);
  await page.clock.resume();
}

/**
 * Sends the page away and back; the minute that the reminder of a break then begins takes no time.
 * A clock that is turned on by a minute would find the clip frozen, since that plays by the real
 * one. Runs in the page, so it holds all that it needs.
 * @returns whether the card with this title is shown
 */
export function passMinute(title: string): boolean {
  const { setTimeout } = window;
  // a driver measures its own waits by the page's timers too
  window.setTimeout = ((act: () => void, ms?: number) =>
    setTimeout(act, ms === 60_000 ? 0 : ms)) as typeof setTimeout;
  for (const value of ['hidden', 'visible']) {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }
  window.setTimeout = setTimeout;
  return document.querySelector('dialog[open] h2')?.textContent === title;
}
