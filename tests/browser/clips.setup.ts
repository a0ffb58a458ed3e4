import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { CLIPS_FOLDER } from '../../server/demo/seed.ts';
import { withKeyFramesAlone } from './key-frames.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** folder of the demo's clips and posters; the clips contain only key frames */
    keyFramesFolder: string;
  }
}

/**
 * Makes clips with key frames alone, for tests that do not test playback: showing frames is a third
 * of the cost of a page that plays a clip.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clipurse-clips-'));
  for (const name of await readdir(CLIPS_FOLDER)) {
    const bytes = await readFile(join(CLIPS_FOLDER, name));
    const isClip = name.endsWith('.mp4');
    await writeFile(join(folder, name), isClip ? withKeyFramesAlone(bytes) : bytes);
  }
  project.provide('keyFramesFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
