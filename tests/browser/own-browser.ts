import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { launchOptions } from './chromium.ts';

/** A separate browser process, whose profile is on the disk. */
export interface OwnBrowser {
  context: BrowserContext;
  /** ends the process at once, as a power loss does */
  kill(): Promise<void>;
  /** closes the browser as a person does: it writes its state to the disk before it ends */
  close(): Promise<void>;
}

function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error('the browser ended')));
    if (!child.stderr) return;
    createInterface(child.stderr).on('line', (line) => {
      const endpoint = /DevTools listening on (\S+)/.exec(line)?.[1];
      if (endpoint) resolve(endpoint);
    });
  });
}

const CONNECT_TIMEOUT_MS = 8_000;
const MAX_CONNECTS = 3;

/** Retries: a browser that is still opening its first window may not answer a connection. */
async function connect(endpoint: string, attempt = 1): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(endpoint, { timeout: CONNECT_TIMEOUT_MS });
  } catch (error) {
    if (attempt === MAX_CONNECTS) throw error;
    return connect(endpoint, attempt + 1);
  }
}

/** Makes a profile, deleted after the test; @param preferences in Chromium's format */
export function makeProfile(preferences: object = {}): string {
  const profile = mkdtempSync(join(tmpdir(), 'clipurse-profile-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 20 }));
  mkdirSync(join(profile, 'Default'));
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  return profile;
}

export async function startOwnBrowser(profile: string): Promise<OwnBrowser> {
  const { executablePath = '', args = [], env } = launchOptions('free');
  const own = ['--headless=new', '--remote-debugging-port=0', '--window-size=390,844'];
  const child = spawn(executablePath, [...args, ...own, `--user-data-dir=${profile}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  const browser = await connect(await endpointOf(child));
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no window');
  const close = async () => {
    const session = await browser.newBrowserCDPSession();
    // the connection may end before the answer
    await session.send('Browser.close').catch(() => undefined);
    await ended;
  };
  return { context, kill, close };
}
