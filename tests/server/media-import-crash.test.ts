import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIPS, dataDir, domain, setUpOperator } from './operator.setup.ts';
import { hasSwift, type Swift, startSwift } from './s3/swift.ts';

const MAIN = join(import.meta.dirname, '../../server/operator/main.ts');
const FILMS = 8;
/** Every other film is sent in two parts. */
const LARGE_BYTES = 12 * 1024 * 1024;

setUpOperator();
const tried = test.skipIf(!hasSwift);
let swift: Swift;
let folder: string;

/** Bytes that players pass by, so that each film is another file. */
function freeBox(number: number): Buffer {
  const box = Buffer.alloc(number % 2 === 0 ? 16 : LARGE_BYTES);
  box.writeUInt32BE(box.length);
  box.write('free', 4);
  box.writeUInt32BE(number, 8);
  return box;
}

beforeAll(async () => {
  if (!hasSwift) return;
  swift = await startSwift();
  folder = join(dataDir, 'films');
  await mkdir(folder);
  const film = await readFile(join(CLIPS, 'aurora.360h264.mp4'));
  for (let number = 0; number < FILMS; number += 1) {
    await writeFile(join(folder, `${number}.mp4`), Buffer.concat([film, freeBox(number)]));
  }
});
afterAll(() => swift?.stop());

/** Begins the import in a process of its own, on a machine without ffmpeg. */
function startImport() {
  const env = { DATABASE_URL: domain.url, DATA_DIR: dataDir, PATH: '', ...swift.env };
  const child = spawn(process.execPath, [MAIN, 'videos', 'import', folder], {
    env,
    stdio: 'ignore',
  });
  return { child, ended: once(child, 'close').then(([status]) => status as number | null) };
}

const rows = async () =>
  (
    await domain.pool.query<{ title: string; url: string; poster: string }>(
      'select title, url, poster from video',
    )
  ).rows;

/** The bytes of a file as everybody fetches it; -1: it is not there. */
async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url.replace('/media', swift.config.publicUrl), { method: 'HEAD' });
  return response.ok ? Number(response.headers.get('content-length')) : -1;
}

/** Kills an import when so many clips are there, somewhere within the next one. */
async function killAt(clips: number, afterMs: number): Promise<void> {
  const { child, ended } = startImport();
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  while (!isOver && (await rows()).length < clips) await new Promise((done) => setTimeout(done, 5));
  await new Promise((done) => setTimeout(done, afterMs));
  child.kill('SIGKILL');
  await ended;
  // whatever moment it was: what the database names is there, whole
  for (const { title, url, poster } of await rows()) {
    expect(await bytesOf(url)).toBe((await stat(join(folder, `${title}.mp4`))).size);
    expect(await bytesOf(poster)).toBeGreaterThan(0);
  }
}

tried('an import into a store elsewhere that is killed adds each film once, whole', async () => {
  for (const [clips, afterMs] of [
    [1, 120],
    [3, 60],
    [5, 180],
  ] as const) {
    await killAt(clips, afterMs);
  }
  expect(await startImport().ended).toBe(0);
  const added = await rows();
  expect(added.map(({ title }) => title).sort()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(new Set(added.map(({ url }) => url)).size).toBe(FILMS);
  for (const { title, url } of added) {
    expect(await bytesOf(url)).toBe((await stat(join(folder, `${title}.mp4`))).size);
  }
  // no upload was left open: each went on where it was
  expect(await (await swift.send('GET', '?uploads')).text()).not.toContain('<Upload>');
});
