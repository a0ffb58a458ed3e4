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

/** Where the app is built, beside the one that a running server may be sending. */
export const workshop = join(import.meta.dirname, '../dist/.next');

/** Pages of these are still open, or still sent by a server that runs. */
const BUILDS_BEFORE = 2;
/** Named by their content: files of several builds lie side by side. */
const isNamedByContent = (file: string) => file.startsWith('assets/');
/** A page is there after all that it names, and a worker after the page that it keeps. */
const LAST = ['index.html', 'sw.js'];

/**
 * Moves a finished build into the folder that is served, under a server that may run. What is
 * named by its content stays for two more builds: the pages that go by it go on.
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
