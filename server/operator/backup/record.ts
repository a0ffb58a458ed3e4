import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { OperatorError } from '../command.ts';

/** Folders of a backup for the cluster and for media. */
export const CLUSTER = 'postgres';
export const MEDIA = 'media';
const RECORD = 'backup.json';
/** In the format of `sha256sum --check`. */
const SUMS = 'SHA256SUMS';
export const OWN_FILES: readonly string[] = [RECORD, SUMS];

const FORMAT = 1;

/** Whether a path stays below the folder that it is relative to. */
const isInside = (path: string): boolean =>
  !path.startsWith('/') && !path.split('/').includes('..');

const backupRecord = v.object({
  format: v.literal(FORMAT),
  /** ISO 8601; end of the copy, and the moment whose state the backup has */
  made_at: v.pipe(v.string(), v.isoTimestamp()),
  /** major version of Postgres */
  postgres: v.pipe(v.string(), v.regex(/^\d+$/)),
  /** the folder in ARCHIVE_DIR where the log continues; not given: nothing was archived */
  archive: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/))),
  /** all of its folders: Postgres needs the empty ones too, which some tools do not copy */
  folders: v.array(v.pipe(v.string(), v.check(isInside))),
});
type BackupRecord = v.InferOutput<typeof backupRecord>;

/** The two files that complete a backup, by name. */
export function filesOfRecord(
  record: Readonly<Omit<BackupRecord, 'format' | 'folders'>> & { folders: readonly string[] },
  sums: ReadonlyMap<string, string>,
): Readonly<Record<string, Buffer>> {
  const lines = [...sums].map(([path, sum]) => `${sum}  ${path}\n`);
  return {
    [RECORD]: Buffer.from(`${JSON.stringify({ format: FORMAT, ...record }, null, 2)}\n`),
    [SUMS]: Buffer.from(lines.join('')),
  };
}

export interface Backup extends BackupRecord {
  /** absolute path of the backup */
  readonly folder: string;
  /** SHA-256 by path */
  readonly sums: ReadonlyMap<string, string>;
}

/** @throws OperatorError when the folder has no complete backup that this version can read */
export async function readBackup(folder: string): Promise<Backup> {
  const text = await readFile(join(folder, RECORD), 'utf8').catch(() => {
    throw new OperatorError(`${folder} holds no backup: it has no ${RECORD}`);
  });
  let record: BackupRecord;
  try {
    record = v.parse(backupRecord, JSON.parse(text));
  } catch {
    throw new OperatorError(
      `${join(folder, RECORD)} is damaged, or was written by another version of Clipurse`,
    );
  }
  const sums = new Map<string, string>();
  const lines = await readFile(join(folder, SUMS), 'utf8').catch(() => '');
  for (const line of lines.split('\n').slice(0, -1)) {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!sum || !path || !isInside(path)) {
      throw new OperatorError(`${join(folder, SUMS)} is damaged`);
    }
    sums.set(path, sum);
  }
  if (sums.size === 0) throw new OperatorError(`${join(folder, SUMS)} is missing or empty`);
  return { ...record, folder, sums };
}

/**
 * The log files in which the backup begins and ends.
 * @throws OperatorError when it has none
 */
export async function logOf({ folder, sums }: Backup): Promise<{ first: string; last: string }> {
  const label = await readFile(join(folder, CLUSTER, 'backup_label'), 'utf8').catch(() => '');
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  const names = [...sums.keys()].flatMap(
    (path) => /^postgres\/pg_wal\/([0-9A-F]{24})$/.exec(path)?.[1] ?? [],
  );
  const last = names.sort().at(-1);
  if (!first || !last)
    throw new OperatorError(`the backup in ${folder} is damaged: it has no log of Postgres`);
  return { first, last };
}
