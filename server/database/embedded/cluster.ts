import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseError } from '../database-error.ts';
import type { Binaries } from './binaries.ts';
import { type Identity, placeOf } from './identity.ts';
import { removeLeftovers } from './leftovers.ts';

const run = promisify(execFile);

function messageOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr || message).trim().split('\n').at(-1) ?? '';
}

async function create(cluster: string, binaries: Binaries, identity: Identity): Promise<void> {
  await removeLeftovers(cluster);
  // made under another name and renamed: a cluster is whole or absent, and if two processes make it, one
  // of them wins
  const draft = `${cluster}.new-${process.pid}`;
  await mkdir(draft, { mode: 0o700 });
  if (identity.owner) await chown(draft, identity.owner.uid, identity.owner.gid);
  const { path, options } = placeOf(draft, identity);
  const args = [
    `--pgdata=${path}`,
    '--username=postgres',
    '--auth-local=peer',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
    // small, because a log file is archived each minute, full or not
    '--wal-segsize=4',
    '--no-instructions',
  ];
  try {
    await run(binaries.initdb, args, {
      ...options,
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    });
    await rename(draft, cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw new DatabaseError(`the embedded Postgres cannot make ${cluster}: ${messageOf(error)}`);
  }
}

/**
 * Makes the cluster at the first start, and checks that these programs can read it.
 * @returns whether it was made now
 * @throws DatabaseError when it cannot be used
 */
export async function ensureCluster(
  cluster: string,
  binaries: Binaries,
  identity: Identity,
): Promise<boolean> {
  let version: string;
  try {
    version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') {
      throw new DatabaseError(`the embedded database cannot be read: ${message}`);
    }
    await create(cluster, binaries, identity);
    return true;
  }
  if (version !== binaries.major) {
    throw new DatabaseError(
      `${cluster} was written by Postgres ${version} and this is Postgres ${binaries.major}: move its data with pg_dump, or use another DATA_DIR`,
    );
  }
  return false;
}
