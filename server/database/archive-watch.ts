import { stat, statfs } from 'node:fs/promises';
import type pg from 'pg';
import { withDiskTimeout } from './disk-timeout.ts';

/** Time after which a log file that is still not archived shows that the archive's disk does not answer. */
const MAX_SECONDS = 300;

export interface ArchiveState {
  /** number of the log file that is being written; null: Postgres' statistics have no row */
  readonly segment: number | null;
  /** seconds since the last file was archived; null: Postgres' statistics have none */
  readonly age: number | null;
  readonly isFailing: boolean;
  /** folder of the archived files; empty: Postgres archives nothing */
  readonly folder: string;
}

/**
 * State of Postgres' archiver. The archiver may also hang, on a network disk that is away: then a
 * finished log file waits, and no failure is counted.
 */
const STATE = `
  select coalesce(current_setting('basic_archive.archive_directory', true), '') as folder,
    (pg_split_walfile_name(pg_walfile_name(pg_current_wal_lsn()))).segment_number::int as segment,
    extract(epoch from clock_timestamp() - last_archived_time)::float8 as age,
    coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
      or coalesce(extract(epoch from clock_timestamp() - last_archived_time) > ${MAX_SECONDS}
        and case when last_archived_wal ~ '^[0-9A-F]{24}$' then
          (pg_split_walfile_name(pg_walfile_name(pg_current_wal_lsn()))).segment_number
            > (pg_split_walfile_name(last_archived_wal)).segment_number + 1
        end, false) as "isFailing"
  from pg_stat_archiver`;

export async function readArchiveState(pool: pg.Pool): Promise<ArchiveState> {
  const { rows } = await pool.query<ArchiveState>(STATE);
  return rows[0] ?? { segment: null, age: null, isFailing: false, folder: '' };
}

/** Finds the likely reason why the archive fails, from outside of Postgres. */
export async function archiveFailureReason(folder: string): Promise<string> {
  if (folder === '') return 'Postgres runs without an archive: restart the server';
  const found = await withDiskTimeout(folder, async () => {
    const isThere = await stat(folder).catch(() => null);
    return isThere && (await statfs(folder).catch(() => ({ bavail: 1 })));
  });
  if (found === undefined) return `the disk of ${folder} does not answer: find out why`;
  if (!found) return `there is no folder ${folder}: its disk may be away`;
  return found.bavail === 0
    ? `the disk of ${folder} is full`
    : `Postgres cannot write its log to ${folder}: check who owns the folder, and whether another database writes there`;
}

/** Watches the archive of the embedded database, and reports a failure once. */
export class ArchiveWatch {
  /** last state that was read; null: unknown, or nothing has to be archived */
  state: ArchiveState | null = null;
  readonly #pool: pg.Pool;
  readonly #tell: (message: string) => void;
  #hasReported = false;
  /** number of the current log file, and the time, when `look` first found that no file was ever archived */
  #unarchived: { readonly segment: number; readonly atMs: number } | null = null;

  constructor(pool: pg.Pool, tell: (message: string) => void) {
    this.#pool = pool;
    this.#tell = tell;
  }

  async look(): Promise<void> {
    try {
      const found = await readArchiveState(this.#pool);
      const isFailing = found.isFailing || found.folder === '' || this.#waitsTooLong(found);
      this.state = { ...found, isFailing };
      if (isFailing && !this.#hasReported) {
        this.#tell(
          `the archive of the database fails: ${await archiveFailureReason(found.folder)}`,
        );
      } else if (!isFailing && this.#hasReported) {
        this.#tell('the archive of the database works again');
      }
      this.#hasReported = isFailing;
    } catch {
      // the database is away; the settings' poll reports this
      this.state = null;
    }
  }

  /** Whether the first log file waits too long: Postgres reports nothing when a disk hangs from the start. */
  #waitsTooLong({ age, segment }: ArchiveState): boolean {
    if (age !== null || segment === null) {
      this.#unarchived = null;
      return false;
    }
    this.#unarchived ??= { segment, atMs: performance.now() };
    const { segment: first, atMs } = this.#unarchived;
    return segment > first + 1 && performance.now() - atMs > MAX_SECONDS * 1_000;
  }
}
