import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ffmpeg } from '../../server/operator/media/ffmpeg.ts';
import { sayProgress } from '../../server/operator/progress.ts';
import { withPath } from './ffmpeg.fake.ts';

test('progress is said after two seconds, then once a second', () => {
  let now = 5_000;
  const said: string[] = [];
  const report = sayProgress(
    (text) => said.push(`${now} ${text}`),
    () => now,
  );
  for (; now <= 9_000; now += 250) report('encoding', (now - 5_000) / 8_000);
  expect(said).toEqual(['7000 encoding: 25 %', '8000 encoding: 37 %', '9000 encoding: 50 %']);
});

test('the progress of ffmpeg is a share of the clip’s duration, and never more than all', async () => {
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
