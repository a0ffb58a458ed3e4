import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../command.ts';
import { findArchive } from './archive.ts';
import { logOf, readBackup } from './record.ts';

/** A log file, or the note on a backup that began in it. */
const FILE = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?$/;

export interface Pruned {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Removes the archived log files from before a backup.
 * @param folder the oldest backup that is kept: no older one can be restored with the archive any more
 * @throws OperatorError when the folder has no backup, or the archive lacks the backup's last log file
 */
export async function pruneArchive(archiveDir: string, folder: string): Promise<Pruned> {
  const backup = await readBackup(folder);
  const archive = await findArchive(archiveDir, backup);
  const { first, last } = await logOf(backup);
  const names = (await readdir(archive)).filter((name) => FILE.test(name));
  // without this file, the remaining log would not continue the backup
  if (!names.includes(last)) {
    throw new OperatorError(`${archive} lacks ${last}, where the backup ends: nothing was removed`);
  }
  let bytes = 0;
  const needless = names.filter((name) => name.slice(0, first.length) < first);
  for (const name of needless) {
    bytes += (await stat(join(archive, name))).size;
    await rm(join(archive, name));
  }
  return { files: needless.length, bytes };
}
