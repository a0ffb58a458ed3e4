import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { handleLoginReward, updateWdinfo } from '../../contract/calls.ts';
import { BASE_PATH, TOKEN_HEADER } from '../../contract/envelope.ts';
import { loggedIn, register } from '../browser/people.ts';
import { browser, product, setUpProduct } from '../browser/product.ts';
import { visit, WITH_WORKER } from '../browser/support.ts';

let token: string;

setUpProduct();
beforeAll(async () => {
  token = await register(product);
  await ask(handleLoginReward, {});
  await ask(updateWdinfo, {
    country: 'US',
    method: 'paypal',
    recipient_name: 'Ada Lovelace',
    account: 'ada@example.org',
  });
});

async function ask(call: { method: string; path: string }, input: object): Promise<void> {
  const response = await fetch(`${product.url}${BASE_PATH}${call.path}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', [TOKEN_HEADER]: token },
    body: JSON.stringify(input),
  });
  expect(await response.json()).toMatchObject({ code: 1 });
}

/** A page of somebody who is logged in, for as long as the test runs. */
async function inside(act: (page: Page) => Promise<void>, options = {}): Promise<void> {
  const context = await loggedIn(browser, token, options);
  await act(await context.newPage());
  await context.close();
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

const screens = [
  ['/', '/', 'Short Video'],
  ['/tasks', '/tasks/index', 'Task Center'],
  ['/invite', '/invite/index', 'Invite Friends'],
  ['/withdraw', '/withdraw/index', 'Withdraw'],
  ['/mine/', '/mine/index', 'My Profile'],
  ['/nowhere', '/nowhere', 'Page not found'],
] as const;

describe('a route', () => {
  test.each(screens)('%s is at %s and is called %s', (path, place, title) =>
    inside(async (page) => {
      await page.goto(product.url + path);
      await page.waitForFunction((wanted) => document.title === wanted, `${title} | Clipurse`);
      expect(new URL(page.url()).pathname).toBe(place);
    }),
  );

  test('with a friend’s code keeps it, and the card opens on its back with the code filled in', async () => {
    const { page, context } = await visit(browser);
    await page.goto(`${product.url}/?invite_code=K7QM2XWD`);
    await page.getByRole('link', { name: 'Log in to earn' }).click();
    await page.getByLabel('Invite code (optional)').waitFor();
    expect(await page.getByLabel('Invite code (optional)').inputValue()).toBe('K7QM2XWD');
    await context.close();
  });

  test('to log in leads back only to screens of ours', () =>
    inside(async (page) => {
      await page.goto(`${product.url}/login?next=https%3A%2F%2Fexample.org`);
      await page.getByRole('region', { name: 'Short video' }).waitFor();
      expect(page.url()).toBe(`${product.url}/`);
    }));
});

test('a screen that was visited is found again as it was left', () =>
  inside(async (page) => {
    await page.goto(`${product.url}/withdraw/index`);
    await page.getByLabel('Amount').fill('0.75');
    await tab(page, 'Tasks').click();
    await page.getByRole('heading', { name: 'Task Center' }).waitFor();
    expect(await page.getByLabel('Amount').isVisible()).toBe(false);
    await tab(page, 'Withdraw').click();
    expect(await page.getByLabel('Amount').inputValue()).toBe('0.75');
  }));

describe('a dialog', () => {
  const opened = async (page: Page) => {
    await page.goto(`${product.url}/mine/index`);
    await tab(page, 'Withdraw').click();
    await page.getByRole('button', { name: 'Withdraw all' }).click();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByRole('dialog', { name: 'Confirm withdrawal' }).waitFor();
  };
  const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

  test('closes before Back leaves the screen', () =>
    inside(async (page) => {
      await opened(page);
      await page.goBack();
      await closed(page);
      expect(new URL(page.url()).pathname).toBe('/withdraw/index');
      await page.goBack();
      await page.getByRole('heading', { name: 'Mine' }).waitFor();
    }));

  test('closed by hand leaves no step in the history', () =>
    inside(async (page) => {
      await opened(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await closed(page);
      await page.waitForFunction(() => history.state === null);
      await page.goBack();
      await page.getByRole('heading', { name: 'Mine' }).waitFor();
    }));

  test('keeps the focus, and gives it back', () =>
    inside(async (page) => {
      await opened(page);
      for (let step = 0; step < 6; step += 1) {
        await page.keyboard.press('Tab');
        const isOutside = await page.evaluate(
          () =>
            document.activeElement?.closest('dialog, body') !== document.querySelector('dialog'),
        );
        const isNowhere = await page.evaluate(() => document.activeElement === document.body);
        // the browser's own bar is part of the round
        expect(isOutside && !isNowhere).toBe(false);
      }
      await page.keyboard.press('Escape');
      await closed(page);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Withdraw');
    }));
});

describe('the first paint', () => {
  test('has the stored theme, not the system’s', async () => {
    const context = await browser.newContext({ colorScheme: 'dark', javaScriptEnabled: true });
    await context.addInitScript(() => localStorage.setItem('scheme', '"light"'));
    const page = await context.newPage();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${product.url}/login`);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    await context.close();
  });

  test('needs nothing but the page: clip, frame and tab bar stand before any script', async () => {
    const { page, context } = await visit(browser);
    await page.route('**/assets/*', (route) => route.abort());
    await page.goto(product.url);
    const boxes = await page.evaluate(() =>
      ['#first-clip', '.tab-bar'].map((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return box && [box.x, box.y, box.width, box.height];
      }),
    );
    expect(boxes).toEqual([
      [0, 0, 390, 844],
      [0, 784, 390, 60],
    ]);
    await context.close();
  });

  test.each(screens)('of %s moves nothing afterwards', (path, _, title) =>
    inside(async (page) => {
      await page.addInitScript(() => {
        const shifts: string[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            sources: { node: Element | null }[];
          })[]) {
            shifts.push(...entry.sources.map(({ node }) => node?.className ?? '?'));
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(product.url + path, { waitUntil: 'networkidle' });
      await page.waitForFunction((wanted) => document.title === wanted, `${title} | Clipurse`);
      expect(
        await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts),
      ).toEqual([]);
    }),
  );
});

test('every control is large enough for a thumb', () =>
  inside(
    async (page) => {
      for (const [path, , title] of screens) {
        await page.goto(product.url + path, { waitUntil: 'networkidle' });
        await page.waitForFunction((wanted) => document.title === wanted, `${title} | Clipurse`);
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('a, button, select, input')]
            .filter((control) => control.checkVisibility())
            .map((control) => (control.closest('label') ?? control).getBoundingClientRect())
            .filter(({ width, height }) => Math.min(width, height) < 44),
        );
        expect({ path, small }).toEqual({ path, small: [] });
      }
    },
    { viewport: { width: 320, height: 640 } },
  ));

test('without a connection the app itself opens', async () => {
  const { page, context } = await visit(browser, WITH_WORKER);
  await page.goto(`${product.url}/login`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.goto(`${product.url}/mine`);
  // a visitor's way there leads by the log-in, as ever
  await page.getByLabel('Username or email').waitFor();
  await context.close();
});
