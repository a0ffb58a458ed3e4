import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { provideChromium } from '../scripts/chromium.ts';

/** Slowdown of the processor, as of a slow phone. */
export const CPU_SLOWDOWN = 4;

/** The address that a started server prints. */
export function addressOf(server: ChildProcess): Promise<string> {
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

/** Runs `work` with the product, its demo, and a browser. */
export async function withPages(
  work: (browser: Browser, address: string, dataDir: string) => Promise<void>,
): Promise<void> {
  const executablePath = provideChromium();
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-bench-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 2] });
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...asRoot] });
  try {
    await work(browser, await addressOf(server), dataDir);
  } finally {
    await browser.close();
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Runs `visit` in a new page on a slow phone, over a connection of `bitsPerSecond`. */
export async function onSlowPhone<Result>(
  browser: Browser,
  bitsPerSecond: number,
  options: BrowserContextOptions,
  visit: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bitsPerSecond / 8,
    uploadThroughput: Math.min(bitsPerSecond, 750_000) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  try {
    return await visit(page);
  } finally {
    await context.close();
  }
}

export const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
