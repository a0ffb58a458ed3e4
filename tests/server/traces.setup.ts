import { afterAll, beforeAll } from 'vitest';
import { startTracing } from '../../server/tracing/tracing.ts';
import { type Collector, startCollector } from './traces.support.ts';

export let collector: Collector;
/** Ends tracing, and sends the spans that were not sent yet. */
export let stopTracing: () => Promise<void>;

/** Makes this process send traces to a collector. Call it before the server connects to the database. */
export function setUpTracing(): void {
  beforeAll(async () => {
    collector = await startCollector();
    stopTracing = await startTracing(`${collector.url}/v1/traces`, () => {});
  });
  afterAll(() => collector.close());
}
