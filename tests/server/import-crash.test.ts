import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { volume } from '../volume.ts';
import { CLIPS, dataDir, domain, setUpOperator } from './operator.setup.ts';

/** `npm run test:import` asks for more. */
const FILMS = Number(process.env.IMPORT_FILMS ?? volume(200, 60));
const KILLS = Number(process.env.IMPORT_KILLS ?? volume(8, 4));
/** On a machine with much else at work. */
const LONGEST_MS = 120_000 + FILMS * 1_000;
const MAIN = join(import.meta.dirname, '../../server/operator/main.ts');

setUpOperator();

let folder: string;

/** Bytes that players pass by, so that each film is another file. */
function freeBox(number: number): Buffer {
  const box = Buffer.alloc(16);
  box.writeUInt32BE(16);
  box.write('free', 4);
  box.writeUInt32BE(number, 8);
  return box;
}

beforeAll(async () => {
  folder = join(dataDir, 'films');
  await mkdir(folder);
  const film = await readFile(join(CLIPS, 'aurora.360h264.mp4'));
  for (let number = 0; number < FILMS; number += 1) {
    await writeFile(join(folder, `${number}.mp4`), Buffer.concat([film, freeBox(number)]));
  }
});

/** Begins the import in a process of its own, on a machine without ffmpeg. */
function startImport() {
  const env = { DATABASE_URL: domain.url, DATA_DIR: dataDir, PATH: '' };
  const child = spawn(process.execPath, [MAIN, 'videos', 'import', folder], {
    env,
    stdio: 'ignore',
  });
  return { child, ended: once(child, 'close').then(([status]) => status as number | null) };
}

const count = async () => {
  const { rows } = await domain.pool.query<{ count: bigint }>('select count(*) from video');
  return Number(rows[0]?.count);
};

/** Kills an import when so many clips are there, or it has ended. */
async function killAt(clips: number, afterMs: number): Promise<void> {
  const { child, ended } = startImport();
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  while (!isOver && (await count()) < clips) await new Promise((done) => setTimeout(done, 5));
  // somewhere within the next one
  await new Promise((done) => setTimeout(done, afterMs));
  child.kill('SIGKILL');
  await ended;
}

test(
  `an import of ${FILMS} films that is killed ${KILLS} times adds each once, whole`,
  async () => {
    const moments = fc.sample(
      fc.tuple(fc.integer({ min: 0, max: FILMS - 1 }), fc.integer({ min: 0, max: 60 })),
      KILLS,
    );
    for (const [clips, afterMs] of moments.sort(([one], [other]) => one - other)) {
      await killAt(clips, afterMs);
    }
    expect(await startImport().ended).toBe(0);
    const { rows } = await domain.pool.query<{ title: string; url: string; made_from: string }>(
      'select title, url, made_from from video',
    );
    expect(new Set(rows.map(({ title }) => title)).size).toBe(FILMS);
    expect(rows).toHaveLength(FILMS);
    expect(new Set(rows.map(({ made_from }) => made_from)).size).toBe(FILMS);
    for (const { title, url } of rows) {
      const [given, stored] = [join(folder, `${title}.mp4`), join(dataDir, url)];
      expect((await stat(stored)).size).toBe((await stat(given)).size);
    }
  },
  LONGEST_MS,
);

test('what a killed import was writing is removed by one that begins hours later', async () => {
  const media = join(dataDir, 'media');
  const drafts = async () => (await readdir(media)).filter((name) => name.endsWith('.part'));
  await mkdir(join(media, '.0123456789abcdef.part'));
  await mkdir(join(media, '.fedcba9876543210.part'));
  const hoursAgo = Date.now() / 1000 - 3 * 3_600;
  for (const name of await drafts()) await utimes(join(media, name), hoursAgo, hoursAgo);
  // of a command that runs now
  await mkdir(join(media, '.0000000000000000.part'));
  expect(await startImport().ended).toBe(0);
  expect(await drafts()).toEqual(['.0000000000000000.part']);
});
