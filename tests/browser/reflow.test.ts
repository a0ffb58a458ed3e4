import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { UserInfo } from '../../contract/shapes.ts';
import { layoutFaultsOf, NO_LAYOUT_FAULTS } from './geometry.ts';
import { configure, loggedIn, registerWelcomed, setPayee } from './people.ts';
import { browser, fullBrowser, product, setUpProduct } from './product.ts';
import { REDUCED_MOTION } from './states.ts';
import { button, DESK, goTo, visit } from './support.ts';
import { clipPlays, openWithAds } from './watching.ts';

let user: UserInfo;
/** A member's page, which tests set to different sizes. */
let page: Page;
/** A visitor's page. */
let outside: Page;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'ad.every_n_videos': '1' });
  user = await registerWelcomed(product);
  await setPayee(product, user.token);
  page = await (await loggedIn(fullBrowser, user.token, REDUCED_MOTION)).newPage();
  outside = (await visit(browser, { ...REDUCED_MOTION, ...DESK })).page;
});

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** WCAG 1.4.12: sets the text spacing that readers may choose, over the page's styles. */
function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* {
    line-height: 1.5 !important;
    letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important;
  }
  p { margin-block-end: 2em !important; }`);
  document.adoptedStyleSheets.push(sheet);
}

const OVER_CLIP = ['.balance-chip', '.clip-reward', '.feed-buttons', '.clip-words', '.tab-bar'];
const OVER_AD = ['.balance-chip', '.ad-rewards', '.feed-buttons', '.ad-card', '.tab-bar'];

/** Asserts that all elements over the clip exist, none of them above the top of the screen. */
async function expectThere(page: Page, things: string[]): Promise<void> {
  const lost = () =>
    page.evaluate(
      (selectors) =>
        selectors.filter((selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return !box || box.top < 0;
        }),
      things,
    );
  // polls, because the clip's texts are drawn after the clip
  await expect.poll(lost).toEqual([]);
}

async function expectWhole(page: Page, place: string): Promise<void> {
  expect({ place, ...(await layoutFaultsOf(page)) }).toEqual({ place, ...NO_LAYOUT_FAULTS });
}

async function lookAround(page: Page): Promise<void> {
  await button(page, 'Share').waitFor();
  await expectWhole(page, 'feed');
  await button(page, 'Share').click();
  await expectWhole(page, 'share');
  await button(page, 'Close').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await goTo(page, 'Withdraw');
  await button(page, 'Withdraw all').click();
  await expectWhole(page, 'withdraw');
  await button(page, 'Withdraw').click();
  await button(page, 'Confirm').waitFor();
  await expectWhole(page, 'confirm');
  await button(page, 'Cancel').click();
  await button(page, 'Change').click();
  await button(page, 'Save').click();
  await page.getByText('Enter the account.').waitFor();
  await expectWhole(page, 'withdrawal info');
  await goTo(page, 'Invite');
  await page.getByText('No friends here yet').waitFor();
  await expectWhole(page, 'invite');
  await goTo(page, 'Tasks');
  await button(page, 'Install').click();
  await page.getByRole('dialog', { name: 'Install the app' }).waitFor();
  await expectWhole(page, 'install guide');
  await button(page, 'Close').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectWhole(page, 'tasks');
  // a headless browser denies the permission by itself, which opens the help
  await button(page, 'Enable').click();
  await page.getByRole('dialog', { name: 'Notification help' }).waitFor();
  await expectWhole(page, 'notification help');
  await button(page, 'Close').click();
  await goTo(page, 'Mine');
  await page.getByText(/^ID \d+$/).waitFor();
  await expectWhole(page, 'mine');
}

async function lookFromOutside(page: Page): Promise<void> {
  await button(page, 'Log in').click();
  await page.getByText('Enter a password.').waitFor();
  await expectWhole(page, 'login');
  await button(page, 'Create an account').click();
  await button(page, 'Register').click();
  await page.getByText('Enter your email.').waitFor();
  await expectWhole(page, 'register');
}

const screens = [
  {
    name: 'the smallest phone, with wide text',
    viewport: { width: 320, height: 568 },
    isWide: true,
  },
  // 1280 by 1024 at 400 %
  { name: 'the largest magnification', viewport: { width: 320, height: 256 }, isWide: false },
  { name: 'a phone on its side', viewport: { width: 844, height: 390 }, isWide: false },
];

test.each(screens)(
  'on $name no text is cut off and every control is large enough',
  async (screen) => {
    await page.setViewportSize(screen.viewport);
    await page.goto(product.url);
    await button(page, 'Share').waitFor();
    if (screen.isWide) await page.evaluate(spaceText);
    await expectThere(page, OVER_CLIP);
    await lookAround(page);
  },
);

test.each(screens)(
  'on $name all elements of a visitor’s clip and advertisement are visible',
  async (screen) => {
    const { viewport, isWide } = screen;
    const page = outside;
    await page.setViewportSize(viewport);
    await openWithAds(page, product);
    if (isWide) await page.evaluate(spaceText);
    await expectThere(page, OVER_CLIP);
    await expectWhole(page, 'a visitor’s feed');
    await page.keyboard.press('ArrowDown');
    await clipPlays(page, 1);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Advertisement' }).waitFor();
    await expectThere(page, OVER_AD);
    await expectWhole(page, 'an advertisement');
  },
);

test('for a visitor on the smallest phone, with wide text spacing, nothing is cut off either', async () => {
  const viewport = { width: 320, height: 568 };
  const page = outside;
  await page.setViewportSize(viewport);
  await page.goto(`${product.url}/login`);
  await page.evaluate(spaceText);
  await lookFromOutside(page);
  await page.goto(`${product.url}/newuser?invite_code=${user.invite_code}`);
  await button(page, 'Register').waitFor();
  await page.evaluate(spaceText);
  await expectWhole(page, 'invitation');
  await page.goto(`${product.url}/nowhere`);
  await heading(page, 'Page not found');
  await page.evaluate(spaceText);
  await expectWhole(page, 'not found');
});
