import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BASE_PATH } from '../../contract/envelope.ts';
import { noteSpan, startTracing } from '../../server/tracing/tracing.ts';
import { cloneDatabase } from '../postgres/clone.ts';
import { freePort } from '../postgres/free-port.ts';
import { startProcess } from './http/process.ts';
import { startCollector } from './traces.support.ts';

test('a collector that is missing, starts, and hangs disturbs neither calls nor the server’s stop', async () => {
  const port = await freePort();
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-traces-'));
  const server = startProcess({
    ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  });
  const url = await server.ready;
  const ask = async () => (await fetch(`${url}${BASE_PATH}/api/user/getAppConfig`)).status;
  const warned = (words: string) => async () => [await ask(), server.output.stdout.includes(words)];
  await expect.poll(warned('traces are lost: ')).toEqual([200, true]);
  const collector = await startCollector(port);
  await expect.poll(warned('traces are sent again')).toEqual([200, true]);
  expect(collector.spans.map(({ name }) => name)).toContain('GET /index.php/api/user/getAppConfig');

  collector.mode = 'hangs';
  const before = collector.texts.length;
  await expect
    .poll(async () => [await ask(), collector.texts.length > before])
    .toEqual([200, true]);
  expect(await ask()).toBe(200);
  const began = performance.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - began).toBeLessThan(20_000);
  await collector.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

test('a collector that hangs is sent at most 2,560 of 10,000 spans', async () => {
  const collector = await startCollector();
  collector.mode = 'hangs';
  const stop = await startTracing(`${collector.url}/v1/traces`, () => {});
  for (let span = 0; span < 10_000; span += 1) {
    noteSpan({ name: 'outbox deliver', kind: 'internal', beganAt: Date.now() });
  }
  await stop();
  await expect.poll(() => collector.spans.length).toBe(2_048 + 512);
  await collector.close();
});
