import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type ProxyName = 'caddy' | 'nginx';
type ProgramName = ProxyName | 'promtool';

/** The Debian package that brings a program, and how the program is asked for its version. */
const PROGRAMS: Readonly<Record<ProgramName, { debian: string; says: string }>> = {
  nginx: { debian: 'nginx', says: '-v' },
  caddy: { debian: 'caddy', says: 'version' },
  promtool: { debian: 'prometheus', says: '--version' },
};
const NAMES = Object.keys(PROGRAMS) as ProgramName[];

/** Debian's packages are unpacked here: to install them would start them on this machine's ports. */
const unpacked = join(import.meta.dirname, '../.cache/debian');
const folders = [
  ...(process.env.PATH ?? '').split(delimiter),
  // Debian's is where only root looks for programs
  '/usr/sbin',
  ...['usr/bin', 'usr/sbin'].map((folder) => join(unpacked, folder)),
];

/** The path of a program that runs on this machine; null: there is none. */
export function findProgram(name: ProgramName): string | null {
  const programs = folders.map((folder) => join(folder, name));
  const { says } = PROGRAMS[name];
  return programs.find((program) => spawnSync(program, [says]).status === 0) ?? null;
}

function unpack(name: ProgramName): void {
  const { debian } = PROGRAMS[name];
  mkdirSync(unpacked, { recursive: true });
  execFileSync('apt-get', ['download', '-qq', debian], { cwd: unpacked, stdio: 'inherit' });
  for (const file of globSync(`${debian}_*.deb`, { cwd: unpacked })) {
    execFileSync('dpkg', ['-x', file, '.'], { cwd: unpacked, stdio: 'inherit' });
  }
}

/** Finds the programs that only tests run, or unpacks Debian's, and says what it does. */
export function providePrograms(): void {
  for (const name of NAMES.filter((each) => findProgram(each) === null)) {
    console.log(`No ${name} is installed: unpacking the Debian package.`);
    try {
      unpack(name);
    } catch (error) {
      console.log(`It is not to be had: ${error instanceof Error ? error.message : error}`);
    }
    if (findProgram(name) === null)
      console.log(`Without ${name} the tests that need it are SKIPPED.`);
  }
}

if (import.meta.main) providePrograms();
