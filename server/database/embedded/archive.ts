import { randomBytes } from 'node:crypto';
import { access, chown, mkdir, open, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import * as v from 'valibot';
import { DatabaseError } from '../database-error.ts';
import { withDiskTimeout } from '../disk-timeout.ts';
import { replaceFile } from './access.ts';
import type { Binaries } from './binaries.ts';
import type { Folders } from './folders.ts';
import { findClosedFolder, type Identity } from './identity.ts';

/** The operator's ARCHIVE_DIR, and the folder in it that belongs to this database alone. */
const archiveRecord = v.object({ root: v.string(), name: v.string() });
export type Archive = Readonly<v.InferOutput<typeof archiveRecord>>;

const RECORD = 'clipurse_archive.json';
/** File name that Postgres' module uses while it is still writing. */
const DRAFT = /^archtemp\./;
/** Payments of the last seconds, up to this many, may be missing in the archive. */
const MAX_SECONDS_BEHIND = 60;

export const folderOfArchive = ({ root, name }: Archive): string => join(root, name);

/**
 * Settings of Postgres' own archive module. It copies each log file under another name, syncs it and renames it; a
 * file that exists with the same content is left, one with another content is an error.
 */
export const settingsOfArchive = (archive: Archive): Readonly<Record<string, string>> => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  archive_timeout: `${MAX_SECONDS_BEHIND}s`,
  'basic_archive.archive_directory': folderOfArchive(archive),
});

/** @returns null where the database is not archived */
export async function readArchive(cluster: string): Promise<Archive | null> {
  const path = join(cluster, RECORD);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : v.parse(archiveRecord, JSON.parse(text));
}

/** Removes unfinished copies of a Postgres that was killed. No Postgres may be running. */
export async function removeArchiveDrafts(archive: Archive): Promise<void> {
  const folder = folderOfArchive(archive);
  // the server starts without a disk that is away or hangs, and `ArchiveWatch` reports the disk
  const names = (await withDiskTimeout(folder, () => readdir(folder)).catch(() => [])) ?? [];
  for (const name of names.filter((each) => DRAFT.test(each))) {
    await rm(join(folder, name), { force: true });
  }
}

async function assertModule({ postgres }: Binaries): Promise<void> {
  const library = join(dirname(dirname(postgres)), 'lib', 'postgresql', 'basic_archive');
  for (const end of ['.so', '.dylib']) {
    const found = await access(`${library}${end}`).then(
      () => true,
      () => false,
    );
    if (found) return;
  }
  throw new DatabaseError('this embedded Postgres has no module that archives: unset ARCHIVE_DIR');
}

/** Checks the real path, too: a link may lead into DATA_DIR. @throws Error */
async function assertOutside(root: string, cluster: string): Promise<void> {
  const [archive, dataDir] = [await realpath(root), await realpath(dirname(cluster))];
  if (archive === dataDir || archive.startsWith(`${dataDir}${sep}`)) {
    throw new Error(`it leads to ${archive}, which lies in DATA_DIR`);
  }
}

/** Makes a folder for this database's files in the operator's ARCHIVE_DIR. */
async function makeArchive(root: string, cluster: string, { owner }: Identity): Promise<Archive> {
  const name = `${new Date().toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`;
  const folder = join(root, name);
  try {
    await assertOutside(root, cluster);
    const closed = owner && (await findClosedFolder(folder, owner));
    if (closed) {
      throw new Error(
        `${closed} is closed to the user "${owner.name}" that Postgres runs as: chmod o+x ${closed}`,
      );
    }
    await mkdir(folder, { mode: 0o700 });
    if (owner) await chown(folder, owner.uid, owner.gid);
    const parent = await open(root);
    await parent.sync().finally(() => parent.close());
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such folder: make it' : message;
    throw new DatabaseError(`ARCHIVE_DIR ${root} cannot be used: ${why}`);
  }
  return { root, name };
}

interface Archived {
  readonly folders: Folders;
  readonly binaries: Binaries;
  readonly identity: Identity;
  readonly log: (line: string) => void;
}

/**
 * Decides to which folder the cluster is archived. The folder is made once and never again: when it
 * is missing later, its disk is away, and another folder would hold half of what a restore needs.
 * @param wanted the operator's ARCHIVE_DIR; null: none; undefined: unchanged
 * @throws DatabaseError when a new archive cannot be made
 */
export async function settleArchive(
  { folders: { cluster }, binaries, identity, log }: Archived,
  wanted: string | null | undefined,
): Promise<Archive | null> {
  const known = await readArchive(cluster);
  if (wanted === undefined || wanted === (known?.root ?? null)) return known;
  const path = join(cluster, RECORD);
  if (wanted === null) {
    await rm(path);
    log('the database is not archived any more: ARCHIVE_DIR is not set');
    return null;
  }
  await assertModule(binaries);
  const archive = await makeArchive(wanted, cluster, identity);
  await replaceFile(path, JSON.stringify(archive), identity);
  log(`the database is archived to ${folderOfArchive(archive)} from now on: make a backup now`);
  return archive;
}
