import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of a new build, beside the build that a running server may be serving. */
export const stagingFolder = join(import.meta.dirname, '../dist/.next');

/** Number of earlier builds whose files stay, for open pages and a running server. */
const BUILDS_BEFORE = 2;
/** Files named by a hash of their content, so that several builds do not collide. */
const isNamedByContent = (file: string) => file.startsWith('assets/');
/**
 * Files that are moved last: a page after the files that it names, and a worker after the page that it
 * caches.
 */
const LAST = ['index.html', 'sw.js'];

/**
 * Moves a finished build into the served folder, also while a server runs. Files named by a hash stay
 * for two more builds, so that open pages can still load them.
 */
export function publish(from: string, to: string): void {
  const built = filesIn(from);
  const record = join(to, '.builds');
  const own = built.filter(isNamedByContent).sort();
  const before: string[][] = existsSync(record)
    ? JSON.parse(readFileSync(record, 'utf8'))
    : [filesIn(to).filter(isNamedByContent).sort()];
  const others = before.filter((files) => files.join() !== own.join());
  const builds = [own, ...others.slice(0, BUILDS_BEFORE)];
  for (const file of built.filter((each) => !LAST.includes(each))) move(from, to, file);
  for (const file of LAST.filter((each) => built.includes(each))) move(from, to, file);
  writeFileSync(record, JSON.stringify(builds));
  const kept = new Set([...built, ...builds.flat()]);
  for (const file of filesIn(to)) if (!kept.has(file)) rmSync(join(to, file));
}

const filesIn = (folder: string) =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

function move(from: string, to: string, file: string): void {
  mkdirSync(dirname(join(to, file)), { recursive: true });
  renameSync(join(from, file), join(to, file));
}
