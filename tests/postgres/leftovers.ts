import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { stopRunning } from '../../server/database/embedded/launch.ts';

/** Linux's folder in memory */
const MEMORY = '/dev/shm';
/** The databases open at once, and what Postgres keeps of its log. */
const ROOM_BYTES = 2_000_000_000;

/**
 * Where the tests' data is. A database is some hundred files: to make and drop one takes a disk's
 * file system up to 400 ms of processor, and memory 17. Where memory has no room, or is none
 * (macOS), the disk it is.
 */
export async function chooseParent(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}

const OWNED = /^clipurse-test-(\d+)-/;

/** What the name of this process's data folders begins with: by it others see whether it lives. */
export const ownPrefix = `clipurse-test-${process.pid}-`;

/**
 * A folder for embedded databases that a test file makes, backs up or archives. What Postgres and the
 * commands write out to a disk there took up to half of such a file's time. Of a run that was killed the next
 * one removes it, and a Postgres that still runs in it ends when it sees that its files are gone.
 */
export const makeDataHome = async (): Promise<string> =>
  mkdtemp(join(await chooseParent(), ownPrefix));

/** Not the product's: with a fault planted in that, data of runs under way would be removed. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Ends what runs that were killed have left behind: a Postgres that outlived its run, and its data,
 * which in memory nothing else would give back.
 * @param parent the folder that their data folders are in
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
      // another user's perhaps: no reason to run no tests
      console.error(`${dataDir} is left of a run that was killed: ${error}`);
    }
  }
}
