import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkIn, deleteAccount, deletion } from '../../contract/calls.ts';
import { inSheet, isFocused, openMineAsNewMember, rowOf } from './mine-sheets.ts';
import { ask } from './people.ts';
import { product, setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { DESK, dialogEntryLeft } from './support.ts';

setUpProduct();

const row = (page: Page, name = 'Delete account') => rowOf(page, name);
const lastLook = (page: Page) => page.getByText('Delete the account');

/** The number of stored claims, and the text of the local storage, of this browser. */
const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const claims = await new Promise<number>((resolve) => {
      const request = indexedDB.open('clipurse');
      request.onsuccess = () => {
        const { result } = request;
        if (!result.objectStoreNames.contains('claims')) return resolve(0);
        const all = result.transaction('claims').objectStore('claims').getAll();
        all.onsuccess = () => resolve(all.result.length);
      };
      request.onerror = () => resolve(0);
    });
    return { claims, text: JSON.stringify({ ...localStorage }) };
  });

/** The chunks of the deletion sheet that this page has fetched. */
const codeOnPage = (page: Page) =>
  page.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    return [...new Set(names.filter((name) => /\/deletion-sheet-.*\.js$/.test(name)))];
  });

/** Stores a claim that this device has not sent yet. */
const keepClaim = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('clipurse');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const store = request.result.transaction('claims', 'readwrite').objectStore('claims');
          const claim = { id: 'of-before', userId: 1, attempt: 1, call: 'record', itemId: 1 };
          store.put({ ...claim, earnedAtMs: null }).onsuccess = () => {
            request.result.close();
            resolve();
          };
        };
      }),
  );

test('an account is deleted, and the device stores nothing of it', async () => {
  const { page, context, username, ...form } = await openMineAsNewMember(REDUCED_MOTION);
  const other = await context.newPage();
  await other.goto(`${product.url}/invite/index`);
  await other.getByRole('heading', { level: 1 }).waitFor();
  await row(page).waitFor();
  await page.waitForLoadState('networkidle');
  await keepClaim(page);
  // the chunk is fetched only when the sheet opens
  expect(await codeOnPage(page)).toEqual([]);
  await row(page).click();
  await page.locator('dialog').getByText('All of this is lost.').waitFor();
  expect(await codeOnPage(page)).toHaveLength(1);
  await inSheet(page, 'Delete account').click();
  await inSheet(page, 'Delete for good').click();
  await page.getByText('Your account is deleted').waitFor();
  await page.getByText('What this app kept on this device is erased, too.').waitFor();
  // the other window is logged out, too
  await expect.poll(() => new URL(other.url()).pathname).toBe('/login');
  await inSheet(page, 'Close').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  await page.waitForLoadState('networkidle');
  const { claims, text } = await keptOn(page);
  expect(claims).toBe(0);
  expect(text).not.toContain(username);
  expect(text).not.toContain('"token"');
  // the username can be registered again
  await ask(product, null, checkIn, { tab: 'register', username, ...form });
});

test('by keyboard alone: Escape, Close and Back close the sheet without deleting anything', async () => {
  const { page } = await openMineAsNewMember({ ...REDUCED_MOTION, ...DESK });
  await row(page).focus();
  await page.keyboard.press('Enter');
  await inSheet(page, 'Delete account').waitFor();
  await inSheet(page, 'Delete account').focus();
  await page.keyboard.press('Enter');
  // a repeated Enter deletes nothing
  await expect.poll(() => isFocused(lastLook(page))).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await isFocused(inSheet(page, 'Delete for good'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(row(page))).toBe(true);
  await dialogEntryLeft(page);
  await page.keyboard.press('Enter');
  await inSheet(page, 'Close').click();
  await expect.poll(() => isFocused(row(page))).toBe(true);
  await dialogEntryLeft(page);
  await page.keyboard.press('Enter');
  await inSheet(page, 'Delete account').waitFor();
  await page.goBack();
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  await page.reload();
  await row(page).waitFor();
});

test('each state of the deletion sheet is accessible, on the smallest phone too', async () => {
  const { page } = await openMineAsNewMember(SMALL);
  await page.route(`**${deletion.path}*`, (route) => route.abort());
  await row(page).click();
  await inSheet(page, 'Retry').waitFor();
  await page.unroute(`**${deletion.path}*`);
  const data = { balance: '3.4500', coming: '0.5000', friends: 4, held: '2.0000' };
  await page.route(`**${deletion.path}*`, (route) =>
    route.fulfill({ json: { code: 1, msg: 'ok', data } }),
  );
  await inSheet(page, 'Retry').click();
  await page.getByText('You have a withdrawal in process.').waitFor();
  expect(await inSheet(page, 'Delete account').count()).toBe(0);
  await page.unroute(`**${deletion.path}*`);
  await inSheet(page, 'Close').click();
  await row(page).click();
  await inSheet(page, 'Delete account').waitFor();
  await expectAccessible(page, 'what is lost');
  await inSheet(page, 'Delete account').click();
  await lastLook(page).waitFor();
  await expectAccessible(page, 'asking');
  const pending = { code: 0, msg: '', data: { reason: 'pending_exists' } };
  await page.route(`**${deleteAccount.path}`, (route) => route.fulfill({ json: pending }));
  await inSheet(page, 'Delete for good').click();
  await page.getByText('You have a withdrawal in process.').waitFor();
  await page.unroute(`**${deleteAccount.path}`);
  await page.route(`**${deleteAccount.path}`, (route) => route.abort());
  await inSheet(page, 'Delete for good').click();
  await page.getByText('Network error, please try again later.').waitFor();
  await page.unroute(`**${deleteAccount.path}`);
  const done = { code: 1, msg: 'ok', data: {} };
  await page.route(`**${deleteAccount.path}`, (route) => route.fulfill({ json: done }));
  await inSheet(page, 'Delete for good').click();
  await page.getByText('Your account is deleted').waitFor();
  await expectAccessible(page, 'deleted');
});
