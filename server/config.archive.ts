import { resolve, sep } from 'node:path';
import { type Environment, invalid, read } from './config.environment.ts';

/** Postgres limits the path to 1,023 bytes, including the file's name. */
const MAX_ARCHIVE_PATH = 900;

/**
 * Reads ARCHIVE_DIR, without a check that the folder exists: a server must start while the archive's disk is away.
 * @returns null: no archive. @throws ConfigError
 */
export function readArchiveDir(env: Environment, dataDir: string): string | null {
  const path = read(env, 'ARCHIVE_DIR');
  if (path === undefined) return null;
  if (!path.startsWith('/')) {
    throw invalid('ARCHIVE_DIR', 'must be an absolute path, preferably on another disk');
  }
  if (Buffer.byteLength(path) > MAX_ARCHIVE_PATH) {
    throw invalid('ARCHIVE_DIR', `must have at most ${MAX_ARCHIVE_PATH} bytes`);
  }
  const folder = resolve(path);
  if (folder === dataDir || folder.startsWith(`${dataDir}${sep}`)) {
    throw invalid('ARCHIVE_DIR', 'must lie outside of DATA_DIR, preferably on another disk');
  }
  if (read(env, 'DATABASE_URL') !== undefined) {
    throw invalid(
      'ARCHIVE_DIR',
      'is for the embedded database only: unset ARCHIVE_DIR or DATABASE_URL',
    );
  }
  return folder;
}
