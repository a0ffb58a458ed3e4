import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DiskSpace } from '../../server/database/disk-space.ts';
import { pollEveryMinute } from '../../server/database/each-minute.ts';
import { measureDisk } from '../../server/http/metrics.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { startProcess } from './http/process.ts';

setUpDomain();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Disks of 1,000 blocks, 100 of them for root; `left`: free blocks for other users, by folder. */
const disksWith = (left: Record<string, number>) => async (path: string) => {
  const bavail = left[path];
  if (bavail === undefined) throw new Error('ENOENT');
  return { blocks: 1_000, bfree: bavail + 100, bavail };
};

/** Watches two places as the server does, on disks whose free blocks the test sets. */
async function watched(left: Record<string, number>) {
  const told: string[] = [];
  const places = { DATA_DIR: '/data', database: '/data/postgres' };
  const space = new DiskSpace(places, (message) => told.push(message), disksWith(left));
  const registry = new Registry();
  measureDisk(registry, space);
  const stop = await pollEveryMinute(space);
  onTestFinished(stop);
  const gauges = async () =>
    [
      ...(await registry.metrics()).matchAll(/^clipurse_disk_left_ratio\{place="(.*)"\} (.*)$/gm),
    ].map(([, place, share]) => [place, Number(share)]);
  return { told, gauges };
}

test('a nearly full disk is reported once, with its free share of the blocks that are not root’s', async () => {
  const left = { '/data': 91, '/data/postgres': 91 };
  const { told, gauges } = await watched(left);
  expect(told).toEqual([]);
  Object.assign(left, { '/data': 90, '/data/postgres': 45 });
  await vi.advanceTimersByTimeAsync(60_000);
  const message =
    'the disk is nearly full: 10% is left for DATA_DIR (/data), 5% is left for database (/data/postgres)';
  expect(told).toEqual([message]);
  expect(await gauges()).toEqual([
    ['DATA_DIR', 0.1],
    ['database', 0.05],
  ]);
  Object.assign(left, { '/data': 9 });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(told).toEqual([message]);
});

test('a nearly full disk is reported again if it had more space in between', async () => {
  const left = { '/data': 45, '/data/postgres': 450 };
  const { told } = await watched(left);
  const message = 'the disk is nearly full: 5% is left for DATA_DIR (/data)';
  expect(told).toEqual([message]);
  for (const [now, times] of [
    [134, 1],
    [45, 1],
    [135, 1],
    [45, 2],
  ] as const) {
    left['/data'] = now;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual(Array(times).fill(message));
  }
});

test('a missing folder is not reported, and nothing fails', async () => {
  const left: Record<string, number> = { '/data': 450, '/data/postgres': 450 };
  const { told, gauges } = await watched(left);
  delete left['/data/postgres'];
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told, await gauges()]).toEqual([[], [['DATA_DIR', 0.5]]]);
});

test('a server’s metrics include the free share of the disk of its DATA_DIR', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clipurse-disk-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { DATABASE_URL: domain.url, DATA_DIR: dataDir, METRICS_PORT: '0' };
  const { child, ready, output } = startProcess(env);
  onTestFinished(() => void child.kill('SIGKILL'));
  await ready;
  const metricsUrl = /^Metrics: (\S+)$/m.exec(output.stdout)?.[1] ?? '';
  const text = await (await fetch(metricsUrl)).text();
  const shares = [...text.matchAll(/^clipurse_disk_left_ratio\{place="(.*)"\} (.*)$/gm)];
  expect(shares.map(([, place]) => place)).toEqual(['DATA_DIR']);
  expect(Number(shares[0]?.[2])).toBeGreaterThan(0);
  expect(Number(shares[0]?.[2])).toBeLessThanOrEqual(1);
});
