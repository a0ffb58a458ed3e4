import { type Database, isLockTimeout } from '../../database/database.ts';
import { nameOf, unplaced } from '../../domain/media-addresses.ts';
import { addMilliseconds, DAY } from '../../domain/time.ts';
import type { KeptFile, MediaStorage, Transfer } from '../../media/storage.ts';
import { OperatorError } from '../command.ts';
import { findAddresses } from './named-files.ts';

/** No command takes that long to add a clip: what nothing names by then was left by one that was killed. */
const LEAST_AGE_MS = 2 * DAY;
/** As commands name what they add; what somebody has put there by hand has another name. */
const ADDED = /^[0-9a-f]{24}\.[0-9a-z]+$/;

/** The operator's files that no clip and no advertisement names, shown or not. */
export async function findLeft(
  db: Database,
  media: MediaStorage,
  now: Date,
  transfer?: Transfer,
): Promise<KeptFile[]> {
  // the names come last: what is named meanwhile is among them
  const files = await media.list(transfer);
  const addresses = (await findAddresses(db)).map(unplaced);
  // an operator may have given the whole address of a file of this installation
  const named = new Set(addresses.flatMap((url) => nameOf(url) ?? []));
  const before = addMilliseconds(now, -LEAST_AGE_MS);
  return files.filter(({ name, at }) => ADDED.test(name) && at < before && !named.has(name));
}

const FILES = "hashtextextended('media files', 0)";

/**
 * Until the transaction ends no other command removes files: a file that an earlier one has left may be named again,
 * for it is named by its content.
 * @throws OperatorError when another command removes them for long
 */
export async function holdFiles(db: Database): Promise<void> {
  try {
    await db.query(`select pg_advisory_xact_lock_shared(${FILES})`);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new OperatorError('media clean removes files now: give this again when it has ended');
  }
}

/** Until the transaction ends no other command adds files. @returns false: one does */
export async function claimFiles(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ is_ours: boolean }>(
    `select pg_try_advisory_xact_lock(${FILES}) as is_ours`,
  );
  return rows[0]?.is_ours ?? false;
}

/** `3 files, 12.4 MB` */
export function sizeOf(files: readonly KeptFile[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${(bytes / 1e6).toFixed(1)} MB`;
}
