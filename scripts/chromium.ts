import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const SHELL = 'chromium-headless-shell';

function findChosen(variable: string): string | null {
  const chosen = process.env[variable];
  if (!chosen) return null;
  if (!existsSync(chosen)) throw new Error(`${variable} names no file: ${chosen}`);
  return chosen;
}

/** The first of the programs that exists, in the order of the names. */
function findOnPath(names: readonly string[], others: readonly string[] = []): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...places, ...others].find((place) => existsSync(place)) ?? null;
}

/** An installed Chromium or Chrome: `CHROME_PATH`, else the first on the PATH; else `null`. */
export const findChromium = (): string | null =>
  findChosen('CHROME_PATH') ?? findOnPath(NAMES, MAC);

/**
 * Chromium without a browser's windows: `HEADLESS_SHELL_PATH`, else Debian's on the PATH; else `null`.
 * Playwright's headless shell is not used, because it plays no H.264.
 */
export const findHeadlessShell = (): string | null =>
  findChosen('HEADLESS_SHELL_PATH') ?? findOnPath([SHELL]);

const isDebian = () => existsSync('/usr/bin/apt-get');
const isRoot = () => process.getuid?.() === 0;

function run(command: string, args: string[]): void {
  console.log(`> ${command} ${args.join(' ')}`);
  execFileSync(command, args, { stdio: 'inherit' });
}

/** Can Debian packages be installed here? */
export const canInstall = () => isDebian() && isRoot();

/** whether this process has fetched the lists of packages */
let isUpdated = false;

/** @throws when a package cannot be installed */
export function install(packages: readonly string[]): void {
  if (!isUpdated) run('apt-get', ['update', '-qq']);
  isUpdated = true;
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/** Tries once to install Debian's headless Chromium as root on Debian; the tests also pass without it. */
export function provideHeadlessShell(): void {
  if (!findHeadlessShell() && canInstall()) {
    console.log(`No ${SHELL} is installed: installing the Debian package.`);
    try {
      install([SHELL]);
    } catch (error) {
      console.log(`It could not be installed: ${error instanceof Error ? error.message : error}`);
    }
  }
  const found = findHeadlessShell();
  console.log(
    found
      ? `Most browser tests use ${found}`
      : `Without a ${SHELL} all browser tests use the whole browser, which takes longer.`,
  );
}

/**
 * Finds a Chromium for the browser tests, or installs one, and prints each step.
 * @throws when no Chromium is found and none can be installed
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
