import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const file = join(import.meta.dirname, '../../package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** The folders in which a package at `path` finds its dependencies, the nearest first. */
function foldersOf(path: string): string[] {
  const parts = path.split('/node_modules/');
  const above = parts.map((_, depth) =>
    parts.slice(0, parts.length - depth).join('/node_modules/'),
  );
  return [...above.filter((folder) => folder !== '').map((folder) => `${folder}/`), ''];
}

/** An exact version must be the locked one; for a range, any version is accepted. */
const fits = (locked: LockedPackage | undefined, wanted: string) =>
  locked !== undefined && (!/^\d/.test(wanted) || locked.version === wanted);

/**
 * npm omits a platform's package from the lock when the registry lacks that version, and `npm ci` then
 * refuses the lock on every platform. Pin the dependency to a complete version, and recreate the lock
 * from `package.json` alone.
 */
test('the lock names the packages of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, locked]) =>
    Object.entries(locked.optionalDependencies ?? {})
      .filter(
        ([name, wanted]) =>
          !foldersOf(path).some((folder) =>
            fits(packages[`${folder}node_modules/${name}`], wanted),
          ),
      )
      .map(([name, version]) => `${name}@${version}`),
  );
  expect(missing).toEqual([]);
});

test('the lock names no registry', () => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/"resolved": "http/);
});

test('the lock has the server’s Node for each platform, with a checksum and no install script', () => {
  const names = ['bin-darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];
  const locked = names.map((name) => packages[`node_modules/node-${name}`]);
  expect(locked).toEqual(
    names.map(() => expect.objectContaining({ integrity: expect.stringMatching(/^sha512-/) })),
  );
  expect(new Set(locked.map((each) => each?.version)).size).toBe(1);
  // at its installation this package fetches a Node
  expect(packages['node_modules/node']).toBeUndefined();
});
