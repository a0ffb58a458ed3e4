import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { provideChromium } from '../scripts/chromium.ts';
import { countFrom } from '../scripts/usage.ts';
import { addressOf, median } from './pages.ts';
import { type SlowConnection, slowCpu, startSlowConnection } from './slow-connection.ts';

const ROUNDS = countFrom('BENCH_ROUNDS', 9);
/** The app caches clips only some seconds after its start, and while playback does not need the connection. */
const CACHE_TIMEOUT_MS = 120_000;
const QUIET_MS = 2_000;

type Visit = 'without a worker' | 'first' | 'second';

const openContext = (browser: Browser, serviceWorkers: 'allow' | 'block') =>
  browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers,
  });

/** Opens the app. @returns the milliseconds until its first clip moves, and the page */
async function open(context: BrowserContext, address: string) {
  const page = await context.newPage();
  await slowCpu(page);
  await page.goto(address, { waitUntil: 'commit' });
  const moving = await page.waitForFunction(() => {
    const clips = [...document.querySelectorAll('video')];
    return clips.some(({ currentTime }) => currentTime > 0) ? performance.now() : null;
  });
  return { page, ms: Number(await moving.jsonValue()) };
}

/** Waits until the line is idle: caching after the first visit must not delay the second. */
async function waitUntilIdle({ sent }: SlowConnection): Promise<void> {
  let before = -1;
  while (before !== sent.length) {
    before = sent.length;
    await setTimeout(QUIET_MS);
  }
}

/** Waits until the worker controls the page, and has cached a clip and the page. */
async function waitUntilClipsCached(page: Page): Promise<void> {
  const until = performance.now() + CACHE_TIMEOUT_MS;
  const look = () =>
    page.evaluate(async () => {
      const clips = await caches.open('media-clips');
      const names = await caches.keys();
      const hasPage = names.some((name) => name.startsWith('kept-page'));
      return hasPage && navigator.serviceWorker.controller && (await clips.keys()).length > 0;
    });
  while (!(await look())) {
    if (performance.now() > until) throw new Error('the worker keeps no clip');
    await page.waitForTimeout(500);
  }
}

async function measure(browser: Browser, line: SlowConnection): Promise<Record<Visit, number>> {
  const { url: address } = line;
  const bare = await openContext(browser, 'block');
  const { ms: without } = await open(bare, address);
  await bare.close();
  const context = await openContext(browser, 'allow');
  const first = await open(context, address);
  await waitUntilClipsCached(first.page);
  await first.page.close();
  await waitUntilIdle(line);
  // without the browser's own cache, which would hide the worker's effect
  const clearing = await context.newPage();
  const session = await context.newCDPSession(clearing);
  await session.send('Network.clearBrowserCache');
  await clearing.close();
  const second = await open(context, address);
  await context.close();
  return { 'without a worker': without, first: first.ms, second: second.ms };
}

/** Measures the first clip on a first visit, with a worker and without, and on a second visit with a worker. */
export async function benchRevisit(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-revisit-'));
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 2],
  });
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath: provideChromium(),
    args: ['--disable-gpu', ...asRoot],
  });
  try {
    const line = await startSlowConnection(await addressOf(server));
    const found: Record<Visit, number>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) found.push(await measure(browser, line));
    line.close();
    const of = (visit: Visit) => median(found.map((each) => each[visit]));
    const first = of('first');
    console.log(`first visit: clip after ${first.toFixed(0)} ms`);
    console.log(
      `  ratio to a first visit without a worker: ${(first / of('without a worker')).toFixed(2)}`,
    );
    console.log(`second visit: ${of('second').toFixed(0)} ms`);
    console.log(`  ratio to the first visit: ${(of('second') / first).toFixed(2)}`);
  } finally {
    await browser.close();
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}
