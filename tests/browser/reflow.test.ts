import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { handleLoginReward, updateWdinfo } from '../../contract/calls.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { ask, loggedIn, registerUser } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { STILL } from './states.ts';
import { clipPlays } from './watching.ts';

let user: UserInfo;

setUpProduct();
beforeAll(async () => {
  expect((await product.operator('config', 'set', 'ad.every_n_videos', '1')).status).toBe(0);
  user = await registerUser(product);
  await ask(product, user.token, handleLoginReward, {});
  await ask(product, user.token, updateWdinfo, {
    country: 'US',
    method: 'paypal',
    recipient_name: 'Ada Lovelace',
    account: 'ada@example.org',
  });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

interface Losses {
  /** boxes that are wider than their room */
  sideways: string[];
  /** words that are cut off */
  cut: string[];
  /** controls too small for a thumb */
  small: string[];
}

/** Runs in the page: what is lost or out of reach, by its class or its words. */
function readLosses(): Losses {
  const top = document.querySelector('dialog[open]') ?? document.body;
  const shown = [...top.querySelectorAll<HTMLElement>('*')].filter(
    (element) => element.checkVisibility() && !element.closest('.unseen, svg, [inert]'),
  );
  const nameOf = (element: Element) =>
    `${element.className} ${(element.textContent ?? '').slice(0, 30)}`;
  const boxes = [document.documentElement, ...document.querySelectorAll('.screen, dialog[open]')];
  const hasWords = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const isCut = (words: Element) => {
    const range = document.createRange();
    range.selectNodeContents(words);
    const { left, right, top: head, bottom } = range.getBoundingClientRect();
    for (let each: Element | null = words; each && each !== top; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const frame = each.getBoundingClientRect();
      const isScroller = ['auto', 'scroll'].includes(overflowY);
      if (isScroller || each.matches('.rolling-place, .stage, .clip')) return false;
      if (overflowX !== 'visible' && (left < frame.left - 1 || right > frame.right + 1))
        return true;
      if (overflowY !== 'visible' && (head < frame.top - 2 || bottom > frame.bottom + 2))
        return true;
    }
    return left < -1 || right > innerWidth + 1;
  };
  return {
    sideways: boxes.filter((box) => box.scrollWidth > box.clientWidth).map(nameOf),
    cut: shown.filter((element) => hasWords(element) && isCut(element)).map(nameOf),
    small: shown
      .filter((element) => element.matches('a, button, select, input, [role="button"]'))
      .map((control) => control.closest('label, .field-box') ?? control)
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        return Math.min(width, height) < 44;
      })
      .map(nameOf),
  };
}

/** WCAG 1.4.12: what a reader may set, whatever the page says. */
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

/** Runs in the page: which of the things that stand over the clip lie over each other, or outside. */
function readOverlaps(things: string[]): string[] {
  const missing = things.filter((selector) => !document.querySelector(selector));
  const boxes = things.flatMap((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box && box.width > 0 ? [{ selector, box }] : [];
  });
  return [
    ...missing.map((selector) => `${selector} is missing`),
    ...boxes.filter(({ box }) => box.top < 0).map(({ selector }) => `${selector} is cut off`),
    ...boxes.flatMap(({ selector, box: a }, at) =>
      boxes.slice(at + 1).flatMap(({ selector: other, box: b }) => {
        const isApart =
          a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        return isApart ? [] : [`${selector} and ${other}`];
      }),
    ),
  ];
}

async function expectWhole(page: Page, place: string): Promise<void> {
  const losses = await page.evaluate(readLosses);
  expect({ place, ...losses }).toEqual({ place, sideways: [], cut: [], small: [] });
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
  // a browser without a screen refuses for its person, which opens the help
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

test.each(screens)('on $name nothing is lost and all is large enough', async (screen) => {
  const context = await loggedIn(browser, user.token, { ...STILL, viewport: screen.viewport });
  const page = await context.newPage();
  await page.goto(product.url);
  await button(page, 'Share').waitFor();
  if (screen.isWide) await page.evaluate(spaceText);
  expect(await page.evaluate(readOverlaps, OVER_CLIP)).toEqual([]);
  await lookAround(page);
  await context.close();
});

test.each(screens)('on $name a visitor’s clip and advertisement are whole', async (screen) => {
  const { viewport, isWide } = screen;
  const context = await browser.newContext({ ...STILL, viewport, locale: 'en-US' });
  const page = await context.newPage();
  const listed = page.waitForResponse('**/api/ad/getAdList?*');
  await page.goto(product.url);
  await listed;
  if (isWide) await page.evaluate(spaceText);
  expect(await page.evaluate(readOverlaps, OVER_CLIP)).toEqual([]);
  await expectWhole(page, 'a visitor’s feed');
  await page.keyboard.press('ArrowDown');
  await clipPlays(page, 1);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('region', { name: 'Advertisement' }).waitFor();
  expect(await page.evaluate(readOverlaps, OVER_AD)).toEqual([]);
  await expectWhole(page, 'an advertisement');
  await context.close();
});

test('for a visitor on the smallest phone, with wide text, nothing is lost either', async () => {
  const viewport = { width: 320, height: 568 };
  const context = await browser.newContext({ ...STILL, viewport, locale: 'en-US' });
  const page = await context.newPage();
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
  await context.close();
});
