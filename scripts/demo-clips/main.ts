import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encode, FPS, hasFfmpeg, master, measure, poster, still } from './ffmpeg.ts';
import { Picture } from './picture.ts';
import { scenes } from './scenes.ts';
import { writeSound } from './sound.ts';
import type { Scene, Size } from './types.ts';

/**
 * Renders the demo clips: `node scripts/demo-clips/main.ts [name…]`, all of them without a name.
 * `--draft <folder>` only leaves a few small stills there, `--full` makes those full size.
 */

const FULL: Size = { width: 540, height: 960 };
const DRAFT: Size = { width: 270, height: 480 };
const MAX_CLIP_BYTES = 500_000;
const MAX_POSTER_BYTES = 30_000;
const CLIPS = join(import.meta.dirname, '../../server/demo/clips');

function* frames(scene: Scene, size: Size): Generator<Buffer> {
  const picture = new Picture(size.width, size.height);
  const paint = scene.prepare(size);
  const count = Math.round(scene.durationSeconds * FPS);
  for (let n = 0; n < count; n++) {
    paint(n / count, picture);
    yield picture.develop();
  }
}

async function render(scene: Scene): Promise<void> {
  const started = Date.now();
  const work = mkdtempSync(join(tmpdir(), `clip-${scene.name}-`));
  try {
    const clip = join(work, `${scene.name}.mp4`);
    writeSound(scene, join(work, 'sound.wav'));
    await master(frames(scene, FULL), FULL, join(work, 'master.mkv'));
    const kbps = Math.round((scene.videoKilobytes * 8) / scene.durationSeconds);
    encode(join(work, 'master.mkv'), join(work, 'sound.wav'), clip, kbps);
    const { size } = statSync(clip);
    if (size > MAX_CLIP_BYTES) throw new Error(`${scene.name} weighs ${size} bytes`);
    poster(clip, join(CLIPS, `${scene.name}.webp`), MAX_POSTER_BYTES);
    // Only whole clips ever reach the folder that the server reads.
    copyFileSync(clip, join(CLIPS, `${scene.name}.mp4`));
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    console.log(`${scene.name}: ${size} bytes, rendered in ${seconds} s`);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Quick looks while designing: small stills at the start, the thirds and the very end. */
async function draft(scene: Scene, folder: string, size: Size): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const picture = new Picture(size.width, size.height);
  const paint = scene.prepare(size);
  for (const phase of [0, 0.33, 0.66, 0.995]) {
    const started = performance.now();
    paint(phase, picture);
    const path = join(folder, `${scene.name}-${Math.round(phase * 100)}.png`);
    await still(picture.develop(), size, path);
    console.log(`${path} ${(performance.now() - started).toFixed(0)} ms`);
  }
}

function writeIndex(): void {
  const entries = scenes
    .filter(({ name }) => existsSync(join(CLIPS, `${name}.mp4`)))
    .map(({ name, title, author }) => {
      const clip = join(CLIPS, `${name}.mp4`);
      const { width, height, durationMs } = measure(clip);
      const bytes = statSync(clip).size;
      const files = { file: `${name}.mp4`, poster: `${name}.webp` };
      return { ...files, title, author, width, height, duration_ms: durationMs, bytes };
    });
  writeFileSync(join(CLIPS, 'index.json'), `${JSON.stringify(entries, null, 2)}\n`);
}

async function main(): Promise<number> {
  const options = { draft: { type: 'string' }, full: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (!hasFfmpeg()) {
    console.error('The demo clips need ffmpeg and ffprobe on the PATH.');
    return 1;
  }
  const unknown = positionals.filter((name) => !scenes.some((scene) => scene.name === name));
  if (unknown.length > 0) {
    console.error(`No such scene: ${unknown.join(', ')}`);
    return 1;
  }
  const chosen = scenes.filter(({ name }) => !positionals.length || positionals.includes(name));
  for (const scene of chosen) {
    if (values.draft) await draft(scene, values.draft, values.full ? FULL : DRAFT);
    else await render(scene);
  }
  if (!values.draft) writeIndex();
  return 0;
}

process.exitCode = await main();
