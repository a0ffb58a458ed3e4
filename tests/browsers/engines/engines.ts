import { findBrowsers } from '../../../scripts/browsers.ts';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import type { Phone } from './phone.ts';
import { startWebKit } from './webkit.ts';

export interface Engine {
  /** what its tests and pictures are called by */
  readonly id: 'firefox' | 'webkit' | 'chromium' | 'floor';
  /** null: not on this machine */
  readonly start: (() => Promise<Phone>) | null;
}

const { chromium, firefox, webkit, floor } = findBrowsers();

/** One of each that people have, and the oldest that is supported. */
export const engines: readonly Engine[] = [
  { id: 'firefox', start: firefox ? () => startFirefox(firefox) : null },
  { id: 'webkit', start: webkit ? () => startWebKit(webkit.driver, webkit.browser) : null },
  { id: 'chromium', start: chromium ? () => startChromium(chromium) : null },
  { id: 'floor', start: floor ? () => startChromium(floor) : null },
];
