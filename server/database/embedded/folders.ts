import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database-error.ts';
import type { Identity } from './identity.ts';

/** A Unix socket's path may have 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH = 103;
export const SOCKET_PORT = 5432;

/** Paths under DATA_DIR. */
export interface Folders {
  readonly cluster: string;
  readonly socket: string;
  readonly logFile: string;
}

export function foldersOf(dataDir: string): Folders {
  const inDataDir = join(dataDir, 'postgres-socket');
  const length = Buffer.byteLength(join(inDataDir, `.s.PGSQL.${SOCKET_PORT}`));
  // the same short path for every process with this DATA_DIR, independent of TMPDIR
  const short = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return {
    cluster: join(dataDir, 'postgres'),
    socket: length <= MAX_SOCKET_PATH ? inDataDir : `/tmp/clipurse-${short}`,
    logFile: join(dataDir, 'postgres.log'),
  };
}

/** Makes the socket's folder, open to the user of Postgres only. */
export async function makePrivate(folder: string, { owner }: Identity): Promise<void> {
  const uid = owner?.uid ?? process.getuid?.() ?? 0;
  const found = await lstat(folder).catch(() => null);
  // another user's folder would let that user answer as Postgres, and a link would lead root elsewhere
  if (found && !(found.isDirectory() && [uid, process.getuid?.()].includes(found.uid))) {
    throw new DatabaseError(`${folder} belongs to another user`);
  }
  if (found?.uid === uid && (found.mode & 0o777) === 0o700) return;
  if (found) await rmdir(folder);
  await mkdir(folder, { mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
}

/**
 * Makes a missing DATA_DIR that all users may pass through.
 * @throws DatabaseError when it cannot be made
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true });
    if (made) await chmod(dataDir, 0o755);
  } catch (error) {
    throw new DatabaseError(`DATA_DIR ${dataDir} cannot be made: ${(error as Error).message}`);
  }
}
