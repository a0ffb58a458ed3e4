import { mkdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { readArchive } from '../../database/embedded/archive.ts';
import { copyCluster } from '../../database/embedded/base-backup.ts';
import { foldersOf } from '../../database/embedded/folders.ts';
import { removeLeftovers } from '../../database/embedded/leftovers.ts';
import { OperatorError } from '../command.ts';
import { disk } from '../payouts/disk.ts';
import type { Report } from '../progress.ts';
import { Copier, listFiles } from './copier.ts';
import { CLUSTER, filesOfRecord, MEDIA } from './record.ts';

export interface BackupOrder {
  /** absolute */
  readonly dataDir: string;
  /** absolute path of the new backup */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly report?: Report | undefined;
}

export interface MadeBackup {
  readonly made_at: string;
  readonly files: number;
  readonly bytes: number;
}

/** Bytes below a folder; a file that vanishes meanwhile counts as 0. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const path of await listFiles(folder)) {
    bytes += await stat(join(folder, path)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}

/** @throws OperatorError when the backup's place is unsuitable */
async function checkTarget({ dataDir, folder }: BackupOrder, bytes: number): Promise<void> {
  for (const inner of [foldersOf(dataDir).cluster, join(dataDir, MEDIA)]) {
    if (`${folder}${sep}`.startsWith(`${inner}${sep}`)) {
      throw new OperatorError(`${folder} lies in a folder that is backed up: name another folder`);
    }
  }
  if (await disk.exists(folder)) throw new OperatorError(`${folder} exists already`);
  const { bavail, bsize } = await statfs(dirname(folder)).catch(() => {
    throw new OperatorError(`there is no folder ${dirname(folder)}`);
  });
  if (bavail * bsize < bytes) {
    throw new OperatorError(
      `the backup takes ${inMegabytes(bytes)}, and ${dirname(folder)} has ${inMegabytes(bavail * bsize)} left`,
    );
  }
}

export const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

async function copyMedia(dataDir: string, copier: Copier): Promise<void> {
  const folder = join(dataDir, MEDIA);
  for (const path of await listFiles(folder)) {
    // skips drafts; `copy` skips files that are removed meanwhile
    if (path.startsWith('.')) continue;
    await copier.copy(join(folder, path), join(MEDIA, path), true);
  }
}

/**
 * Backs up the embedded database and the operator's media while the server runs. The folder appears
 * when all files are on the disk; the next backup to the same folder removes the draft of a killed backup.
 * @throws OperatorError when its place is unsuitable
 */
export async function makeBackup(order: BackupOrder): Promise<MadeBackup> {
  const { dataDir, folder, signal, report } = order;
  const { cluster } = foldersOf(dataDir);
  const all = (await sizeOf(cluster)) + (await sizeOf(join(dataDir, MEDIA)));
  await checkTarget(order, all);
  await removeLeftovers(folder);
  const draft = `${folder}.new-${process.pid}`;
  let bytes = 0;
  const onBytes = (more: number) => {
    bytes += more;
    report?.('copying', Math.min(bytes / all, 1));
  };
  const copier = new Copier({ folder: draft, owner: null, isPublic: false, signal, onBytes });
  try {
    await mkdir(draft, { mode: 0o700 });
    const endedAt = await copyCluster(dataDir, {
      makeFolder: (path) => copier.makeFolder(join(CLUSTER, path)),
      copy: (from, path, mayBeGone) => copier.copy(from, join(CLUSTER, path), mayBeGone),
      write: (path, content) => copier.write(join(CLUSTER, path), content),
    });
    await copyMedia(dataDir, copier);
    const postgres = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
    const archive = (await readArchive(cluster))?.name;
    const record = {
      ...{ made_at: endedAt.toISOString(), postgres, folders: copier.folders },
      ...(archive && { archive }),
    };
    const files = Object.entries(filesOfRecord(record, copier.sums));
    for (const [name, content] of files) await copier.write(name, content);
    await copier.sync();
    await rename(draft, folder);
    await disk.sync(dirname(folder));
    return { made_at: record.made_at, files: copier.sums.size, bytes };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
