import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** where the run's browser is driven from */
    browserEndpoint: string;
  }
}

/** One browser for all files; each test opens windows of its own in it, which share nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(launchOptions('free'));
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
