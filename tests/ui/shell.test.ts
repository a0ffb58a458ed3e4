import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  configureForTest,
  loggedIn,
  pathOf,
  registerWelcomed,
  setPayee,
  tab,
} from '../browser/people.ts';
import { browser, product, setUpProduct } from '../browser/product.ts';
import { visit } from '../browser/support.ts';

/** The page of a logged-in member; each test opens a route in it. */
let page: Page;

setUpProduct();
beforeAll(async () => {
  const { token } = await registerWelcomed(product);
  await setPayee(product, token);
  page = await (await loggedIn(browser, token)).newPage();
  await page.addInitScript(watchShifts);
  // each screen is drawn as on the first visit, where scripts arrive after the first paint
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
});

interface Shift {
  node: Element | null;
  previousRect: DOMRect;
  currentRect: DOMRect;
}

type Watched = typeof globalThis & { shifts: string[] };

/**
 * Runs in the page: records elements that move after they were drawn, with both rectangles (x y width
 * height).
 */
function watchShifts(): void {
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: Shift[] })[]) {
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const path = [from, to].map(({ x, y, width, height }) => [x, y, width, height].join(' '));
        shifts.push(`${node?.className ?? '?'}: ${path.join(' to ')} of ${innerHeight}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page: lists controls that are too small for a thumb; reflow.test.ts checks smaller screens. */
const readSmall = () =>
  [...document.querySelectorAll('a, button, select, input')]
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
      return Math.min(width, height) < 44;
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 160));

/** Empties the page's storage; at the next load, the script of `loggedIn` stores the session again. */
const forgetAll = () =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(product.url + path, { waitUntil: 'networkidle' });
  await page.waitForFunction((wanted) => document.title === wanted, `${title} | Clipurse`);
}

const screens = [
  ['/', '/', 'Short Video'],
  ['/tasks', '/tasks/index', 'Task Center'],
  ['/invite', '/invite/index', 'Invite Friends'],
  ['/withdraw', '/withdraw/index', 'Withdraw'],
  ['/mine/', '/mine/index', 'My Profile'],
  ['/install', '/install', 'Install the app'],
  ['/nowhere', '/nowhere', 'Page not found'],
] as const;

test('the later tabs of the tab bar do not move the earlier ones', async () => {
  await open(page, '/tasks', 'Task Center');
  const places = await page.evaluate(() => {
    const list = document.querySelector('.tab-bar ul') as Element;
    const read = () =>
      [...list.children].map((tab) => {
        const { x, y, width, height } = tab.getBoundingClientRect();
        return [x, y, width, height];
      });
    const all = read();
    list.children[4]?.remove();
    list.children[3]?.remove();
    return { all, first: read() };
  });
  expect(places.all).toHaveLength(5);
  expect(places.first).toEqual(places.all.slice(0, 3));
});

describe('a route', () => {
  test.each(screens)(
    '%s is at %s, is called %s, moves nothing after the first paint, and has controls that fit a thumb',
    async (path, place, title) => {
      if (page.url().startsWith('http')) await forgetAll();
      await open(page, path, title);
      expect(pathOf(page)).toBe(place);
      const shifts = await page.evaluate(() => (globalThis as Watched).shifts);
      const small = await page.evaluate(readSmall);
      expect({ shifts, small }).toEqual({ shifts: [], small: [] });
    },
  );

  test('has the operator’s name in its title before the configuration is loaded', async () => {
    await configureForTest(product, { 'product.name': 'Payday Clips' });
    const { page, context } = await visit(browser);
    await page.route('**/api/user/getAppConfig', () => undefined);
    await page.goto(`${product.url}/login`);
    await page.getByLabel('Password').waitFor();
    expect(await page.title()).toBe('Login | Payday Clips');
    await context.close();
  });

  test('with a friend’s code stores the code, and the log-in card opens with the code filled in', async () => {
    const { page, context } = await visit(browser);
    await page.goto(`${product.url}/?invite_code=K7QM2XWD`);
    await page.getByRole('link', { name: 'Log in to earn' }).click();
    await page.getByLabel('Invite code (optional)').waitFor();
    expect(await page.getByLabel('Invite code (optional)').inputValue()).toBe('K7QM2XWD');
    await context.close();
  });

  test('to log in leads back only to screens of the app', async () => {
    await page.goto(`${product.url}/login?next=https%3A%2F%2Fexample.org`);
    await page.getByRole('region', { name: 'Short video' }).waitFor();
    expect(page.url()).toBe(`${product.url}/`);
  });
});

test('a screen that is opened again keeps its input and its scroll position', async () => {
  await page.goto(`${product.url}/withdraw/index`);
  await page.getByLabel('Amount').fill('0.75');
  const screen = page.locator('.screen-withdraw');
  const scrolled = () => screen.evaluate(({ scrollTop }) => scrollTop);
  await page.getByText('Good to know').waitFor();
  await screen.evaluate((element) => element.scrollTo(0, 120));
  expect(await scrolled()).toBe(120);
  await tab(page, 'Tasks').click();
  await page.getByRole('heading', { name: 'Task Center' }).waitFor();
  expect(await page.getByLabel('Amount').isVisible()).toBe(false);
  await tab(page, 'Withdraw').click();
  expect(await page.getByLabel('Amount').inputValue()).toBe('0.75');
  expect(await scrolled()).toBe(120);
});

describe('a dialog', () => {
  const opened = async () => {
    await tab(page, 'Withdraw').click();
    await page.getByRole('button', { name: 'Withdraw all' }).click();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByRole('dialog', { name: 'Confirm withdrawal' }).waitFor();
  };
  const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });

  test('is closed by Back before Back leaves the screen, and leaves no history entry when closed by hand', async () => {
    await page.goto(`${product.url}/mine/index`);
    await opened();
    await page.goBack();
    await closed();
    expect(pathOf(page)).toBe('/withdraw/index');
    await page.goBack();
    await page.getByRole('heading', { name: 'Mine' }).waitFor();

    await opened();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await closed();
    await page.waitForFunction(() => history.state === null);
    await page.goBack();
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
  });

  test('keeps the focus, and gives it back', async () => {
    await page.goto(`${product.url}/mine/index`);
    await opened();
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(
        () => document.activeElement?.closest('dialog, body') !== document.querySelector('dialog'),
      );
      const isNowhere = await page.evaluate(() => document.activeElement === document.body);
      // Tab also moves the focus through the browser's own controls
      expect(isOutside && !isNowhere).toBe(false);
    }
    await page.keyboard.press('Escape');
    await closed();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Withdraw');
  });
});

describe('the first paint', () => {
  test('needs no file but the page, and has the stored theme, not the system’s', async () => {
    const bare = await visit(browser, { colorScheme: 'dark' });
    await bare.context.addInitScript(() => localStorage.setItem('scheme', '"light"'));
    // never answered: a failed file would show the notice that the app could not start
    await bare.page.route('**/assets/*', () => undefined);
    await bare.page.goto(product.url, { waitUntil: 'commit' });
    await bare.page.locator('.tab-bar').waitFor();
    const found = await bare.page.evaluate(() => ({
      theme: document.documentElement.dataset.theme,
      boxes: ['#first-clip', '.tab-bar'].map((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return box && [box.x, box.y, box.width, box.height];
      }),
    }));
    const boxes = [
      [0, 0, 390, 844],
      [0, 784, 390, 60],
    ];
    expect(found).toEqual({ theme: 'light', boxes });
    await bare.context.close();
  });
});
