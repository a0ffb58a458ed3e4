import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { compiled } from './http/process.ts';
import { CLIPS, dataDir, domain } from './operator.setup.ts';

const MAIN = join(import.meta.dirname, '../../server/operator/main.ts');

/** Returns the folder to import. */
export const films = () => join(dataDir, 'films');

/** Makes distinct films: each ends with an MP4 box of different bytes, which players skip. */
export async function makeFilms(count: number, boxBytes: (number: number) => number) {
  await mkdir(films());
  const film = await readFile(join(CLIPS, 'aurora.360h264.mp4'));
  for (let number = 0; number < count; number += 1) {
    const box = Buffer.alloc(boxBytes(number));
    box.writeUInt32BE(box.length);
    box.write('free', 4);
    box.writeUInt32BE(number, 8);
    await writeFile(join(films(), `${number}.mp4`), Buffer.concat([film, box]));
  }
}

/** Starts the import in a process of its own, with an empty `PATH`, so without ffmpeg. */
export function startImport(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, 'videos', 'import', films()], {
    env: { ...compiled, DATABASE_URL: domain.url, DATA_DIR: dataDir, PATH: '', ...env },
    stdio: 'ignore',
  });
  return { child, ended: once(child, 'close').then(([status]) => status as number | null) };
}

export interface ImportedClip {
  readonly title: string;
  readonly url: string;
  readonly poster: string;
  readonly made_from: string;
}

export const importedClips = async () =>
  (await domain.pool.query<ImportedClip>('select title, url, poster, made_from from video')).rows;

/** Counts the stored clips. Called every few milliseconds during the import, it must cost almost nothing. */
async function countClips(): Promise<number> {
  const { rows } = await domain.pool.query<{ count: bigint }>('select count(*) from video');
  return Number(rows[0]?.count);
}

/**
 * Starts an import, and kills it `afterMs` after this many clips are stored, unless the import has
 * ended before.
 */
export async function killImportAt(
  clips: number,
  afterMs: number,
  env: Record<string, string> = {},
): Promise<void> {
  const { child, ended } = startImport(env);
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  while (!isOver && (await countClips()) < clips) await delay(5);
  await delay(afterMs);
  child.kill('SIGKILL');
  await ended;
}
