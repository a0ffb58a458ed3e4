import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkIn, endOtherSessions, endSession, sessions } from '../../contract/calls.ts';
import { inSheet, isFocused } from './mine-sheets.ts';
import { ask, expectToasts, loggedIn, newRegistration, recordToasts } from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { expectAccessible, networkOf, REDUCED_MOTION, SMALL } from './states.ts';
import { DESK } from './support.ts';

setUpProduct();

const TITLE = 'Where you are logged in';
const row = (page: Page, name = TITLE) =>
  page.locator('.screen-mine').getByRole('button', { name });
const devices = (page: Page) => page.locator('dialog').getByRole('listitem');

/** Registers a member with this number of other sessions, and opens Mine. */
async function person(options: BrowserContextOptions, others: number) {
  const { username, password, email } = newRegistration();
  const form = { tab: 'register', username, password, email } as const;
  const { userInfo } = await ask(product, null, checkIn, form);
  const again = { tab: 'login', username, password } as const;
  const open = async (token: string) => {
    const context = await loggedIn(browser, token, options);
    const page = await context.newPage();
    await page.goto(`${product.url}/mine/index`);
    return page;
  };
  const tokens: string[] = [];
  for (let other = 0; other < others; other += 1) {
    tokens.push((await ask(product, null, checkIn, again)).userInfo.token);
  }
  const page = await open(userInfo.token);
  return { username, password, page, open, tokens };
}

test('a session is ended, then all others, and each of them is logged out', async () => {
  const { page, open, tokens, username, password } = await person(REDUCED_MOTION, 2);
  await row(page).click();
  await expect.poll(() => devices(page).count()).toBe(3);
  // a session that a browser started has the browser's name
  const context = await browser.newContext(REDUCED_MOTION);
  const other = await context.newPage();
  const toasts = await recordToasts(other);
  await other.goto(`${product.url}/login`);
  await other.getByLabel('Username or email').fill(username);
  await other.getByLabel('Password').fill(password);
  await other.getByRole('button', { name: 'Log in', exact: true }).click();
  await other.waitForFunction(() => localStorage.getItem('token'));
  await page.keyboard.press('Escape');
  await row(page).click();
  await expect.poll(() => devices(page).count()).toBe(4);
  const browsers = devices(page).filter({ hasText: /Chrome\W* on \W*Linux/ });
  expect(await browsers.count()).toBe(1);
  expect(await devices(page).filter({ hasText: 'Unknown device' }).count()).toBe(3);
  await browsers.getByRole('button', { name: 'Log out' }).click();
  await page.getByText('That device is logged out.').waitFor();
  await expect.poll(() => devices(page).count()).toBe(3);
  await other.goto(`${product.url}/mine/index`);
  await other.getByLabel('Username or email').waitFor();
  await expectToasts(toasts, ['Your session has ended. Please log in again.']);
  await inSheet(page, 'Log out all other devices').click();
  await page.getByText('You are not logged in anywhere else.').waitFor();
  expect(await devices(page).count()).toBe(1);
  const left = await open(tokens[0] ?? '');
  await left.getByLabel('Username or email').waitFor();
  // this session continues
  await page.reload();
  await row(page).waitFor();
});

test('the sheet works by keyboard alone; the focus moves to the result of a press', async () => {
  const { page } = await person({ ...REDUCED_MOTION, ...DESK }, 1);
  await row(page).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => devices(page).count()).toBe(2);
  const end = devices(page).getByRole('button', { name: 'Log out' });
  // the button's description names the device
  const about = await end.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${about}"]`).innerText()).toBe('Unknown device');
  for (let tab = 0; tab < 4 && !(await isFocused(end)); tab += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const said = page.getByText('That device is logged out.');
  await said.waitFor();
  await expect.poll(() => isFocused(said)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(row(page))).toBe(true);
  await page.keyboard.press('Enter');
  await inSheet(page, 'Close').click();
  await expect.poll(() => isFocused(row(page))).toBe(true);
});

test('each state of the sessions sheet is accessible, on the smallest phone too', async () => {
  const { page } = await person(SMALL, 2);
  await page.route(`**${sessions.path}*`, (route) => route.abort());
  await row(page).click();
  await inSheet(page, 'Retry').waitFor();
  await expectAccessible(page, 'lost');
  await page.unroute(`**${sessions.path}*`);
  await inSheet(page, 'Retry').click();
  await expect.poll(() => devices(page).count()).toBe(3);
  const network = await networkOf(page, `**${endOtherSessions.path}`, 'silent');
  const faceOf = () =>
    inSheet(page, 'Close').evaluate((close) => getComputedStyle(close).backgroundColor);
  const face = await faceOf();
  await inSheet(page, 'Log out all other devices').click();
  await expect.poll(() => inSheet(page, 'Close').getAttribute('aria-disabled')).toBe('true');
  expect(await faceOf()).toBe(face);
  await network('broken');
  await page.getByText('Network error, please try again later.').waitFor();
  await expectAccessible(page, 'refused');
  await network('open');
  await inSheet(page, 'Log out all other devices').click();
  await page.getByText('All your other devices are logged out.').waitFor();
  await expectAccessible(page, 'ended');
});

test('a long list shows the result of a press, and each time in one line', async () => {
  const { page } = await person({ ...REDUCED_MOTION, viewport: { width: 390, height: 568 } }, 6);
  await row(page).click();
  await expect.poll(() => devices(page).count()).toBe(7);
  const linesOf = (note: SVGElement | HTMLElement) =>
    note.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(note).lineHeight);
  const used = devices(page)
    .getByText(/^Last used:/)
    .first();
  expect(Math.round(await used.evaluate(linesOf))).toBe(1);
  const isInSight = (element: ReturnType<Page['locator']>) =>
    element.evaluate((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      const { top: edge = 0 } = each.closest('dialog')?.getBoundingClientRect() ?? {};
      return top >= edge && bottom <= innerHeight;
    });
  await page.route(`**${endSession.path}`, (route) => route.abort());
  await devices(page).last().getByRole('button', { name: 'Log out' }).click();
  const refusal = page.getByText('Network error, please try again later.');
  await refusal.waitFor();
  await expect.poll(() => isInSight(refusal)).toBe(true);
  await page.unroute(`**${endSession.path}`);
  await devices(page).last().getByRole('button', { name: 'Log out' }).click();
  const said = page.getByText('That device is logged out.');
  await said.waitFor();
  await expect.poll(() => isInSight(said)).toBe(true);
});
