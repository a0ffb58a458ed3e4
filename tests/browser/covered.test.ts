import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { advanceUntilShown, stopAtNotice, stopClock } from './clocks.ts';
import { loggedIn, registerWelcomed, tab } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { REDUCED_MOTION } from './states.ts';

setUpProduct();

const sizes = [
  [320, 568],
  [390, 844],
  [844, 390],
  [768, 1024],
  [800, 720],
  [1280, 800],
  [1280, 900],
] as const;

/** The classes of the elements that the floating element covers. */
const covered = (page: Page, floating: string, things: string) =>
  page.evaluate(
    ([above, below]) => {
      const top = document.querySelector(above as string)?.getBoundingClientRect();
      if (!top) return ['nothing floats'];
      return [...document.querySelectorAll(below as string)]
        .filter((each) => {
          const box = each.getBoundingClientRect();
          const isBeside = box.right <= top.left || box.left >= top.right;
          return !isBeside && box.bottom > top.top && box.top < top.bottom;
        })
        .map(({ className }) => className);
    },
    [floating, things],
  );

const OVER_CLIP =
  '.balance-chip, .reward-ring, .clip-today, .clip-hint, .feed-buttons, .clip-words, .tab-bar';

/** The longest text of a toast in any language. */
const LONGEST =
  'Auf diesem Gerät können keine Prämien gespeichert werden. Lassen Sie die App geöffnet, bis unser Server sie erhalten hat.';

/** Asserts that the floating element covers none of the things at any of the sizes. */
async function expectUncovered(page: Page, what: { floating: string; things: string }) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const found = await covered(page, what.floating, what.things);
    expect([page.url(), width, height, found]).toEqual([page.url(), width, height, []]);
  }
}

test('a toast covers no balance, no ring and no button of the feed', async () => {
  const user = await registerWelcomed(product);
  const permissions = ['clipboard-write'];
  const page = await (
    await loggedIn(browser, user.token, { ...REDUCED_MOTION, permissions })
  ).newPage();
  await page.clock.install();
  await page.goto(`${product.url}/invite/index`);
  // the ticker's chunk also has the code that draws toasts
  await page.locator('.ticker').waitFor({ state: 'attached' });
  await stopClock(page);
  await page.getByRole('button', { name: 'Copy link' }).first().click();
  await advanceUntilShown(page, page.locator('.toast'));
  await page.locator('.toast span').evaluate((words, text) => {
    words.textContent = text;
  }, LONGEST);
  const toast = { floating: '.toast', things: '.screen h1, .purse-balance, .profile, .tab-bar' };
  await tab(page, 'Short video').click();
  await page.getByRole('button', { name: 'Next video' }).waitFor();
  await expectUncovered(page, { ...toast, things: OVER_CLIP });
  for (const name of ['Withdraw', 'Mine']) {
    await tab(page, name).click();
    await page.locator('.purse:visible').first().waitFor();
    await expectUncovered(page, toast);
  }
});

/** By how many pixels the floating element exceeds the stage on either side. */
const outOfStage = (page: Page, floating: string) =>
  page.evaluate((above) => {
    const [box, stage] = [above, '.stage.feed'].map((each) =>
      document.querySelector(each)?.getBoundingClientRect(),
    );
    if (!box || !stage) return ['nothing floats'];
    return [stage.left - box.left, box.right - stage.right].filter((by) => by > 0);
  }, floating);

test('a notice of a withdrawal covers no balance at the top of any screen', async () => {
  const user = await registerWelcomed(product);
  const page = await (await loggedIn(browser, user.token, REDUCED_MOTION)).newPage();
  await page.clock.install();
  await page.goto(`${product.url}/withdraw/index`);
  await page.locator('.ticker').waitFor({ state: 'attached' });
  await stopAtNotice(page);
  const things = '.balance-chip, .reward-ring, .purse-label, .purse-balance';
  for (const name of ['Withdraw', 'Mine', 'Short video']) {
    await tab(page, name).click();
    await page.locator('.balance-chip:visible, .purse:visible').first().waitFor();
    await expectUncovered(page, { floating: '.ticker-notice', things });
  }
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const out = await outOfStage(page, '.ticker-notice');
    expect([width, height, out]).toEqual([width, height, []]);
  }
});

test('with larger fonts the tab bar covers no more than the space that screens reserve', async () => {
  const page = await (
    await loggedIn(browser, (await registerWelcomed(product)).token, REDUCED_MOTION)
  ).newPage();
  await page.goto(`${product.url}/mine/index`);
  await page.locator('.screen-body').waitFor();
  for (const size of ['100%', '150%', '200%']) {
    const { bar, foot } = await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.cssText = 'display: block; block-size: var(--foot)';
      const heightOf = (element: Element | null) => element?.getBoundingClientRect().height ?? 0;
      return { bar: heightOf(document.querySelector('.tab-bar')), foot: heightOf(probe) };
    }, size);
    expect([size, bar <= foot]).toEqual([size, true]);
  }
});
