import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { checkIn, handleLoginReward } from '../contract/calls.ts';
import { BASE_PATH, TOKEN_HEADER } from '../contract/envelope.ts';
import { FONTS } from '../tests/browser/chromium.ts';
import { findChromium } from './chromium.ts';

/**
 * Takes the screenshots in `public/screenshots/`, which an installation dialog shows from the app's
 * manifest. Run by hand when the app looks different, beside a server with the demo's clips and a built
 * app: `npx node scripts/screenshots.ts [ADDRESS]`.
 */
const address = process.argv[2] ?? 'http://127.0.0.1:4173';
const directory = join(import.meta.dirname, '../public/screenshots');
const QUALITY = 82;
/** Seconds of watching after which the ring is visibly filled. */
const WATCHED_S = 3;

const forms = {
  narrow: {
    viewport: { width: 390, height: 780 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
  wide: { viewport: { width: 1280, height: 800 } },
};

async function call(path: string, token: string, input: object) {
  const response = await fetch(address + BASE_PATH + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [TOKEN_HEADER]: token },
    body: JSON.stringify(input),
  });
  return (await response.json()).data;
}

/** Registers a member and claims the welcome reward. @returns the session token */
async function newMember(): Promise<string> {
  const username = `picture_${Date.now().toString(36)}`;
  const { userInfo } = await call(checkIn.path, '', {
    ...{ tab: 'register', username, email: `${username}@example.org`, country: 'US' },
    password: crypto.randomUUID(),
  });
  await call(handleLoginReward.path, userInfo.token, {});
  return userInfo.token;
}

async function take(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { width, height, scale } = await page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    scale: devicePixelRatio,
  }));
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { x: 0, y: 0, width, height, scale },
  });
  writeFileSync(join(directory, `${name}.webp`), Buffer.from(data, 'base64'));
}

const open = (page: Page, path: string) =>
  page.goto(address + path, { waitUntil: 'networkidle', timeout: 60_000 });

async function takeAll(context: BrowserContext, form: keyof typeof forms): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(
    (least) => (document.querySelector('video')?.currentTime ?? 0) > least,
    WATCHED_S,
  );
  await take(page, `feed-${form}`);
  await page.goto('about:blank');
  for (const name of form === 'narrow' ? ['tasks', 'withdraw'] : ['tasks']) {
    await open(page, `/${name}/index`);
    await take(page, `${name}-${form}`);
  }
}

mkdirSync(directory, { recursive: true });
const token = await newMember();
const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium is installed');
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...FONTS },
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
});
for (const form of ['narrow', 'wide'] as const) {
  const context = await browser.newContext({
    ...forms[form],
    colorScheme: 'light',
    locale: 'en-US',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
  await takeAll(context, form);
  await context.close();
}
await browser.close();
