import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { DatabaseError } from '../database-error.ts';
import { foldersOf } from './folders.ts';
import { connectAsOwner } from './launch.ts';

/** Destination of a backup's files; paths are relative to the cluster's folder. */
export interface BackupTarget {
  makeFolder(path: string): Promise<void>;
  /** copies a file; with `mayBeGone`, a file that no longer exists is skipped */
  copy(from: string, path: string, mayBeGone: boolean): Promise<void>;
  write(path: string, content: Buffer): Promise<void>;
}

/** Folders whose content Postgres creates again, or that belong to the running server alone. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
// the archive's record belongs to the running server: a restored copy gets an archive of its own
const LEFT_OUT =
  /^(clipurse_archive\.json|postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|.*\.new-\d+)$/;
const CONTROL = 'global/pg_control';
const STATEMENT_MS = 120_000;

async function copyFolder(cluster: string, path: string, target: BackupTarget): Promise<void> {
  const entries = await readdir(join(cluster, path), { withFileTypes: true });
  for (const entry of entries) {
    const inner = join(path, entry.name);
    if (LEFT_OUT.test(entry.name) || inner === CONTROL) continue;
    if (entry.isDirectory()) {
      await target.makeFolder(inner);
      if (!EMPTIED.has(inner)) await copyFolder(cluster, inner, target);
    } else if (entry.isFile()) {
      // the file of a table may be dropped meanwhile: the log drops the table in the copy, too
      await target.copy(join(cluster, inner), inner, true);
    }
  }
}

/** Maximum number of reads of `pg_control`: Postgres writes this file at checkpoints, seconds apart. */
const CONTROL_READS = 20;

/** Reads `pg_control` until two results are equal: Postgres may write it during a read. */
async function readControl(cluster: string): Promise<Buffer> {
  let last = await readFile(join(cluster, CONTROL));
  for (let read = 1; read < CONTROL_READS; read += 1) {
    const next = await readFile(join(cluster, CONTROL));
    if (next.equals(last)) return next;
    last = next;
  }
  throw new DatabaseError(`${CONTROL} changes all the time: try again`);
}

/** Copies the log from the backup's start to its end: without it, the copy cannot start. */
async function copyLog(
  cluster: string,
  first: string,
  last: string,
  target: BackupTarget,
): Promise<void> {
  const names = await readdir(join(cluster, 'pg_wal'));
  const segments = names.filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  );
  if (!segments.includes(first) || !segments.includes(last)) {
    throw new DatabaseError(`the log of Postgres lacks ${first} or ${last}: try again`);
  }
  const histories = names.filter((name) => name.endsWith('.history'));
  for (const name of [...segments, ...histories]) {
    await target.copy(join(cluster, 'pg_wal', name), join('pg_wal', name), false);
  }
}

interface Stopped {
  readonly labelfile: string;
  /** name of the log file in which the backup ends */
  readonly last: string;
  readonly ended_at: Date;
}

async function stop(client: pg.Client): Promise<Stopped> {
  const { rows } = await client.query<Stopped>(
    `select labelfile, pg_walfile_name(lsn) as last, clock_timestamp() as ended_at
     from pg_backup_stop(wait_for_archive => false)`,
  );
  if (!rows[0]) throw new DatabaseError('Postgres did not end the backup');
  return rows[0];
}

/**
 * Copies the running embedded cluster, with the log that makes the copy consistent, by Postgres' low-level functions
 * (https://www.postgresql.org/docs/18/continuous-archiving.html, "Making a Base Backup Using the Low Level API").
 * The server goes on working; the copy has the data of the moment when the backup ended.
 * @returns that moment
 * @throws DatabaseError when the log no longer has the files; Error when the cluster does not run
 */
export async function copyCluster(dataDir: string, target: BackupTarget): Promise<Date> {
  const folders = foldersOf(dataDir);
  const { cluster } = folders;
  const client = await connectAsOwner(folders);
  try {
    await client.query(`set statement_timeout = ${STATEMENT_MS}`);
    // the slot keeps the log until this connection ends; a name for each process lets two backups run at once
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `clipurse_backup_${process.pid}`,
    ]);
    await client.query(`select pg_backup_start('clipurse', fast => true)`);
    await copyFolder(cluster, '', target);
    await target.write(CONTROL, await readControl(cluster));
    const { labelfile, last, ended_at } = await stop(client);
    const first = /\(file ([0-9A-F]{24})\)/.exec(labelfile)?.[1] ?? '';
    await copyLog(cluster, first, last, target);
    await target.write('backup_label', Buffer.from(labelfile));
    return ended_at;
  } finally {
    await client.end();
  }
}
