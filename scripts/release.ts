import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isBuilt } from './build.ts';
import { changelogOf } from './changelog.ts';
import { refuse, rejectUnknownArguments } from './usage.ts';

const root = join(import.meta.dirname, '..');

/** Files that a server needs at run time: its code, the served files and the set-up. */
const SHIPPED = [
  ...['server', 'contract', 'machines/payout.machine.ts', 'deploy', 'README.md', 'docs'],
  ...['start', 'build', 'publish', 'usage', 'adopt'].map((name) => `scripts/${name}.ts`),
];
/** Pages for engineers and translators; the charts of the machines alone are as large as the server. */
const LEFT_OUT = /\/docs\/(machines|images|languages|glossary|decisions)(\/|$)/;

interface Lock {
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * Writes a package.json with the server's packages and the operator's commands, and a lock with nothing
 * else.
 */
function writePackage(stage: string): string {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const { devDependencies: _, scripts, ...own } = read('package.json');
  const { start, operator, adopt } = scripts;
  const lock: Lock = read('package-lock.json');
  const packages = Object.entries(lock.packages)
    // devOptional: a package that the build depends on, and that a running package needs only optionally
    .filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
    .map(([path, { devDependencies: _, ...entry }]) => [path, entry]);
  const write = (name: string, content: object) =>
    writeFileSync(join(stage, name), `${JSON.stringify(content, null, 2)}\n`);
  write('package.json', { ...own, scripts: { start, operator, adopt } });
  // npm packs no package-lock.json; `npm ci` reads npm-shrinkwrap.json in the same way
  write('npm-shrinkwrap.json', { ...lock, packages: Object.fromEntries(packages) });
  return own.version;
}

/** Copies the last build of the app; files of earlier builds are only for open pages of this checkout. */
function copyApp(to: string): void {
  const from = join(root, 'dist');
  const [newest] = JSON.parse(readFileSync(join(from, '.builds'), 'utf8')) as string[][];
  const isNewest = (path: string) => !path.startsWith('assets/') || newest?.includes(path) === true;
  cpSync(from, to, {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || isNewest(path.slice(from.length + 1)),
  });
}

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64_000_000 });

/**
 * Packs the current checkout as a release: a tarball with the built app and the server, the list of its
 * packages (CycloneDX), the changes since the last tag, and the checksums of all files.
 * @param out a folder, created when it does not exist
 * @returns the tarball's path
 */
export function makeRelease(out: string): string {
  const stage = mkdtempSync(join(tmpdir(), 'clipurse-release-'));
  try {
    mkdirSync(out, { recursive: true });
    for (const path of SHIPPED) {
      cpSync(join(root, path), join(stage, path), {
        recursive: true,
        filter: (from) => !LEFT_OUT.test(from),
      });
    }
    copyApp(join(stage, 'dist'));
    const version = writePackage(stage);
    const changes = changelogOf(root, version);
    writeFileSync(join(stage, 'CHANGELOG.md'), changes);
    writeFileSync(join(out, `clipurse-${version}.changes.md`), changes);
    const sbom = npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], stage);
    writeFileSync(join(out, `clipurse-${version}.cdx.json`), sbom);
    npm(['pack', '--silent', `--pack-destination=${out}`], stage);
    writeSums(out, version);
    return join(out, `clipurse-${version}.tgz`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Writes the checksums in the format of `sha256sum --check`. */
function writeSums(out: string, version: string): void {
  const lines = ['tgz', 'cdx.json', 'changes.md'].map((kind) => {
    const name = `clipurse-${version}.${kind}`;
    const sum = createHash('sha256').update(readFileSync(join(out, name)));
    return `${sum.digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(out, `clipurse-${version}.sha256`), lines.join(''));
}

if (import.meta.main) {
  rejectUnknownArguments('npm run release');
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (changed !== '')
    refuse(`a release contains only committed changes; commit these first:\n${changed}`);
  const check = ['scripts/i18n/check.ts', '--complete'];
  const texts = spawnSync(process.execPath, check, { cwd: root, encoding: 'utf8' });
  if (texts.status !== 0) refuse(`a release needs all texts in all languages:\n${texts.stdout}`);
  if (!isBuilt())
    execFileSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'inherit' });
  const tarball = makeRelease(join(root, 'release'));
  console.log(`release/${basename(tarball)}`);
}
