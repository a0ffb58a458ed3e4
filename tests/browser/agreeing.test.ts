import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { configureForTest, newRegistration } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, found, openAsVisitor } from './states.ts';

setUpProduct();

const ADULT = 'I am at least 18 years old';
const WHY = 'Confirm your age. What you agree to may have changed: please read it.';
let files: string;

async function publish(page: string, text: string): Promise<void> {
  const path = join(files, `${page}.md`);
  writeFileSync(path, text);
  const { status, stderr } = await product.operator('pages', 'publish', page, path);
  expect([status, stderr]).toEqual([0, '']);
}

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'clipurse-pages-'));
  await publish('terms', '# Our terms\n\nBe *kind*.\n\n| a | b |\n|---|---|\n| 1 | 2 |');
  await publish('privacy', '# What we keep\n\nLittle: [ask](mailto:help@example.org).');
  return () => rmSync(files, { recursive: true });
});

/** Fills in the registration form, except for the statements to tick. */
async function fillForm(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await openAsVisitor(browser);
  await prepare?.(page);
  await page.goto(`${product.url}/login?tab=register`);
  const { username, email, password } = newRegistration();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  if (!prepare) await page.getByRole('link', { name: 'Privacy policy' }).waitFor();
  return page;
}

const register = (page: Page) =>
  page.getByRole('button', { name: 'Register', exact: true }).press('Enter');

test('by keyboard: registering needs the age statement, and the terms open as a page', async () => {
  const page = await fillForm();
  await register(page);
  await page.getByRole('alert').getByText(WHY).waitFor();
  // the box that must be ticked has the focus
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('age');
  await expectAccessible(page, 'register: age missing');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Terms of use' }).press('Enter');
  const terms = await opened;
  await terms.getByRole('heading', { name: 'Our terms' }).waitFor();
  expect(new URL(terms.url()).pathname).toBe('/terms.html');
  await terms.close();
  // the form still has the typed values
  await page.getByLabel(ADULT).press('Space');
  await register(page);
  await page.getByRole('region', { name: 'Short video' }).waitFor();
});

test('terms that change while the form is filled in have to be agreed to again', async () => {
  const page = await fillForm();
  await page.getByLabel(ADULT).check();
  await publish('terms', '# Our new terms');
  await register(page);
  await page.getByRole('alert').getByText(WHY).waitFor();
  const isIn = () => page.getByRole('region', { name: 'Short video' }).isVisible();
  const again = page.getByRole('button', { name: 'Register', exact: true });
  // presses Register until it succeeds: the app must first load the new terms
  await expect
    .poll(async () => (await isIn()) || again.press('Enter', { timeout: 1_000 }).then(isIn, isIn), {
      timeout: 20_000,
    })
    .toBe(true);
});

test('without the app config registering is refused; the next press loads the boxes to tick', async () => {
  const page = await fillForm((own) =>
    own.route('**/api/user/getAppConfig', (route) => route.abort()),
  );
  await register(page);
  await page.getByRole('alert').getByText(WHY).waitFor();
  await page.unroute('**/api/user/getAppConfig');
  // the next press loads the config again
  await register(page);
  await page.getByLabel(ADULT).check();
  await register(page);
  await page.getByRole('region', { name: 'Short video' }).waitFor();
});

test('terms and privacy pages are accessible in light and dark, and from right to left', async () => {
  const page = await openAsVisitor(browser);
  for (const [path, colorScheme] of [
    ['/terms.html', 'light'],
    ['/privacy.html', 'dark'],
    ['/privacy.html?lang=ar', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(product.url + path);
    await page.getByRole('main').waitFor();
    expect(await found(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  }
  expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl');
});

test('where registering is closed the page says so and has no form', async () => {
  await configureForTest(product, { 'product.closed_countries': 'KP' });
  const page = await openAsVisitor(browser);
  await page.route('**/api/user/getAppConfig', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ json: { ...rest, data: { ...data, registration_closed: true } } });
  });
  await page.goto(`${product.url}/login?tab=register`);
  await page.getByText('Registering is not open in your country.').waitFor();
  expect(await page.getByRole('button', { name: 'Register', exact: true }).count()).toBe(0);
  await expectAccessible(page, 'register: closed');
});
