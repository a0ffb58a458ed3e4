import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ArchiveWatch, readArchiveState } from '../../server/database/archive-watch.ts';
import { DiskSpace } from '../../server/database/disk-space.ts';
import { withDiskTimeout } from '../../server/database/disk-timeout.ts';
import { measureArchive } from '../../server/http/metrics.ts';
import { startChild } from './children.ts';
import { domain, setUpDomain } from './domain.setup.ts';

setUpDomain();

test('a hanging disk gets one request at a time, and callers do not wait for it', async () => {
  const answer = Promise.withResolvers<string>();
  const first = vi.fn(() => answer.promise);
  const second = vi.fn(async () => 'again');
  expect(await withDiskTimeout('/hangs', first, 10)).toBe(undefined);
  expect(await withDiskTimeout('/hangs', second, 10)).toBe(undefined);
  expect(await withDiskTimeout('/works', second, 60_000)).toBe('again');
  expect(second).toHaveBeenCalledOnce();
  answer.resolve('at last');
  expect(await withDiskTimeout('/hangs', second, 60_000)).toBe('again');
  await expect(
    withDiskTimeout('/works', () => Promise.reject(new Error('EIO')), 60_000),
  ).rejects.toThrow('EIO');
});

test('simultaneous requests to a working disk are all answered, one after another', async () => {
  let open = 0;
  const most: number[] = [];
  const ask = (name: string) =>
    withDiskTimeout(
      '/works',
      async () => {
        open += 1;
        most.push(open);
        await new Promise(setImmediate);
        open -= 1;
        return name;
      },
      60_000,
    );
  const names = ['a', 'b', 'c', 'd'];
  expect(await Promise.all(names.map(ask))).toEqual(names);
  expect(most).toEqual([1, 1, 1, 1]);
});

test('a process whose disk hangs can still end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-hangs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const child = startChild('hanging-disk.ts', pipe);
  onTestFinished(() => void child.process.kill('SIGKILL'));
  await child.line('answer: undefined');
  await child.ended;
  expect(child.process.signalCode).toBe('SIGKILL');
});

test('the free space of other disks is measured while one disk hangs', async () => {
  const hangs = Promise.withResolvers<never>();
  const half = { blocks: 10, bfree: 5, bavail: 5 };
  const space = new DiskSpace(
    { ARCHIVE_DIR: '/away', DATA_DIR: '/data' },
    () => {},
    (path) => (path === '/away' ? hangs.promise : Promise.resolve(half)),
  );
  await space.look();
  expect([...space.left]).toEqual([['DATA_DIR', 0.5]]);
});

test('a disk that hangs from the start is reported if two log files wait and none was archived for five minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { segment, age } = await readArchiveState(domain.pool);
  expect([segment, age]).toEqual([expect.any(Number), null]);
  const state = { segment: segment ?? 0, age: null, isFailing: false, folder: '/no/such/disk' };
  const told: string[] = [];
  const postgres = { query: async () => ({ rows: [state] }) } as unknown as pg.Pool;
  const watch = new ArchiveWatch(postgres, (message) => told.push(message));
  const registry = new Registry();
  measureArchive(registry, watch);
  const look = async () => {
    await watch.look();
    return /^clipurse_archive_failing (.*)$/m.exec(await registry.metrics())?.[1];
  };
  expect(await look()).toBe('0');
  vi.advanceTimersByTime(301_000);
  // an idle Postgres has nothing to archive
  expect(await look()).toBe('0');
  state.segment += 2;
  expect([await look(), await look(), told]).toEqual([
    ...['1', '1'],
    ['the archive of the database fails: there is no folder /no/such/disk: its disk may be away'],
  ]);
});
