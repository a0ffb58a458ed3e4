import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { stopRunning } from '../../server/database/embedded/launch.ts';

/** Linux's folder in memory. */
const MEMORY = '/dev/shm';
/** Space for the databases that are open at once, and for Postgres' WAL. */
const ROOM_BYTES = 2_000_000_000;

/**
 * Chooses the folder of the tests' data. A database is some hundred files: to create and drop one takes
 * 400 ms of processor time on a disk's file system, and 17 ms in memory. Without enough memory, or
 * without such a folder (macOS), the disk is used.
 */
export async function chooseParent(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}

const OWNED = /^clipurse-test-(\d+)-/;

/** Prefix of this process's data folders; its process id shows other runs whether it still runs. */
export const ownPrefix = `clipurse-test-${process.pid}-`;

/**
 * Creates a folder for embedded databases that a test file starts, backs up or archives. On a disk, the
 * writes of Postgres and of the commands took up to half of such a file's time. The next run removes
 * the folder of a killed run; a Postgres that still runs there ends when its files are gone.
 */
export const makeDataHome = async (): Promise<string> =>
  mkdtemp(join(await chooseParent(), ownPrefix));

/** Not the product's `isAlive`: a fault planted there would delete the data of other running tests. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Removes the leftovers of killed runs: a Postgres that outlived its run, and its data, which would
 * otherwise stay in memory.
 * @param parent the parent of their data folders
 */
export async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, owner] = OWNED.exec(name) ?? [];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const dataDir = join(parent, name);
    try {
      await stopRunning({ folders: foldersOf(dataDir), log: console.error });
      await rm(dataDir, { recursive: true, force: true });
    } catch (error) {
      // perhaps another user's: the tests can run nevertheless
      console.error(`${dataDir} is left of a run that was killed: ${error}`);
    }
  }
}
