import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser, product, setUpProduct } from './product.ts';
import { visit } from './support.ts';

setUpProduct();

/** Records every text that the tab bar shows, in order. */
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
      // a soft hyphen only marks where a word may break
      [...Reflect.get(globalThis, 'tabsSeen')].map((tab: string) => tab.replaceAll('\u00AD', '')),
    );
}

const ENGLISH = ['Tasks', 'Invite', 'Short video', 'Withdraw', 'Mine'];
const GERMAN = ['Aufgaben', 'Einladen', 'Kurzvideo', 'Auszahlen', 'Mein Konto'];
const ARABIC = ['المهام', 'الدعوة', 'فيديو قصير', 'السحب', 'حسابي'];

const phones = [
  { locale: 'de-AT', tag: 'de', dir: 'ltr', tabs: GERMAN, fetched: ['de'] },
  { locale: 'zh-CN', tag: 'en', dir: 'ltr', tabs: ENGLISH, fetched: [] },
  // the link's language overrides the browser's
  { locale: 'en-US', path: '/login?lang=ar', tag: 'ar', dir: 'rtl', tabs: ARABIC, fetched: ['ar'] },
];

test('the first page is in the language of the phone or link, without a flash of another', async () => {
  const { page, errors } = await visit(browser);
  const client = await page.context().newCDPSession(page);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const tabsSeen = await watchTabs(page);
  // a set, because each file is fetched, then imported from the browser's cache
  const languages = new Set<string>();
  page.on('request', (request) => {
    const [, tag] = /\/assets\/language-(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
    if (tag) languages.add(tag);
  });
  for (const expected of phones) {
    const { locale, path = '/tasks/index' } = expected;
    await client.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
    languages.clear();
    const document = await page.goto(product.url + path);
    const [html] = /<html [^>]*>/.exec((await document?.text()) ?? '') ?? [];
    await page.getByRole('link', { name: expected.tabs[0] ?? '' }).waitFor();
    await page.waitForLoadState('networkidle');
    const { tag, dir } = expected;
    const { lang, dir: drawn } = await page
      .locator('html')
      .evaluate((root: HTMLElement) => ({ lang: root.lang, dir: root.dir }));
    expect.soft({ locale, html, lang, drawn, tabs: await tabsSeen(), languages, errors }).toEqual({
      locale,
      html: expect.stringContaining(`<html lang="${tag}" dir="${dir}"`),
      lang: tag,
      drawn: dir,
      tabs: expected.tabs,
      languages: new Set(expected.fetched),
      errors: [],
    });
  }
});
