import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type ProxyName = 'caddy' | 'nginx';
const NAMES: readonly ProxyName[] = ['nginx', 'caddy'];

/** Debian's packages are unpacked here: to install them would start them on this machine's ports. */
const unpacked = join(import.meta.dirname, '../.cache/proxies');
const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  // Debian's is where only root looks for programs
  '/usr/sbin',
  ...['usr/bin', 'usr/sbin'].map((folder) => join(unpacked, folder)),
];

/** The program of a proxy that runs on this machine; null: there is none. */
export function findProxy(name: ProxyName): string | null {
  const says = name === 'nginx' ? '-v' : 'version';
  const programs = folders.map((folder) => join(folder, name));
  return programs.find((program) => spawnSync(program, [says]).status === 0) ?? null;
}

function unpack(name: ProxyName): void {
  mkdirSync(unpacked, { recursive: true });
  execFileSync('apt-get', ['download', '-qq', name], { cwd: unpacked, stdio: 'inherit' });
  for (const file of globSync(`${name}_*.deb`, { cwd: unpacked })) {
    execFileSync('dpkg', ['-x', file, '.'], { cwd: unpacked, stdio: 'inherit' });
  }
}

/** Finds the proxies of the tests, or unpacks Debian's, and says what it does. */
export function provideProxies(): void {
  for (const name of NAMES.filter((each) => findProxy(each) === null)) {
    console.log(`No ${name} is installed: unpacking the Debian package.`);
    try {
      unpack(name);
    } catch (error) {
      console.log(`It is not to be had: ${error instanceof Error ? error.message : error}`);
    }
    if (findProxy(name) === null) console.log(`Without ${name} the tests behind it are SKIPPED.`);
  }
}

if (import.meta.main) provideProxies();
