import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findHeadlessShell } from '../../scripts/chromium.ts';
import { launchOptions } from './chromium.ts';
import { delayCommands } from './delayed-commands.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket address of the run's full browser, with its user interface */
    fullBrowserEndpoint: string;
    /** WebSocket address of the headless shell if it is installed, else of the full browser */
    browserEndpoint: string;
  }
}

/** Starts one browser of each kind for all files; each test opens its own isolated contexts. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const full = await chromium.launchServer(launchOptions('free'));
  project.provide('fullBrowserEndpoint', await delayCommands(full.wsEndpoint()));
  const executablePath = findHeadlessShell();
  const light = executablePath
    ? await chromium.launchServer({ ...launchOptions('free'), executablePath })
    : full;
  project.provide('browserEndpoint', await delayCommands(light.wsEndpoint()));
  return () => Promise.all([...new Set([full, light])].map((server) => server.close()));
}
