import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLIPS_FOLDER } from '../../server/demo/seed.ts';
import { measure } from '../../server/operator/media/encode.ts';
import { hasFfmpeg } from '../../server/operator/media/ffmpeg.ts';
import { inspectFile } from '../../server/operator/media/inspect.ts';
import { FLOOR } from '../../server/operator/media/renditions.ts';
import { someOf } from '../volume.ts';

interface Clip {
  readonly file: string;
  readonly renditions: readonly { readonly file: string }[];
}

const clips: Clip[] = JSON.parse(await readFile(join(CLIPS_FOLDER, 'index.json'), 'utf8'));
const copies = clips.flatMap((clip) => clip.renditions.map(({ file }) => [file, clip.file]));

async function read(file: string) {
  const path = join(CLIPS_FOLDER, file);
  return { path, media: await inspectFile(path, file, file.includes('av1')), part: null };
}

// most people see the small file of the first clip first
const looked = someOf(copies, 1);

test.runIf(await hasFfmpeg()).each(looked)(
  '%s has the quality that a copy of %s must have',
  async (...files) => {
    const [copyFile = '', file = ''] = files;
    const folder = await mkdtemp(join(tmpdir(), 'clipurse-quality-'));
    const [copy, original] = [await read(copyFile), await read(file)];
    const { fine, coarse } = await measure(copy, original, copyFile, { folder });
    await rm(folder, { recursive: true });
    expect(fine).toBeGreaterThanOrEqual(FLOOR.fine);
    expect(coarse).toBeGreaterThanOrEqual(FLOOR.coarse);
  },
);

test('each clip has a small copy and one in AV1', () => {
  expect(copies.length).toBe(2 * clips.length);
});
