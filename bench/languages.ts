import type { Browser } from 'playwright-core';
import { countFrom } from '../scripts/usage.ts';
import { median, onSlowPhone, withPages } from './pages.ts';

const ROUNDS = countFrom('BENCH_ROUNDS', 9);
/** English first; then catalogues of different sizes, in both directions of text. */
const LOCALES = ['en-US', 'de-DE', 'ar-EG', 'ru-RU', 'ta-IN'];
const BITS_PER_SECOND = 1_600_000;

/** Milliseconds since the navigation. */
interface Start {
  readonly paint: number;
  /** the first word of the tab bar */
  readonly words: number;
}

const measure = (browser: Browser, address: string, locale: string): Promise<Start> =>
  onSlowPhone(browser, BITS_PER_SECOND, { locale }, async (page) => {
    await page.goto(address, { waitUntil: 'commit' });
    const words = await page.waitForFunction(() =>
      document.querySelector('.tab span')?.textContent ? performance.now() : null,
    );
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    return { paint, words: Number(await words.jsonValue()) };
  });

function print(starts: ReadonlyMap<string, Start[]>): void {
  const [english = []] = [...starts.values()];
  for (const [locale, found] of starts) {
    const cells = (['paint', 'words'] as const).map((what) => {
      const own = median(found.map((each) => each[what]));
      const ratio = own / median(english.map((each) => each[what]));
      return `${what} ${own.toFixed(0)} ms (${ratio.toFixed(2)})`;
    });
    console.log(`${locale}: ${cells.join(', ')}`);
  }
}

/**
 * Measures the first visit in several languages, in turns, on a slow phone and line: the first paint,
 * and the first words of the tab bar, each in relation to English.
 */
export const benchLanguages = (): Promise<void> =>
  withPages(async (browser, address) => {
    const starts = new Map<string, Start[]>(LOCALES.map((locale) => [locale, []]));
    await measure(browser, address, 'en-US');
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [locale, found] of starts) found.push(await measure(browser, address, locale));
    }
    print(starts);
  });
