import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type ProxyName = 'caddy' | 'nginx';
/** Programs that deploy/ha/ uses. */
export type ClusterProgram = 'etcd' | 'haproxy' | 'patroni' | 'pg_basebackup' | 'pg_rewind';
/** OpenStack's S3 server. */
type StoreName = 'swift-proxy-server';
type ProgramName = ProxyName | ClusterProgram | StoreName | 'promtool';

interface Program {
  /** the Debian packages of the program */
  readonly debian: readonly string[];
  /** the argument with which the program is tried: it prints its version, or its help */
  readonly says: string;
  /** whether the program runs only with the packages that its own packages depend on */
  readonly depends?: true;
  /** another file of the packages that tests read */
  readonly file?: string;
}

const PROGRAMS: Readonly<Record<ProgramName, Program>> = {
  nginx: { debian: ['nginx', 'nginx-common'], says: '-v', file: 'etc/nginx/nginx.conf' },
  caddy: { debian: ['caddy'], says: 'version' },
  promtool: { debian: ['prometheus'], says: '--version' },
  etcd: { debian: ['etcd-server'], says: '--version' },
  haproxy: { debian: ['haproxy'], says: '-v', depends: true },
  patroni: { debian: ['patroni', 'python3-etcd'], says: '--version', depends: true },
  pg_basebackup: { debian: ['postgresql-client-15'], says: '--version', depends: true },
  'swift-proxy-server': { debian: ['swift-proxy'], says: '--help', depends: true },
  pg_rewind: { debian: ['postgresql-15'], says: '--version', depends: true },
};
const NAMES = Object.keys(PROGRAMS) as ProgramName[];

/** Debian packages are unpacked here: an installation would start their servers on this machine's ports. */
const unpacked = join(import.meta.dirname, '../.cache/debian');
const unpackedUsr = join(unpacked, 'usr');
const postgres = 'lib/postgresql/15/bin';
const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  // Debian's folder of programs for root
  '/usr/sbin',
  join('/usr', postgres),
  ...['bin', 'sbin', postgres].map((folder) => join(unpackedUsr, folder)),
];

const joined = (...paths: (string | undefined)[]) => paths.filter(Boolean).join(delimiter);

/** The environment in which unpacked programs find their libraries, after the installed ones. */
export function programEnv(): NodeJS.ProcessEnv {
  const libraries = globSync('lib/*-linux-gnu', { cwd: unpackedUsr });
  return {
    ...process.env,
    LD_LIBRARY_PATH: joined(
      process.env.LD_LIBRARY_PATH,
      ...libraries.map((folder) => join(unpackedUsr, folder)),
    ),
    PYTHONPATH: joined(process.env.PYTHONPATH, join(unpackedUsr, 'lib/python3/dist-packages')),
    PYTHONDONTWRITEBYTECODE: '1',
  };
}

/** Finds a program that runs on this machine; null: not found. */
export function findProgram(name: ProgramName): string | null {
  const programs = folders.map((folder) => join(folder, name));
  const { says } = PROGRAMS[name];
  const env = programEnv();
  return programs.find((program) => spawnSync(program, [says], { env }).status === 0) ?? null;
}

/** Finds a file of Debian's packages by its path without the first slash; null: not found. */
export function findDebianFile(path: string): string | null {
  return [join('/', path), join(unpacked, path)].find((file) => existsSync(file)) ?? null;
}

function isProvided(name: ProgramName): boolean {
  const { file } = PROGRAMS[name];
  return findProgram(name) !== null && (file === undefined || findDebianFile(file) !== null);
}

/** Returns the packages and dependencies that this machine lacks, from the lines `Inst nginx (1.22.1 …)`. */
function withDependencies(names: readonly string[]): string[] {
  const options = ['--simulate', '--no-install-recommends'];
  const said = execFileSync('apt-get', ['install', ...options, ...names], { encoding: 'utf8' });
  return [...said.matchAll(/^Inst (\S+)/gm)].flatMap(([, found]) => found ?? []);
}

function unpack(name: ProgramName): void {
  const { debian, depends } = PROGRAMS[name];
  mkdirSync(unpacked, { recursive: true });
  const packages = (depends ? withDependencies(debian) : debian).filter(
    (each) => globSync(`${each}_*.deb`, { cwd: unpacked }).length === 0,
  );
  execFileSync('apt-get', ['download', '-qq', ...packages], { cwd: unpacked, stdio: 'inherit' });
  for (const file of packages.flatMap((each) => globSync(`${each}_*.deb`, { cwd: unpacked }))) {
    execFileSync('dpkg', ['-x', file, '.'], { cwd: unpacked, stdio: 'inherit' });
  }
}

/** Finds the programs that only tests run, or unpacks Debian's packages, and prints each step. */
export function providePrograms(names: readonly ProgramName[] = NAMES): void {
  for (const name of names.filter((each) => !isProvided(each))) {
    console.log(`No ${name} is installed: unpacking the Debian package.`);
    try {
      unpack(name);
    } catch (error) {
      console.log(`It could not be installed: ${error instanceof Error ? error.message : error}`);
    }
    if (!isProvided(name)) console.log(`Without ${name} the tests that need it are SKIPPED.`);
  }
}

if (import.meta.main) providePrograms();
