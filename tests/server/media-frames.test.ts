import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectFile, inspectFileFrames } from '../../server/operator/media/inspect.ts';
import { CLIP, CLIPS } from './operator.setup.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipurse-frames-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('every H.264 clip of the demo is undamaged', async () => {
  const names = (await readdir(CLIPS)).filter((name) => /^\w+(\.360h264)?\.mp4$/.test(name));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const path = join(CLIPS, name);
    expect(await inspectFileFrames(path)).toEqual(await inspectFile(path, path));
  }
});

test('a piece of zeros anywhere among the frames is damage', async () => {
  const whole = await readFile(CLIP);
  const begin = whole.indexOf('mdat') + 4;
  const path = join(folder, 'zeros.mp4');
  // longer than the audio between two frames
  const piece = 8_000;
  const place = fc.integer({ min: begin, max: whole.length - piece });
  await fc.assert(
    fc.asyncProperty(place, async (from) => {
      await writeFile(path, Buffer.from(whole).fill(0, from, from + piece));
      await expect(inspectFileFrames(path)).rejects.toThrow(/zeros\.mp4 is damaged at byte \d+$/);
    }),
    { numRuns: 40 },
  );
});

test('a unit that is longer than its frame is damage', async () => {
  const bytes = await readFile(CLIP);
  const begin = bytes.indexOf('mdat') + 4;
  const path = join(folder, 'long-unit.mp4');
  await writeFile(path, bytes.fill(0xff, begin, begin + 4));
  await expect(inspectFileFrames(path)).rejects.toThrow(`${path} is damaged at byte ${begin}`);
});
