import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { foldersOf } from '../../server/database/embedded/folders.ts';
import { stopRunning } from '../../server/database/embedded/launch.ts';

const OWNED = /^clipurse-test-(\d+)-/;

/** What the name of this process's data folders begins with: by it others see whether it lives. */
export const ownPrefix = `clipurse-test-${process.pid}-`;

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
