import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { configure, loggedIn, recordToasts, register, waitForToasts } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { answerWith, networkOf } from './states.ts';

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'video.watch_seconds': '1' });
});

type Watched = typeof globalThis & { moved: Set<string> };

/** Runs in the page from its start: records the names of all running animations in each frame. */
function watchMotion(): void {
  const moved = new Set<string>();
  Object.assign(globalThis, { moved });
  const look = () => {
    for (const animation of document.getAnimations()) {
      const { endTime = 0 } = animation.effect?.getComputedTiming() ?? {};
      if (Number(endTime) <= 1) continue;
      // a text that only becomes visible after a delay does not move
      const keyframes = (animation.effect as KeyframeEffect | null)?.getKeyframes() ?? [];
      if (keyframes.length > 0 && keyframes.every((each) => 'visibility' in each)) continue;
      const { animationName, transitionProperty } = animation as CSSAnimation & CSSTransition;
      moved.add(animationName ?? transitionProperty ?? 'animation');
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Waits for two frames. */
const draw = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

/** Triggers every animation: ring, reward, balance, dialog, toast, progress bar, switch, wait. */
async function goThrough(reducedMotion: 'reduce' | 'no-preference'): Promise<string[]> {
  const context = await loggedIn(browser, await register(product), {
    reducedMotion,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.addInitScript(watchMotion);
  const toasts = await recordToasts(page);
  const claims = await networkOf(page, '**/api/video/record', 'silent');
  const code = await networkOf(page, '**/assets/mine-*', 'silent');
  await page.goto(product.url);
  await page.locator('.reward-ring-claiming').waitFor();
  await draw(page);
  await answerWith(page, 'video/record', {
    reward: '0.0500',
    balance: '0.0500',
    remaining_today: 4,
  });
  await claims('open');
  await page.locator('.reward-ring-rewarded').waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await waitForToasts(toasts, 'Link copied.');
  await draw(page);
  await page.getByRole('button', { name: 'Close' }).click();

  await page.route('**/api/user/rewardLogs*', () => undefined);
  await goTo(page, 'Mine');
  const loading = page.getByRole('progressbar', { name: 'Loading the page' });
  await loading.waitFor();
  await draw(page);
  expect(await loading.evaluate((line) => getComputedStyle(line).opacity)).toBe('1');
  await code('open');
  await page.getByRole('switch', { name: 'Dark mode' }).click();
  await draw(page);
  await loading.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await draw(page);
  const moved = await page.evaluate(() => [...(globalThis as Watched).moved]);
  await context.close();
  return moved.sort();
}

test('with reduced motion nothing is animated', async () => {
  expect(await goThrough('reduce')).toEqual([]);
});

test('without reduced motion the same steps are animated, so the test above finds animations', async () => {
  expect(await goThrough('no-preference')).toEqual(
    expect.arrayContaining([
      'card-turn',
      'ring-breath',
      'ring-burst',
      'ring-pop',
      'sheet-in',
      'skeleton-breath',
      'toast-in',
      'veil-in',
    ]),
  );
});
