import type { Browser } from 'playwright-core';
import type { Rendition } from '../contract/renditions.ts';
import { countFrom } from '../scripts/usage.ts';
import { median, onSlowPhone, withPages } from './pages.ts';

const ROUNDS = countFrom('BENCH_ROUNDS', 9);
/** Bits a second. */
const LINES = [1_600_000, 400_000];
/** First the whole clip, which everybody got before there were renditions; the others are compared with it. */
const RENDITIONS = ['large', 'small', 'medium.av1'] as const satisfies Rendition[];

/** Milliseconds since the navigation. */
interface Start {
  readonly firstFrame: number;
  /** the clip can play to its end without a stall */
  readonly ready: number;
}

/** Measures a visit whose first clip plays from the file `rendition`. */
const measure = (
  browser: Browser,
  address: string,
  bitsPerSecond: number,
  rendition: Rendition,
): Promise<Start> =>
  onSlowPhone(browser, bitsPerSecond, {}, async (page) => {
    const url = new URL(address).origin;
    await page.context().addCookies([{ name: 'rendition', value: rendition, url }]);
    await page.addInitScript(() => {
      const times: Record<string, number> = {};
      Object.assign(globalThis, { times });
      for (const type of ['loadeddata', 'canplaythrough']) {
        addEventListener(type, () => (times[type] ??= performance.now()), true);
      }
    });
    await page.goto(address, { waitUntil: 'commit' });
    const times = await page.waitForFunction(() => {
      const { times } = globalThis as unknown as { times: Record<string, number> };
      return times.canplaythrough === undefined ? null : times;
    });
    const found = await times.jsonValue();
    return {
      firstFrame: found?.loadeddata ?? Number.NaN,
      ready: found?.canplaythrough ?? Number.NaN,
    };
  });

function print(bitsPerSecond: number, starts: ReadonlyMap<Rendition, Start[]>): void {
  const [whole = []] = [...starts.values()];
  for (const [rendition, found] of starts) {
    const cells = (['firstFrame', 'ready'] as const).map((what) => {
      const own = median(found.map((each) => each[what]));
      const ratio = own / median(whole.map((each) => each[what]));
      return `${what} ${own.toFixed(0)} ms (${ratio.toFixed(2)})`;
    });
    console.log(`${bitsPerSecond / 1_000_000} Mbps, ${rendition}: ${cells.join(', ')}`);
  }
}

/**
 * Measures the first clip of a page on a slow phone and line, from each of its files, in turns: its
 * first frame, and the time until it can play through, each in relation to the whole clip.
 */
export const benchRenditions = (): Promise<void> =>
  withPages(async (browser, address) => {
    for (const line of LINES) {
      const starts = new Map<Rendition, Start[]>(RENDITIONS.map((each) => [each, []]));
      await measure(browser, address, line, 'large');
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [rendition, found] of starts) {
          found.push(await measure(browser, address, line, rendition));
        }
      }
      print(line, starts);
    }
  });
