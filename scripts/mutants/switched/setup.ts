import { appendFileSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** the fault that is on; null: none */
    switchedOn: number | null;
    /** file to which each reached fault is appended */
    reachedFile: string;
  }
}

declare global {
  var __fault__: ((id: number) => boolean) | undefined;
  var __reached__: ((id: number) => Promise<void>) | undefined;
}

/** Answers each switch, in the page or in the test's process, and reports each fault that is reached. */
function answer(on: number | null): void {
  const told = new Set<number>();
  globalThis.__fault__ = (id) => {
    if (!told.has(id)) globalThis.__reached__?.(id).catch(() => {});
    told.add(id);
    return id === on;
  };
}

const on = inject('switchedOn');
const file = inject('reachedFile');
const note = (id: number) => appendFileSync(file, `${id}\n`);

/** The longest wait; a test's own timeout has precedence. */
const WAIT_MS = 20_000;

async function prepare(context: BrowserContext): Promise<BrowserContext> {
  context.setDefaultTimeout(WAIT_MS);
  await context.exposeBinding('__reached__', (_source, id: number) => note(id));
  await context.addInitScript(`(${answer})(${on})`);
  return context;
}

async function prepared(opened: Promise<Browser>): Promise<Browser> {
  const browser = await opened;
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => prepare(await open(options));
  for (const context of browser.contexts()) await prepare(context);
  return browser;
}

const { connect, connectOverCDP, launch } = chromium;
chromium.connect = (...given: unknown[]) =>
  prepared(Reflect.apply(connect, chromium, given) as Promise<Browser>);
chromium.connectOverCDP = (...given: unknown[]) =>
  prepared(Reflect.apply(connectOverCDP, chromium, given) as Promise<Browser>);
chromium.launch = (...given) => prepared(Reflect.apply(launch, chromium, given));

globalThis.__reached__ = async (id) => note(id);
answer(on);
