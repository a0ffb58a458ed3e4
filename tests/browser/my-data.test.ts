import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { myData } from '../../contract/calls.ts';
import { inSheet, isFocused, openMineAsNewMember, rowOf } from './mine-sheets.ts';
import { setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { DESK, dialogEntryLeft } from './support.ts';

setUpProduct();

const row = (page: Page, name = 'Your data') => rowOf(page, name);
const JSON_BUTTON = 'Download everything (JSON)';
const CSV_BUTTON = 'Download transactions (CSV)';

async function downloadOf(page: Page, press: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return {
    name: download.suggestedFilename(),
    text: String(await buffer(await download.createReadStream())),
  };
}

test('both files are downloaded, and contain the stored data', async () => {
  const { page, username, email } = await openMineAsNewMember(REDUCED_MOTION);
  await row(page).click();
  const all = await downloadOf(page, () => inSheet(page, JSON_BUTTON).click());
  expect(all.name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(all.text).account).toMatchObject([{ username, email }]);
  await page.getByText('The download has started.').waitFor();
  const entries = await downloadOf(page, () => inSheet(page, CSV_BUTTON).click());
  expect(entries.name).toMatch(/\.csv$/);
  expect(entries.text).toMatch(/^\uFEFFnumber,time,what,from,to,amount,detail\r\n/);
});

test('by keyboard alone: a file is downloaded, and the sheet closes by Escape, Close and Back', async () => {
  const { page } = await openMineAsNewMember({ ...REDUCED_MOTION, ...DESK });
  await row(page).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(inSheet(page, JSON_BUTTON))).toBe(true);
  await page.keyboard.press('Tab');
  const { name } = await downloadOf(page, () => page.keyboard.press('Enter'));
  expect(name).toMatch(/\.csv$/);
  expect(await isFocused(inSheet(page, CSV_BUTTON))).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(row(page))).toBe(true);
  await dialogEntryLeft(page);
  await page.keyboard.press('Enter');
  await inSheet(page, 'Close').click();
  await expect.poll(() => isFocused(row(page))).toBe(true);
  await dialogEntryLeft(page);
  await page.keyboard.press('Enter');
  await inSheet(page, JSON_BUTTON).waitFor();
  // the reopened sheet does not report the last download
  expect(await page.getByText('The download has started.').count()).toBe(0);
  await page.goBack();
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
});

test('each state of the sheet of the member’s data is accessible, on the smallest phone too', async () => {
  const { page } = await openMineAsNewMember(SMALL);
  await row(page).click();
  await inSheet(page, JSON_BUTTON).waitFor();
  await page.route(`**${myData.path}*`, (route) => route.abort());
  await inSheet(page, JSON_BUTTON).click();
  await page.getByText('Network error, please try again later.').waitFor();
  await page.unroute(`**${myData.path}*`);
  const limited = { code: 0, msg: '', data: { reason: 'too_many_attempts', retry_after: 900 } };
  await page.route(`**${myData.path}*`, (route) => route.fulfill({ json: limited }));
  await inSheet(page, JSON_BUTTON).click();
  await page.getByText('Too many attempts. Please try again in 15 minutes.').waitFor();
  await expectAccessible(page, 'limited');
  await page.unroute(`**${myData.path}*`);
  await downloadOf(page, () => inSheet(page, JSON_BUTTON).click());
  await page.getByText('The download has started.').waitFor();
  await expectAccessible(page, 'saved');
});
