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
  return () =>
    page.evaluate(() =>
      // a soft hyphen only says where a word may break
      [...Reflect.get(globalThis, 'tabsSeen')].map((tab: string) => tab.replaceAll('\u00AD', '')),
    );
}

const ENGLISH = ['Tasks', 'Invite', 'Short video', 'Withdraw', 'Mine'];
const GERMAN = ['Aufgaben', 'Einladen', 'Kurzvideo', 'Auszahlen', 'Mein Konto'];

const phones = [
  { locale: 'de-AT', tag: 'de', tabs: GERMAN, fetched: ['de'] },
  { locale: 'en-US', tag: 'en', tabs: ENGLISH, fetched: [] },
  { locale: 'zh-CN', tag: 'en', tabs: ENGLISH, fetched: [] },
];

test('the first page is in the phone’s language, and no text of another shows before', async () => {
  const { page, errors } = await visit(browser);
  const client = await page.context().newCDPSession(page);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const tabsSeen = await watchTabs(page);
  // fetched, then imported from the browser's cache
  const languages = new Set<string>();
  page.on('request', (request) => {
    const [, tag] = /\/assets\/language-(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
    if (tag) languages.add(tag);
  });
  for (const expected of phones) {
    const { locale } = expected;
    await client.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
    languages.clear();
    const document = await page.goto(`${product.url}/tasks/index`);
    const [html] = /<html [^>]*>/.exec((await document?.text()) ?? '') ?? [];
    await page.getByRole('link', { name: expected.tabs[0] ?? '' }).waitFor();
    await page.waitForLoadState('networkidle');
    const language = await page.locator('html').getAttribute('lang');
    expect.soft({ locale, html, language, tabs: await tabsSeen(), languages, errors }).toEqual({
      locale,
      html: expect.stringContaining(`<html lang="${expected.tag}" dir="ltr"`),
      language: expected.tag,
      tabs: expected.tabs,
      languages: new Set(expected.fetched),
      errors: [],
    });
  }
});

test('a link with ?lang=ar opens in Arabic, from right to left, in an English browser', async () => {
  const { page, errors } = await visit(browser);
  const answer = await page.goto(`${product.url}/login?lang=ar`);
  const [sent] = /<html [^>]*>/.exec((await answer?.text()) ?? '') ?? [];
  await page.locator('.tab').first().waitFor();
  await page.waitForLoadState('networkidle');
  const html = page.locator('html');
  expect({
    sent,
    language: await html.getAttribute('lang'),
    direction: await html.getAttribute('dir'),
    errors,
  }).toEqual({
    sent: expect.stringContaining('<html lang="ar" dir="rtl"'),
    language: 'ar',
    direction: 'rtl',
    errors: [],
  });
});
