import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findChromium, findHeadlessShell } from '../../scripts/chromium.ts';

/**
 * Features to disable. The list repeats most of Playwright's, because Chromium reads only the last
 * `--disable-features`. It adds the spare renderer, and the address bar's popup: a page that is
 * half the cost of a window.
 */
const WITHOUT = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Flags for pages as on a phone; the browser itself makes no network requests. */
export const FLAGS = [
  `--disable-features=${WITHOUT.join()}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
  // a test's page closes before V8's background optimization has paid for itself
  '--js-flags=--no-maglev,--no-turbofan',
  // else Chromium rates the connection slow in all tests after one test has broken it, and the app
  // saves data
  '--force-effective-connection-type=4G',
];

/**
 * Environment variable that selects the fonts in which tests measure texts. Pictures for people
 * (`SCREENSHOTS`) use the machine's fonts, which may cover more scripts.
 */
export const FONTS = process.env.SCREENSHOTS
  ? {}
  : { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') };

/** Whether a clip may play with sound before the first user gesture. */
type Autoplay = 'free' | 'gesture';

/** @throws when there is no Chromium */
export function launchOptions(autoplay: Autoplay): LaunchOptions {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium is installed; npm test installs one');
  const policy =
    autoplay === 'free' ? 'no-user-gesture-required' : 'document-user-activation-required';
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return {
    executablePath,
    headless: true,
    env: { ...process.env, ...FONTS },
    args: [...FLAGS, `--autoplay-policy=${policy}`, ...asRoot],
  };
}

/** The same options, with the headless shell if it is installed. */
export const lightOptions = (autoplay: Autoplay): LaunchOptions => ({
  ...launchOptions(autoplay),
  ...shellPath(),
});

function shellPath(): LaunchOptions {
  const executablePath = findHeadlessShell();
  return executablePath ? { executablePath } : {};
}

/** Starts a separate browser in which nothing plays with sound before a user gesture. */
export const startStrictBrowser = (): Promise<Browser> => chromium.launch(lightOptions('gesture'));
