import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inspectFile } from '../../server/operator/media/inspect.ts';
import { makeRenditions } from '../../server/operator/media/renditions.ts';
import { encode, FPS, hasFfmpeg, master, poster, still } from './ffmpeg.ts';
import { Picture } from './picture.ts';
import { scenes } from './scenes.ts';
import { writeSound } from './sound.ts';
import type { Scene, Size } from './types.ts';

/**
 * Renders the demo clips: `node scripts/demo-clips/main.ts [name…]`, all of them without a name.
 * `--draft <folder>` only leaves a few small stills there, `--full` makes those full size;
 * `--renditions` only writes the smaller copies of the clips that are there.
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
    await renditions(scene.name);
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    console.log(`${scene.name}: ${size} bytes, rendered in ${seconds} s`);
  } finally {
    rmSync(work, { recursive: true });
  }
}

const pathOf = (name: string) => join(CLIPS, `${name}.mp4`);

/** The smaller copies of a clip, as the operator's command makes them. */
async function renditions(name: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), `renditions-${name}-`));
  try {
    let drafts = 0;
    const path = pathOf(name);
    const media = await inspectFile(path, name);
    const newPath = async () => join(work, `${drafts++}.mp4`);
    const { made, note } = await makeRenditions({ path, media }, newPath, { folder: work });
    if (note) throw new Error(`${name}: ${note}`);
    for (const old of renditionFiles(name)) rmSync(join(CLIPS, old));
    for (const rendition of made) {
      const file = `${name}.${rendition.name.toLowerCase().replace(/[. ]/g, '')}.mp4`;
      copyFileSync(rendition.path, join(CLIPS, file));
      const { fine, coarse } = rendition.quality;
      const quality = `SSIM ${fine.toFixed(3)}, at a quarter of its size ${coarse.toFixed(3)}`;
      console.log(`${file}: ${rendition.media.bytes} bytes of ${media.bytes}, ${quality}`);
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}

const renditionFiles = (name: string) =>
  readdirSync(CLIPS).filter((file) => file.startsWith(`${name}.`) && /\..+\.mp4$/.test(file));

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

const isAv1 = (file: string) => file.includes('av1');

async function measure(file: string) {
  const path = join(CLIPS, file);
  const { type, width, height, bytes } = await inspectFile(path, file, isAv1(file));
  return { file, type, width, height, bytes };
}

async function writeIndex(): Promise<void> {
  const entries = [];
  for (const { name, title, author } of scenes) {
    if (!existsSync(pathOf(name))) continue;
    const { duration_ms, ...media } = await inspectFile(pathOf(name), name);
    const copies = await Promise.all(renditionFiles(name).map(measure));
    const files = { file: `${name}.mp4`, poster: `${name}.webp` };
    entries.push({ ...files, title, author, ...media, duration_ms, renditions: copies });
  }
  writeFileSync(join(CLIPS, 'index.json'), `${JSON.stringify(entries, null, 2)}\n`);
}

async function main(): Promise<number> {
  const options = {
    draft: { type: 'string' },
    full: { type: 'boolean' },
    renditions: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (!hasFfmpeg()) {
    console.error('The demo clips need ffmpeg on the PATH.');
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
    else if (values.renditions) await renditions(scene.name);
    else await render(scene);
  }
  if (!values.draft) await writeIndex();
  return 0;
}

process.exitCode = await main();
