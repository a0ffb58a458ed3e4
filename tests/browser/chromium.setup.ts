import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findHeadlessShell } from '../../scripts/chromium.ts';
import { launchOptions } from './chromium.ts';
import { makeLate } from './late.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** where the run's browsers are driven from: with a browser's own windows around its pages … */
    fullBrowserEndpoint: string;
    /** … and without them where a headless shell is installed, else the same */
    browserEndpoint: string;
  }
}

/** One browser of a kind for all files; each test opens windows of its own, which share nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const full = await chromium.launchServer(launchOptions('free'));
  project.provide('fullBrowserEndpoint', await makeLate(full.wsEndpoint()));
  const executablePath = findHeadlessShell();
  const light = executablePath
    ? await chromium.launchServer({ ...launchOptions('free'), executablePath })
    : full;
  project.provide('browserEndpoint', await makeLate(light.wsEndpoint()));
  return () => Promise.all([...new Set([full, light])].map((server) => server.close()));
}
