import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findChromium, findHeadlessShell } from '../../scripts/chromium.ts';

/**
 * What Playwright switches off (the last list of a command line counts alone), and the popup of the
 * address bar: a page of its own, which took half of what a window costs.
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

/** As on a phone; the network of the browser itself is kept still. */
export const FLAGS = [
  `--disable-features=${WITHOUT.join()}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
  // a page of a test is gone before what V8 optimizes in the background has paid for itself
  '--js-flags=--no-maglev,--no-turbofan',
  // a connection that one test breaks would be slow in the eyes of all others: the app saves data then
  '--force-effective-connection-type=4G',
];

/**
 * What a browser's environment says of the fonts that texts are measured in; pictures to be looked
 * at (`SCREENSHOTS`) are drawn with those of the machine, which may have more scripts.
 */
export const FONTS = process.env.SCREENSHOTS
  ? {}
  : { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') };

/** Whether a clip may play with sound before anybody has pressed anything. */
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

/** The same without a browser's own windows around its pages, where a headless shell is installed. */
export const lightOptions = (autoplay: Autoplay): LaunchOptions => ({
  ...launchOptions(autoplay),
  ...shellPath(),
});

function shellPath(): LaunchOptions {
  const executablePath = findHeadlessShell();
  return executablePath ? { executablePath } : {};
}

/** A browser of one's own in which nothing plays with sound before a gesture. */
export const startStrictBrowser = (): Promise<Browser> => chromium.launch(lightOptions('gesture'));
