import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** An installed Chromium or Chrome: `CHROME_PATH`, else the first on the PATH; else `null`. */
export function findChromium(): string | null {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROME_PATH names no file: ${chosen}`);
    return chosen;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, ...MAC].find((place) => existsSync(place)) ?? null;
}

const isDebian = () => existsSync('/usr/bin/apt-get');
const isRoot = () => process.getuid?.() === 0;

function run(command: string, args: string[]): void {
  console.log(`> ${command} ${args.join(' ')}`);
  execFileSync(command, args, { stdio: 'inherit' });
}

/** Can packages of Debian be installed here? */
export const canInstall = () => isDebian() && isRoot();

/** @throws when one of them is not to be had */
export function install(packages: readonly string[]): void {
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/**
 * Finds a Chromium for the browser tests, or installs one, and says what it does.
 * @throws when there is none and none can be installed
 */
export function provideChromium(): string {
  const found = findChromium();
  if (found) {
    console.log(`Browser tests use ${found}`);
    return found;
  }
  if (canInstall()) {
    console.log('No Chromium is installed: installing the Debian package.');
    install(['chromium']);
    const installed = findChromium();
    if (installed) return installed;
  }
  console.log('No Chromium is installed: installing Playwright’s own, which plays no H.264.');
  console.log('Tests that watch a clip need an installed Chromium or Chrome, and will fail.');
  const cli = join(import.meta.dirname, '../node_modules/playwright-core/cli.js');
  run(process.execPath, [cli, 'install', 'chromium']);
  const where = spawnSync(
    process.execPath,
    ['-e', "console.log(require('playwright-core').chromium.executablePath())"],
    { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' },
  );
  return where.stdout.trim();
}
