import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLIPS_FOLDER } from '../../server/demo/seed.ts';
import { measure } from '../../server/operator/media/encode.ts';
import { hasFfmpeg } from '../../server/operator/media/ffmpeg.ts';
import { inspectFile } from '../../server/operator/media/inspect.ts';
import { FLOOR } from '../../server/operator/media/renditions.ts';

test.runIf(await hasFfmpeg())('the first clip’s small file shows no blocks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-quality-'));
  const [clip] = JSON.parse(await readFile(join(CLIPS_FOLDER, 'index.json'), 'utf8'));
  const [small] = clip.renditions;
  const [original, copy] = await Promise.all(
    [clip.file, small.file].map(async (file) => {
      const path = join(CLIPS_FOLDER, file);
      return { path, media: await inspectFile(path, file), part: null };
    }),
  );
  if (!original || !copy) throw new Error('the demo has no clip');
  const { fine, coarse } = await measure(copy, original, small.file, { folder });
  await rm(folder, { recursive: true });
  expect([small.width, fine >= FLOOR.fine, coarse >= FLOOR.coarse]).toEqual([360, true, true]);
});
