import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished, TestRunner } from 'vitest';
import { countFrom } from '../../scripts/usage.ts';
import { createPool } from '../../server/database/database.ts';
import { changeSettings } from '../../server/domain/settings.change.ts';
import { runOperator } from '../../server/operator/cli.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { startInProcess } from '../server/http/in-process.ts';
import { startProcess } from '../server/http/process.ts';
import { confirmRoutes } from './routes.ts';

export interface Product {
  url: string;
  /** runs the operator's command line beside the running server */
  operator(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }>;
  /** one JSON document of the operator's */
  ask(...args: string[]): Promise<unknown>;
  /** stores settings, all of them at once */
  set(values: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server as a separate process, for variables that Node reads when it starts. */
async function startAsProcess(env: Record<string, string>) {
  const { child, ready, ended } = startProcess(env);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { address: await ready, stop };
}

async function storeSettings(url: string, values: Readonly<Record<string, string>>): Promise<void> {
  const pool = createPool({ url, max: 1 });
  try {
    await changeSettings(pool, values, new Date());
  } finally {
    await pool.end();
  }
}

/** Settings of a server with the original clips, not those with key frames only. */
export const EVERY_FRAME = { DEMO_CLIPS_DIR: '' } as const;

/**
 * Starts the real server on a database with the demo, in a fresh folder. With
 * `EVERY_FRAME` its clips have all frames, for tests of playback.
 * @param settings additional environment variables
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clipurse-browser-'));
  const database = await cloneDatabase();
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO_CLIPS_DIR: inject('keyFramesFolder'),
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const startIt = 'NODE_EXTRA_CA_CERTS' in settings ? startAsProcess : startInProcess;
  const server = await startIt(env);
  const { address: url } = server;
  const operator: Product['operator'] = async (...args) => {
    const said = { stdout: '', stderr: '' };
    // in this process, which saves the start of a process for each command
    const status = await runOperator(args, env, {
      out: (text) => {
        said.stdout += `${text}\n`;
      },
      err: (text) => {
        said.stderr += `${text}\n`;
      },
    });
    return { status, ...said };
  };
  return {
    url,
    operator,
    ask: async (...args) => {
      const { status, stdout, stderr } = await operator(...args, '--json');
      if (status !== 0) throw new Error(`operator ${args.join(' ')}: ${stderr}`);
      return JSON.parse(stdout);
    },
    set: (values) => storeSettings(database.url, values),
    stop: async () => {
      await server.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Connects to the run's browser: the headless shell if it is installed, in which a page needs half
 * the processor time. Closing the connection closes only the windows that this test file opened.
 */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('browserEndpoint'));

/** Connects to the full browser: a headless shell has no notifications and no installation. */
export const connectFullBrowser = (): Promise<Browser> =>
  chromium.connect(inject('fullBrowserEndpoint'));

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** console errors and uncaught errors of the page's scripts, in order */
  errors: string[];
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** A phone; service workers are blocked except in tests of the worker. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'en-US',
  serviceWorkers: 'block',
} as const satisfies ContextOptions;

/** A desktop, with a mouse and a keyboard. */
export const DESK = { isMobile: false, hasTouch: false } as const satisfies ContextOptions;

export const WITH_WORKER = { serviceWorkers: 'allow' } as const satisfies ContextOptions;

/**
 * Opens a context like a phone, and closes it at the end of the test that opened it, because a page
 * that plays a clip uses a fifth of a core. Outside a test the context closes with the connection.
 */
export async function openContext(
  browser: Browser,
  options: ContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...PHONE, ...options });
  await context.addInitScript(keepOwnClipboard);
  confirmRoutes(context);
  if (SLOW > 1) await slowDown(context);
  if (TestRunner.getCurrentTest()) onTestFinished(() => closeContext(context));
  return context;
}

/** CPU slow-down of each page, to find tests that check too early. */
const SLOW = countFrom('TEST_SLOW', 1);
/** Delay of each answer and each write to the clipboard, multiplied by `SLOW`. */
const LATENCY_MS = 100;

async function slowDown(context: BrowserContext): Promise<void> {
  const latency = SLOW * LATENCY_MS;
  context.on('page', async (page) => {
    // the page may be closed meanwhile
    const client = await context.newCDPSession(page).catch(() => null);
    await client?.send('Emulation.setCPUThrottlingRate', { rate: SLOW }).catch(() => undefined);
  });
  await context.addInitScript((ms) => {
    // the real timer, before a test stops the page's clock
    const { setTimeout, fetch } = globalThis;
    const pause = () => new Promise((resolve) => setTimeout(resolve, ms));
    globalThis.fetch = async (...asked) => {
      const answer = await fetch(...asked);
      await pause();
      asked[1]?.signal?.throwIfAborted();
      return answer;
    };
    const { clipboard } = navigator;
    const write = clipboard?.writeText.bind(clipboard);
    if (clipboard) clipboard.writeText = (text) => pause().then(() => write(text));
  }, latency);
}

/** Gives each page its own clipboard: tests share a browser, and so its clipboard. */
function keepOwnClipboard(): void {
  const { clipboard } = navigator;
  if (!clipboard) return;
  const write = clipboard.writeText.bind(clipboard);
  let written = '';
  clipboard.writeText = async (text) => {
    await write(text);
    written = text;
  };
  clipboard.readText = async () => written;
}

/** Removes the routes, then closes the context: a call that a route holds would fail afterwards. */
async function closeContext(context: BrowserContext): Promise<void> {
  if (context.isClosed()) return;
  for (const routed of [context, ...context.pages()]) {
    await routed.unrouteAll({ behavior: 'ignoreErrors' });
  }
  await context.close();
}

/** Opens a blank page on a new phone, and records the page's errors. */
export async function visit(browser: Browser, options: ContextOptions = {}): Promise<Visit> {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return { context, page, errors };
}

/** Overrides the user agent from the page's next document until the test ends. */
export async function overrideUserAgent(page: Page, userAgent: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  onTestFinished(() => client.detach());
  await client.send('Emulation.setUserAgentOverride', { userAgent });
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function press(page: Page, name: string): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

/** Waits until the app has left a closed dialog's history entry, before a test opens the next. */
export const dialogEntryLeft = (page: Page) =>
  page.waitForFunction(() => history.state?.layer === undefined);

/** Waits until no skeleton is visible on the screen. */
export const settled = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('.screen [aria-busy="true"]')].every(
      (each) => !each.checkVisibility(),
    ),
  );

export const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
