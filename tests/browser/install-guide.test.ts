import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, onTestFailed, test } from 'vitest';
import { recordToasts, waitForToasts } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible } from './states.ts';
import { button, DESK, overrideUserAgent, visit } from './support.ts';

let page: Page;
let toasts: () => Promise<string[]>;

setUpProduct();
beforeAll(async () => {
  ({ page } = await visit(browser, {
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  }));
  toasts = await recordToasts(page);
});

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const home = 'Open the app from your home screen.';

/** The steps that the guide shows in each browser. */
const guides: Record<string, { userAgent?: string; says: string[] }> = {
  'iOS before 26': {
    userAgent: `${iPhone} Version/18.6 Mobile/15E148 Safari/604.1`,
    says: ['Tap the share button of your browser.', 'Choose “Add to Home Screen”.', home],
  },
  'iOS 26': {
    userAgent: `${iPhone} Version/26.0 Mobile/15E148 Safari/604.1`,
    says: [
      'Tap the share button of your browser. If you do not see it, tap the three dots.',
      'Choose “Add to Home Screen”. It may be further down in the list.',
      'Leave “Open as Web App” on, then tap “Add”.',
      home,
    ],
  },
  'Firefox on Android': {
    userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
    says: [
      'Open the menu of your browser.',
      'Choose “Add app to Home screen”, or “Install”. It may be under “More”.',
      home,
    ],
  },
  'Samsung Internet': {
    userAgent: `${android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    says: [
      'Open the menu of your browser, the three lines.',
      'Choose “Add page to”, then “Home screen”.',
      home,
    ],
  },
  'any other browser': {
    says: ['Open the menu of your browser.', 'Choose “Install app” or “Add to Home screen”.', home],
  },
};

/** Presses Install in a browser with this user agent, which the app reads at the press. */
async function openGuide(userAgent?: string): Promise<void> {
  onTestFailed(() => page.goto('about:blank').then(() => undefined));
  if (userAgent) await overrideUserAgent(page, userAgent);
  if (page.url() !== `${product.url}/install`) await page.goto(`${product.url}/install`);
  await button(page, 'Install').click();
}
const steps = async (guide: Locator) => {
  const all = await guide.getByRole('listitem').allInnerTexts();
  return all.map((step) => step.split('\n').at(-1));
};

/** The guide whose accessibility is checked: all use the same dialog, this has the longest steps. */
const LONGEST = 'iOS 26';

test.each(Object.entries(guides))(
  'without an install prompt the guide shows the steps of the browser: %s',
  async (name, { userAgent, says }) => {
    await openGuide(userAgent);
    const guide = page.getByRole('dialog', { name: 'Install the app' });
    await guide.waitFor();
    // a visitor's guide has no step about the task's reward
    expect(await steps(guide)).toEqual(says);
    if (name === LONGEST) await expectAccessible(page, name);
    await page.keyboard.press('Escape');
    await guide.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Install');
  },
);

const toBrowser = [
  'Copy the link of this page.',
  'Open your browser, paste the link where the address is, and install the app there.',
];
const instagram = `${iPhone} Mobile/22F76 Instagram 389.0.0.29.81 (iPhone15,3; iOS 18_6; de_DE; de-DE; scale=3.00; 1290x2796; 735151209; IABMV/1)`;
/** Opens the guide in Instagram's in-app browser, which the app detects before any press. */
async function openInInstagram(inviteCode = ''): Promise<void> {
  await page.goto(`${product.url}/robots.txt`);
  await page.evaluate((code) => localStorage.setItem('inviteCode', code), inviteCode);
  await openGuide(instagram);
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('in an in-app browser the link is copied, to be opened in a real browser', async () => {
  await openInInstagram();
  const guide = page.getByRole('dialog', { name: 'Open in your browser' });
  await guide.getByText('Nothing can be installed from inside another app.').waitFor();
  expect(await steps(guide)).toEqual(toBrowser);
  await guide.getByText(`${product.url}/install`).waitFor();
  await waitForToasts(toasts, 'Link copied.');
  expect(await clipboard(page)).toBe(`${product.url}/install`);
  await expectAccessible(page, 'another app');
  await page.evaluate(() => navigator.clipboard.writeText('something else'));
  await button(page, 'Copy link').click();
  await expect.poll(() => clipboard(page)).toBe(`${product.url}/install`);
  await button(page, 'Close').click();
  await guide.waitFor({ state: 'detached' });
});

test('if the button cannot copy the link, the text of the link can be selected', async () => {
  const { page } = await visit(browser, {
    reducedMotion: 'reduce',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    ...DESK,
  });
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  const toasts = await recordToasts(page);
  await page.goto(`${product.url}/install`);
  await button(page, 'Install').click();
  const guide = page.getByRole('dialog', { name: 'Open in your browser' });
  await waitForToasts(toasts, 'The link could not be copied.');
  await guide.getByText('from another browser, or on your phone').waitFor();
  expect(await steps(guide)).toEqual(toBrowser);
  await guide.getByText(`${product.url}/install`).click({ clickCount: 3 });
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${product.url}/install`);
  await page.context().close();
});

test('the link copied in an in-app browser has the visitor’s invite code', async () => {
  await openInInstagram('ABC234');
  await waitForToasts(toasts, 'Link copied.');
  expect(await clipboard(page)).toBe(`${product.url}/newuser?invite_code=ABC234`);
});
