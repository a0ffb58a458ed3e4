import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser, product, setUpProduct } from './product.ts';
import { visit } from './support.ts';

setUpProduct();

/** Every text that the tab bar ever showed, in the order it came. */
async function watchTabs(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Reflect.set(globalThis, 'tabsSeen', seen);
    new MutationObserver(() => {
      for (const tab of document.querySelectorAll('.tab span')) seen.add(tab.textContent ?? '');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => [...Reflect.get(globalThis, 'tabsSeen')]);
}

const ENGLISH = ['Tasks', 'Invite', 'Short video', 'Withdraw', 'Mine'];
const GERMAN = ['Aufgaben', 'Einladen', 'Kurzvideo', 'Auszahlen', 'Mein Konto'];

test.each([
  { locale: 'de-AT', tag: 'de', tabs: GERMAN, fetched: ['de'] },
  { locale: 'en-US', tag: 'en', tabs: ENGLISH, fetched: [] },
  { locale: 'zh-CN', tag: 'en', tabs: ENGLISH, fetched: [] },
])('a phone in $locale begins in its language, and sees no other', async (expected) => {
  const { page, context, errors } = await visit(browser, { locale: expected.locale });
  const languages: (string | undefined)[] = [];
  page.on('request', (request) => {
    const [, tag] = /\/assets\/language-(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
    if (tag) languages.push(tag);
  });
  const tabsSeen = await watchTabs(page);
  const document = await page.goto(product.url);
  expect(await document?.text()).toContain(`<html lang="${expected.tag}" dir="ltr"`);
  await page.getByRole('link', { name: expected.tabs[0] ?? '' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('html').getAttribute('lang')).toBe(expected.tag);
  expect([await tabsSeen(), languages, errors]).toEqual([expected.tabs, expected.fetched, []]);
  await context.close();
});
