import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runOperator } from '../../server/operator/cli.ts';
import { ffmpeg } from '../../server/operator/media/ffmpeg.ts';
import { withProgress } from '../../server/operator/progress.ts';
import { withPath } from './ffmpeg.fake.ts';
import { dataDir, domain, setUpOperator } from './operator.setup.ts';

setUpOperator();

test('progress is reported after two seconds, then every second, with its share if known', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const say = (text: string) => said.push(text);
  await withProgress('backup', say, async (report) => {
    await vi.advanceTimersByTimeAsync(1_900);
    expect(said).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_100);
    for (const share of [0.1, 0.2, 0.375]) report('copying', share);
    await vi.advanceTimersByTimeAsync(1_000);
    report('starting Postgres');
    await vi.advanceTimersByTimeAsync(1_000);
  });
  await vi.advanceTimersByTimeAsync(5_000);
  const lines = ['backup: 2 s', 'backup: 3 s', 'copying: 37 %', 'starting Postgres: 5 s'];
  expect(said).toEqual(lines);
});

/**
 * Runs `ledger verify`, held up by a lock until it has reported progress, or for 2.5 seconds if it
 * reports none. @returns the progress
 */
async function verifySlowly(isWatched: boolean, ...words: string[]) {
  const isTold = isWatched || words.length > 0;
  const [out, progress]: [string[], string[]] = [[], []];
  const lock = await domain.pool.connect();
  await lock.query('begin');
  await lock.query('lock table wallet');
  const enough = Promise.withResolvers<void>();
  if (!isTold) setTimeout(enough.resolve, 2_500);
  const env = { DATABASE_URL: domain.url, DATA_DIR: dataDir };
  const done = runOperator(['ledger', 'verify', '--json', ...words], env, {
    out: (text) => out.push(text),
    err: (text) => out.push(text),
    progress: (text) => {
      progress.push(text);
      enough.resolve();
    },
    isWatched,
  });
  await enough.promise;
  await lock.query('rollback');
  lock.release();
  expect(await done).toBe(0);
  expect(JSON.parse(out.join(''))).toMatchObject({ ok: true });
  return progress;
}

test('a command that waits reports its time at a terminal or with --progress, else nothing', async () => {
  expect((await verifySlowly(true))[0]).toBe('ledger verify: 2 s');
  expect((await verifySlowly(false, '--progress'))[0]).toBe('ledger verify: 2 s');
  expect(await verifySlowly(false)).toEqual([]);
});

test('the progress of ffmpeg is a share of the clip’s duration, at most 1', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-progress-'));
  const reported: [string, number][] = [];
  const report = (step: string, share: number) => reported.push([step, share]);
  try {
    await writeFile(join(folder, 'ffmpeg'), '#!/bin/sh\necho out_time_us=3000000\n');
    await chmod(join(folder, 'ffmpeg'), 0o755);
    await withPath(folder, async () => {
      for (const durationMs of [12_000, 2_000]) {
        await ffmpeg([], { folder, report }, { name: 'encoding', durationMs });
      }
    });
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(reported).toEqual([
    ['encoding', 0.25],
    ['encoding', 1],
  ]);
});
