import { readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { foldersOf } from '../../database/embedded/folders.ts';
import type { Owner } from '../../database/embedded/identity.ts';
import { OperatorError } from '../command.ts';
import { type Chain, findChain } from './chain.ts';
import { Copier } from './copier.ts';
import { inMegabytes } from './make.ts';
import type { RestoreOrder } from './order.ts';
import { type Backup, CLUSTER, logOf } from './record.ts';

/** The archived log that follows a backup. */
export interface ArchivedLog extends Chain {
  /** absolute path of its files */
  readonly folder: string;
}

/** @throws OperatorError when the backup names no folder of an archive, or `archiveDir` lacks it */
export async function findArchive(
  archiveDir: string,
  { folder, archive }: Backup,
): Promise<string> {
  if (archive === undefined) {
    throw new OperatorError(
      `${folder} was made while the database was not archived: restore it without --archive`,
    );
  }
  const found = join(archiveDir, archive);
  await statfs(found).catch(() => {
    throw new OperatorError(
      `${archiveDir} lacks the folder ${archive}, which continues the log of the backup`,
    );
  });
  return found;
}

/**
 * Finds the archived log after the backup, up to the end of the archive or the first missing or damaged file.
 * @returns null when only the backup is restored
 * @throws OperatorError when the archive is not the backup's, `until` is before the backup, the disk is too
 *   small, or `until` is null and a file is missing or damaged
 */
export async function findLog(
  { archiveDir, until, dataDir }: RestoreOrder,
  backup: Backup,
): Promise<ArchivedLog | null> {
  if (archiveDir === null) return null;
  if (until && until < new Date(backup.made_at)) {
    throw new OperatorError(
      `the backup was made at ${backup.made_at}, after --until: name an older backup, or a later time`,
    );
  }
  const folder = await findArchive(archiveDir, backup);
  const { last } = await logOf(backup);
  const chain = await findChain(folder, join(backup.folder, CLUSTER, 'pg_wal', last), last);
  // a moment before the gap may be restored
  if (chain.broken && !until) {
    throw new OperatorError(`${chain.broken}: name a moment before this file with --until`);
  }
  const bytes = chain.names.length * chain.size;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < bytes) {
    throw new OperatorError(
      `the log of the archive takes ${inMegabytes(bytes)}, and ${dataDir} has ${inMegabytes(bavail * bsize)} left`,
    );
  }
  return { folder, ...chain };
}

/** Copies the log to the folder from which Postgres reads it, and marks a recovery. */
export async function copyLog(
  { signal, report }: RestoreOrder,
  { folder, names }: ArchivedLog,
  cluster: string,
  owner: Owner | null,
): Promise<void> {
  const options = { folder: cluster, owner, isPublic: false, signal, onBytes: () => {} };
  const copier = new Copier(options);
  for (const [index, name] of names.entries()) {
    // the backup has this first file already, but only up to the backup's end
    if (index === 0) await rm(join(cluster, 'pg_wal', name));
    await copier.copy(join(folder, name), join('pg_wal', name), false);
    report?.('copying the log', (index + 1) / names.length);
  }
  await copier.write('recovery.signal', Buffer.alloc(0));
  await copier.sync();
}

/** Settings of the Postgres that reads the log: it stops reading at `until`, and then takes writes. */
export const recoverySettings = (until: Date | null): Readonly<Record<string, string>> => ({
  // all files are in `pg_wal` already, but Postgres requires a command
  restore_command: 'exit 1',
  // no client connects before the recovery ends
  hot_standby: 'off',
  ...(until && {
    // Postgres does not accept the Z here
    recovery_target_time: until.toISOString().replace('Z', '+00'),
    recovery_target_inclusive: 'on',
    recovery_target_action: 'promote',
  }),
});

const LAST = /last completed transaction was at log time (\S+) (\S+?)(?:\+00)?$/gm;

const readPostgresLog = (dataDir: string): Promise<string> =>
  readFile(foldersOf(dataDir).logFile, 'utf8').catch(() => '');

/** Time of the last change that Postgres found in the log; null: it found none. */
export async function lastChange(dataDir: string): Promise<string | null> {
  const found = [...(await readPostgresLog(dataDir)).matchAll(LAST)].at(-1);
  return found ? new Date(`${found[1]}T${found[2]}Z`).toISOString() : null;
}

/** Postgres' message on a part of the log that it cannot read; at the end of an intact log there is none. */
const DAMAGE =
  /LOG: +((?:invalid|incorrect|unexpected|out-of-order|record (?:length|with)|there is no contrecord) .+)$/m;

/** Why the log ends early; null: it does not. */
async function damageIn(draft: string): Promise<string | null> {
  const damage = DAMAGE.exec(await readPostgresLog(draft))?.[1];
  return damage ? `the log of the archive is damaged (${damage})` : null;
}

/**
 * Checks the log for damage, which Postgres takes for the end: later payments would be lost unnoticed.
 * @throws OperatorError when the whole archive was requested and the log is damaged
 */
export async function assertLogUndamaged(draft: string, until: Date | null): Promise<void> {
  const damage = until ? null : await damageIn(draft);
  if (damage === null) return;
  const reached = await lastChange(draft);
  throw new OperatorError(
    reached
      ? `${damage}, after the change of ${reached}: name that moment or an earlier one with --until`
      : `${damage}, before any change after the backup: restore the backup without --archive`,
  );
}

interface Recovery {
  readonly log: ArchivedLog;
  readonly draft: string;
  readonly made_at: string;
}

/** Returns an error that says how far the archive reaches, if the archive ends before `until`; else `error`. */
export async function recoveryError(
  error: unknown,
  { log, draft, made_at }: Recovery,
): Promise<unknown> {
  const isShort = /recovery ended before configured recovery target/.test((error as Error).message);
  if (!isShort) return error;
  const reached = (await lastChange(draft)) ?? made_at;
  const broken = (await damageIn(draft)) ?? log.broken;
  return new OperatorError(
    broken
      ? `the last change before --until is missing: ${broken}, so the log ends at ${reached}`
      : `the archive has no change after ${reached}, and --until is later: to restore the whole archive, leave --until out`,
  );
}
