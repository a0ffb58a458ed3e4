import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { canInstall, findChromium, install, provideChromium } from './chromium.ts';

/**
 * Paths of the browsers on this machine that the tests in every engine need; `null` where a browser, or
 * a program that its tests need, is missing.
 */
export interface Browsers {
  readonly chromium: string | null;
  readonly firefox: string | null;
  readonly webkit: { readonly driver: string; readonly browser: string } | null;
  /** the oldest supported Chromium */
  readonly floor: string | null;
  /** an unsupported, older Chromium, which must show the notice about old browsers */
  readonly belowFloor: string | null;
}

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache/browsers');

/**
 * Old Chromiums from packages of the npm registry. They are fetched for the tests alone: `npm ci` does
 * not install them.
 */
const packaged = {
  floor: {
    name: '@sparticuz/chromium',
    version: '103.0.0',
    integrity:
      'sha512-tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
  },
  'below-floor': {
    name: 'chrome-aws-lambda',
    version: '64.0.3264',
    integrity:
      'sha512-3XpUhpg5Qlbq8V/Pk5gzfSqcq3wSlfT1N98yzDY8a+PrrROx9XUCntkg4W1ZmisqLsWhmRLZQrKtDjTRBttwig==',
  },
} as const;

const placeOf = (id: keyof typeof packaged) =>
  join(cache, `${id}-${packaged[id].version}`, 'chromium');

/** WebKitGTK's MiniBrowser is in one of these library folders, not on the PATH. */
const WEBKIT_FOLDERS = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64'];

const firstOf = (files: readonly string[]) => files.find((file) => existsSync(file)) ?? null;

const onPath = (name: string) =>
  firstOf((process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)));

function findWebKit(): Browsers['webkit'] {
  const driver = onPath('WebKitWebDriver');
  const browser = firstOf(
    LIBRARIES.flatMap((library) =>
      WEBKIT_FOLDERS.map((folder) => join(library, folder, 'MiniBrowser')),
    ),
  );
  return driver && browser && onPath('Xvfb') ? { driver, browser } : null;
}

export function findBrowsers(): Browsers {
  return {
    chromium: findChromium(),
    firefox: process.env.FIREFOX_PATH ?? onPath('firefox-esr') ?? onPath('firefox'),
    webkit: findWebKit(),
    floor: firstOf([placeOf('floor')]),
    belowFloor: firstOf([placeOf('below-floor')]),
  };
}

/** Fetches a package and unpacks its browser. @throws when the package's integrity hash differs */
function fetchPackaged(id: keyof typeof packaged): void {
  const { name, version, integrity } = packaged[id];
  const folder = mkdtempSync(join(tmpdir(), 'clipurse-browser-'));
  try {
    const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--json', '--silent'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const [{ filename, integrity: found }] = JSON.parse(packed);
    if (found !== integrity)
      throw new Error(`${name}@${version} has another checksum than expected: ${found}`);
    execFileSync('tar', ['-xzf', filename, 'package/bin/chromium.br'], { cwd: folder });
    const program = brotliDecompressSync(readFileSync(join(folder, 'package/bin/chromium.br')));
    mkdirSync(join(placeOf(id), '..'), { recursive: true });
    writeFileSync(placeOf(id), program, { mode: 0o755 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Debian packages for the tests in WebKitGTK, which plays no clip without the last two. */
const WEBKIT_PACKAGES = [
  'webkit2gtk-driver',
  'xvfb',
  'gstreamer1.0-libav',
  'gstreamer1.0-plugins-good',
];

/** Provides a missing browser if possible, and prints the result. */
function provide(what: string, isThere: boolean, act: () => void): void {
  if (isThere) {
    console.log(`${what}: already on this machine`);
    return;
  }
  try {
    act();
    console.log(`${what}: provided`);
  } catch (error) {
    console.log(`${what}: not available, so its tests are skipped (${(error as Error).message})`);
  }
}

function installPackages(names: readonly string[]): void {
  if (!canInstall()) throw new Error(`install ${names.join(', ')}`);
  install(names);
}

/**
 * Finds the browsers, or fetches them from Debian or the npm registry, and prints each result; where no
 * Debian package can be installed, fetches Chromium from Playwright.
 */
export function provideBrowsers(): Browsers {
  const before = findBrowsers();
  if (before.chromium === null) process.env.CHROME_PATH = provideChromium();
  provide('Firefox', before.firefox !== null, () => installPackages(['firefox-esr']));
  provide('WebKitGTK', before.webkit !== null, () => installPackages(WEBKIT_PACKAGES));
  provide('the oldest supported Chromium', before.floor !== null, () => fetchPackaged('floor'));
  provide('an older, unsupported Chromium', before.belowFloor !== null, () =>
    fetchPackaged('below-floor'),
  );
  return findBrowsers();
}
