import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from 'playwright-core';
import { provideChromium } from '../scripts/chromium.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
/** English first; a catalogue of each weight, both directions. */
const LOCALES = ['en-US', 'de-DE', 'ar-EG', 'ru-RU', 'ta-IN'];
/** A slow phone on a slow line. */
const CPU_SLOWDOWN = 4;
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Milliseconds since the navigation. */
interface Start {
  readonly paint: number;
  /** the first word of the tab bar */
  readonly words: number;
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (server.stdout) {
      createInterface(server.stdout).on('line', (line) => {
        const address = /Clipurse is ready: (\S+)/.exec(line)?.[1];
        if (address) resolve(address);
      });
    }
    server.on('exit', (code) => reject(new Error(`the server ended (${code})`)));
  });
}

async function measure(browser: Browser, address: string, locale: string): Promise<Start> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({
    viewport,
    isMobile: true,
    hasTouch: true,
    locale,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(address, { waitUntil: 'commit' });
  const words = await page.waitForFunction(() =>
    document.querySelector('.tab span')?.textContent ? performance.now() : null,
  );
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  const start = { paint, words: Number(await words.jsonValue()) };
  await context.close();
  return start;
}

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

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
 * The first visit in several languages, in turns, on a slow phone and line: the first paint, and
 * the first words of the tab bar, each over the same in English.
 */
export async function benchLanguages(): Promise<void> {
  const executablePath = provideChromium();
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-bench-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 2] });
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...asRoot] });
  try {
    const address = await addressOf(server);
    const starts = new Map<string, Start[]>(LOCALES.map((locale) => [locale, []]));
    await measure(browser, address, 'en-US');
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [locale, found] of starts) found.push(await measure(browser, address, locale));
    }
    print(starts);
  } finally {
    await browser.close();
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}
