import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Replaces `npm ci`: links the packages that the lock of a release names, and no others. */
export function linkPackages(release: string): void {
  const lock = JSON.parse(readFileSync(join(release, 'npm-shrinkwrap.json'), 'utf8'));
  for (const path of Object.keys(lock.packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(release, path)), { recursive: true });
    symlinkSync(join(root, path), join(release, path));
  }
}

if (import.meta.main) {
  linkPackages(process.cwd());
  mkdirSync('node_modules/.bin');
  symlinkSync(process.execPath, 'node_modules/.bin/node');
}
