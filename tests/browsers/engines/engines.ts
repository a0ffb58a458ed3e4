import { findBrowsers } from '../../../scripts/browsers.ts';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import type { Phone } from './phone.ts';
import { startWebKit } from './webkit.ts';

export interface Engine {
  /** names the engine's tests and pictures */
  readonly id: 'firefox' | 'webkit' | 'chromium' | 'floor';
  /** null: not installed */
  readonly start: (() => Promise<Phone>) | null;
}

const { chromium, firefox, webkit, floor } = findBrowsers();

/** The three engines that people use, and the oldest supported Chromium. */
export const engines: readonly Engine[] = [
  { id: 'firefox', start: firefox ? () => startFirefox(firefox) : null },
  { id: 'webkit', start: webkit ? () => startWebKit(webkit.driver, webkit.browser) : null },
  { id: 'chromium', start: chromium ? () => startChromium(chromium) : null },
  { id: 'floor', start: floor ? () => startChromium(floor) : null },
];
