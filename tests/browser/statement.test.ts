import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { statement } from '../../contract/calls.ts';
import { statementOf } from '../model/statement.samples.ts';
import { inSheet, isFocused, openMineAsNewMember, rowOf } from './mine-sheets.ts';
import { setUpProduct } from './product.ts';
import { expectAccessible, REDUCED_MOTION, SMALL } from './states.ts';
import { DESK } from './support.ts';

setUpProduct();

const row = (page: Page, name = 'Statement of earnings') => rowOf(page, name);
const tables = (page: Page) => page.locator('dialog table');
const url = `**${statement.path}*`;

/** Answers with a statement for each year. */
const fulfil = (page: Page) =>
  page.route(url, (route) => {
    const year = Number(new URL(route.request().url()).searchParams.get('year') ?? 2026);
    return route.fulfill({ json: { code: 1, msg: 'ok', data: statementOf(year) } });
  });

test('by keyboard alone: a year is read, saved and printed', async () => {
  const { page } = await openMineAsNewMember({ ...REDUCED_MOTION, ...DESK });
  // as in Safari, where `print` returns at once and the paper is laid out later
  await page.addInitScript(() => Object.assign(globalThis, { print: () => undefined }));
  const classOfRoot = () => page.evaluate(() => document.documentElement.className);
  await fulfil(page);
  await page.reload();
  await row(page).focus();
  await page.keyboard.press('Enter');
  await tables(page).getByText('March 2026').waitFor();
  expect(await tables(page).last().innerText()).toMatch(/Watched a video\s+44\.02\s+40\.23/);
  const years = page.locator('dialog select');
  await page.keyboard.press('Tab');
  await expect.poll(() => isFocused(years)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await tables(page).getByText('March 2025').waitFor();
  await page.keyboard.press('Tab');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('statement-2025.csv');
  expect(String(await buffer(await download.createReadStream()))).toBe('month,what\r\n');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await classOfRoot()).toBe('prints-statement');
  await page.keyboard.press('Escape');
  expect(await classOfRoot()).toBe('');
  await expect.poll(() => isFocused(row(page))).toBe(true);
});

test('the printed page has only the statement and the member’s name', async () => {
  const { page, username } = await openMineAsNewMember(REDUCED_MOTION);
  await row(page).click();
  await tables(page).getByText('Balance at the end').first().waitFor();
  expect(await page.locator('.statement-printed').isVisible()).toBe(false);
  await page.evaluate(() => document.documentElement.classList.add('prints-statement'));
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('#root').isVisible()).toBe(false);
  const paper = page.locator('.statement-printed');
  expect(await paper.innerText()).toMatch(
    new RegExp(`^Statement of earnings\\s+Clipurse · ${username} `),
  );
  expect(await paper.getByText('Balance at the end').first().isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await inSheet(page, 'Close').click();
  await expect.poll(() => paper.count()).toBe(0);
});

test('each state of the statement sheet is accessible, on the smallest phone too', async () => {
  const { page } = await openMineAsNewMember(SMALL);
  await page.route(url, (route) => route.abort());
  await row(page).click();
  await inSheet(page, 'Retry').waitFor();
  await expectAccessible(page, 'no connection');
  await page.unroute(url);
  await fulfil(page);
  await inSheet(page, 'Retry').click();
  await tables(page).getByText('March 2026').waitFor();
  await expectAccessible(page, 'shown');
});
