import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLIPS_FOLDER } from '../../server/demo/seed.ts';
import { measure, type Quality } from '../../server/operator/media/encode.ts';
import { hasFfmpeg } from '../../server/operator/media/ffmpeg.ts';
import { inspectFile } from '../../server/operator/media/inspect.ts';
import { FLOOR } from '../../server/operator/media/renditions.ts';

interface Clip {
  readonly file: string;
  readonly renditions: readonly { readonly file: string }[];
}

const clips: Clip[] = JSON.parse(await readFile(join(CLIPS_FOLDER, 'index.json'), 'utf8'));
const copies = clips.flatMap((clip) =>
  clip.renditions.map(({ file }): [string, string] => [file, clip.file]),
);

interface Measured extends Quality {
  /** digest of the copy and its original */
  readonly sha256: string;
}

/** The quality of each copy: the files are committed, and measuring all of them takes half a minute. */
const measured: Record<string, Measured> = JSON.parse(
  await readFile(join(import.meta.dirname, 'demo-quality.json'), 'utf8'),
);

async function digestOf(...files: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(join(CLIPS_FOLDER, file)));
  return hash.digest('hex');
}

async function read(file: string) {
  const path = join(CLIPS_FOLDER, file);
  return { path, media: await inspectFile(path, file, file.includes('av1')), part: null };
}

async function measureNow(copyFile: string, file: string): Promise<Quality> {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-quality-'));
  const [copy, original] = [await read(copyFile), await read(file)];
  const quality = await measure(copy, original, copyFile, { folder });
  await rm(folder, { recursive: true });
  return quality;
}

const isHere = await hasFfmpeg();

test.each(copies)('%s has the quality that a copy of %s must have', async (copy, file) => {
  const sha256 = await digestOf(copy, file);
  const known = measured[copy];
  if (known?.sha256 !== sha256) {
    // a new copy: the failure shows the entry for demo-quality.json
    const quality = isHere ? await measureNow(copy, file) : null;
    expect(known).toEqual({ sha256, ...quality });
  }
  expect(known?.fine).toBeGreaterThanOrEqual(FLOOR.fine);
  expect(known?.coarse).toBeGreaterThanOrEqual(FLOOR.coarse);
});

// most people see the small file of the first clip first
test.runIf(isHere)('the first copy still has the quality in demo-quality.json', async () => {
  const [copy, file] = copies[0] as [string, string];
  const { fine, coarse } = await measureNow(copy, file);
  // another version of ffmpeg may differ in the third decimal place
  expect(fine).toBeCloseTo(measured[copy]?.fine ?? 0, 2);
  expect(coarse).toBeCloseTo(measured[copy]?.coarse ?? 0, 2);
});

test('each clip has a small copy and one in AV1', () => {
  expect(copies.length).toBe(2 * clips.length);
  expect(Object.keys(measured).sort()).toEqual(copies.map(([copy]) => copy).sort());
});
