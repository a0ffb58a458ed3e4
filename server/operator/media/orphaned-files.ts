import { type Database, isLockTimeout } from '../../database/database.ts';
import { fileNameOf, storedMediaUrl } from '../../domain/media-addresses.ts';
import { addMilliseconds, DAY } from '../../domain/time.ts';
import type { MediaStorage, StoredFile, Transfer } from '../../media/storage.ts';
import { OperatorError } from '../command.ts';
import { findAddresses } from './named-files.ts';

/** Longer than any command needs to add a clip: an older file without a row was left by a killed command. */
const MIN_AGE_MS = 2 * DAY;
/** File names that commands make; files that were copied there by hand have other names. */
const ADDED = /^[0-9a-f]{24}\.[0-9a-z]+$/;

/** Finds the operator's files that no clip and no advertisement names, shown or not. */
export async function findOrphanedFiles(
  db: Database,
  media: MediaStorage,
  now: Date,
  transfer?: Transfer,
): Promise<StoredFile[]> {
  // reads the rows after the files, so that rows that are added meanwhile count
  const files = await media.list(transfer);
  const addresses = (await findAddresses(db)).map(storedMediaUrl);
  // an operator may have given the full URL of a file of this installation
  const named = new Set(addresses.flatMap((url) => fileNameOf(url) ?? []));
  const before = addMilliseconds(now, -MIN_AGE_MS);
  return files.filter(({ name, at }) => ADDED.test(name) && at < before && !named.has(name));
}

const FILES = "hashtextextended('media files', 0)";

/**
 * Keeps other commands from removing files until the transaction ends: names are hashes of the content, so a
 * file that an earlier command left may be used again.
 * @throws OperatorError when another command still removes files at the lock timeout
 */
export async function lockFilesShared(db: Database): Promise<void> {
  try {
    await db.query(`select pg_advisory_xact_lock_shared(${FILES})`);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new OperatorError(
      'media clean is removing files: give this command again when media clean has ended',
    );
  }
}

/**
 * Keeps other commands from adding files until the transaction ends.
 * @returns false: another command adds or removes files
 */
export async function tryLockFilesExclusive(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ is_ours: boolean }>(
    `select pg_try_advisory_xact_lock(${FILES}) as is_ours`,
  );
  return rows[0]?.is_ours ?? false;
}

/** `3 files, 12.4 MB` */
export function sizeOf(files: readonly StoredFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${(bytes / 1e6).toFixed(1)} MB`;
}
