import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { languages } from '../../contract/languages.ts';
import type { UserInfo } from '../../contract/shapes.ts';
import { someOf } from '../volume.ts';
import { stopAtNotice } from './clocks.ts';
import { layoutFaultsOf, NO_LAYOUT_FAULTS } from './geometry.ts';
import { loggedIn, registerUser, registerWelcomed, setPayee } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { speak } from './speaking.ts';
import { openAsVisitor, SMALL } from './states.ts';
import { button, settled } from './support.ts';

let user: UserInfo;

setUpProduct();
beforeAll(async () => {
  user = await registerWelcomed(product);
  await setPayee(product, user.token);
  await registerUser(product, user.invite_code);
});

/** Timeout: a test usually takes twenty seconds, longer on a busy machine. */
const walk = { timeout: 180_000 };

/** The languages that have a catalogue. */
const spoken = readdirSync(new URL('../../src/locales', import.meta.url))
  .filter((name) => name.endsWith('.po'))
  .map((name) => name.slice(0, -'.po'.length));

test('these tests check every language of the picker', () => {
  expect(spoken.sort()).toEqual(languages.map(({ tag }) => tag).sort());
});

/**
 * Languages in which a word of the tab bar may break here. In the font of the tests their longest
 * words are wider than a fifth of 320 px; phones' fonts are narrower, so the check would say
 * nothing about phones.
 */
const PARTED_HERE: readonly string[] = [
  ...['el', 'nl', 'ru', 'uk', 'kn', 'ml', 'te'],
  // a Filipino word breaks at its hyphen, and Thai has no spaces between words
  ...['fil', 'th'],
];

/** Words of the current tab's label that break across lines. */
const partedWords = (page: Page): Promise<string[]> =>
  page.locator('.tab[aria-current] span').evaluateAll((tabs) =>
    tabs.flatMap(({ firstChild }) =>
      [...(firstChild?.nodeValue ?? '').matchAll(/\S+/g)]
        .filter(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(firstChild as Text, index);
          range.setEnd(firstChild as Text, index + word.length);
          return range.getClientRects().length > 1;
        })
        .map(([word]) => word),
    ),
  );

const NO_FAULTS = { ...NO_LAYOUT_FAULTS, parted: [] };

/** Folder for pictures of each screen in four languages, for people to check. */
const { SCREENSHOTS } = process.env;
const pictured = ['en', 'ar', 'de', 'ta'];

async function takePictures(page: Page, place: string, tag: string): Promise<void> {
  const size = page.viewportSize();
  if (!SCREENSHOTS || !size) return;
  for (const width of [320, 390]) {
    await page.setViewportSize({ ...size, width });
    await page.screenshot({ path: join(SCREENSHOTS, `${place}-${tag}-${width}.png`) });
  }
  await page.setViewportSize(size);
}

/**
 * The languages with layout faults on this screen, with the faults.
 * @param place the screen's name in the file names of pictures
 */
async function faultsByLanguage(page: Page, place: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const tag of SCREENSHOTS ? pictured : someOf(spoken, 11)) {
    await speak(page, tag);
    const parted = PARTED_HERE.includes(tag) ? [] : await partedWords(page);
    const faults = { ...(await layoutFaultsOf(page)), parted };
    if (JSON.stringify(faults) !== JSON.stringify(NO_FAULTS)) found[tag] = faults;
    await takePictures(page, place, tag);
  }
  await speak(page, 'en');
  return found;
}

/** Runs in the page: the permission prompt answers "denied", so that Enable opens the help. */
function refuseNotifications(): void {
  Object.assign(globalThis, {
    Notification: { permission: 'default', requestPermission: async () => 'denied' },
  });
}

const places: { path: string; arrive: (page: Page) => Promise<unknown> }[] = [
  { path: '/', arrive: (page) => page.locator('.clip-today').waitFor() },
  {
    path: '/withdraw/index',
    arrive: async (page) => {
      await page.getByText('Good to know').waitFor();
      await page.getByLabel('Amount').fill('1234.56');
    },
  },
  { path: '/tasks/index', arrive: (page) => button(page, 'Enable').waitFor() },
  { path: '/invite/index', arrive: (page) => button(page, 'Copy link').waitFor() },
  { path: '/mine/index', arrive: (page) => button(page, 'Log out').waitFor() },
];

test(
  'a member’s screens have no layout faults on the smallest phone in any language',
  walk,
  async () => {
    const page = await (await loggedIn(browser, user.token, SMALL)).newPage();
    await page.addInitScript(refuseNotifications);
    await page.goto(product.url);
    const lost: Record<string, unknown> = {};
    for (const { path, arrive } of places) {
      await page.locator(`.tab-bar a[href="${path}"]`).click();
      await arrive(page);
      await settled(page);
      lost[path] = await faultsByLanguage(page, path.split('/')[1] || 'feed');
    }
    await page.locator('.tab-bar a[href="/tasks/index"]').click();
    await button(page, 'Enable').click();
    await page.getByRole('dialog', { name: 'Notification help' }).waitFor();
    lost['the help'] = await faultsByLanguage(page, 'help');
    await button(page, 'Close').click();
    await page.locator('.tab-bar a[href="/withdraw/index"]').click();
    await button(page, 'Withdraw all').click();
    await button(page, 'Withdraw').click();
    await button(page, 'Confirm').waitFor();
    lost['the confirmation'] = await faultsByLanguage(page, 'confirmation');
    expect(lost).toEqual(Object.fromEntries(Object.keys(lost).map((place) => [place, {}])));
    await page.context().close();
  },
);

test(
  'a visitor’s screens have no layout faults on the smallest phone in any language',
  walk,
  async () => {
    const page = await openAsVisitor(browser);
    const lost: Record<string, unknown> = {};
    await page.clock.install();
    await page.goto(product.url);
    await page.locator('.clip-why').waitFor();
    await page.locator('.ticker').waitFor({ state: 'attached' });
    // the notice is below texts that are long in some languages
    await stopAtNotice(page);
    lost.feed = await faultsByLanguage(page, 'visitor');
    await page.clock.resume();
    // without a page load, after which the page would fetch each language again
    await page.evaluate(() => history.pushState(null, '', '/login'));
    await button(page, 'Log in').click();
    await page.getByText('Enter a password.').waitFor();
    lost.login = await faultsByLanguage(page, 'login');
    await button(page, 'Create an account').click();
    await button(page, 'Register').click();
    await page.getByText('Enter your email.').waitFor();
    lost.register = await faultsByLanguage(page, 'register');
    await page.goto(`${product.url}/newuser?invite_code=${user.invite_code}`);
    await button(page, 'Register').waitFor();
    lost.landing = await faultsByLanguage(page, 'landing');
    expect(lost).toEqual({ feed: {}, login: {}, register: {}, landing: {} });
    await page.context().close();
  },
);
