import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loggedIn, register } from './people.ts';
import { type Product, startBrowser, startProduct } from './support.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let product: Product;
let browser: Browser;
let token: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), startBrowser()]);
  token = await register(product);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/** What axe finds, in words that name the place. */
async function violations(page: Page): Promise<string[]> {
  // the page's own policy lets no foreign script in; the browser's tools may
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run(),
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

const screens = [
  { path: '/', isReady: (page: Page) => page.getByRole('progressbar', { name: 'Watch reward' }) },
  { path: '/withdraw/index', isReady: (page: Page) => page.getByText('Good to know') },
  { path: '/mine/index', isReady: (page: Page) => page.getByRole('button', { name: 'Log out' }) },
  {
    path: '/invite/index',
    isReady: (page: Page) => page.getByRole('button', { name: 'Copy link' }),
  },
  { path: '/tasks/index', isReady: (page: Page) => page.getByRole('heading', { level: 1 }) },
  { path: '/notifications', isReady: (page: Page) => page.getByText('Nothing is sent yet') },
  {
    path: '/install',
    isReady: (page: Page) => page.getByRole('region', { name: 'About' }),
  },
  { path: '/nowhere', isReady: (page: Page) => page.getByRole('heading', { level: 1 }) },
];

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each(screens)('$path has nothing for axe to find', async ({ path, isReady }) => {
    const context = await loggedIn(browser, token, { colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(product.url + path);
    await isReady(page).waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  test.each(['Log in', 'Register'])('/login to %s has nothing for axe to find', async (button) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${product.url}/login`);
    if (button === 'Register')
      await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByRole('button', { name: button, exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
});

test.each(['ltr', 'rtl'] as const)(
  'no screen scrolls sideways on the smallest phone, %s',
  async (dir) => {
    const context = await loggedIn(browser, token, { viewport: { width: 320, height: 568 } });
    const page = await context.newPage();
    for (const { path, isReady } of screens) {
      await page.goto(product.url + path);
      await isReady(page).waitFor();
      await page.evaluate((direction) => {
        document.documentElement.dir = direction;
      }, dir);
      const overflow = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('.screen')].map(
          (box) => box.scrollWidth - box.clientWidth,
        ),
      );
      expect({ path, widest: Math.max(...overflow) }).toEqual({ path, widest: 0 });
    }
    await context.close();
  },
);

test('a visitor who opens a private screen logs in and is led back to it', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.url}/withdraw`);
  await page.getByLabel('Username or email').fill('person_1');
  await page.getByLabel('Password').fill('a-long-engine-1843');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Withdraw', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/withdraw/index');
  expect(await page.title()).toBe('Withdraw | Clipurse');
  await context.close();
});

test('a session that ended leads to log in, once, and says so', async () => {
  const ending = await register(product);
  const context = await loggedIn(browser, ending);
  const page = await context.newPage();
  await page.goto(`${product.url}/mine/index`);
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  const { status } = await product.operator('users', 'block', 'person_2');
  expect(status).toBe(0);
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('status').getByText('Your session has ended').waitFor();
  await page.getByLabel('Username or email').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await context.close();
});

test('wrong credentials are told beside the form, in the same words for any user', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  for (const name of ['person_1', 'nobody_at_all']) {
    await page.getByLabel('Username or email').fill(name);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Username, email or password is wrong.').first().waitFor();
  }
  await context.close();
});
