import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './process.ts';

/**
 * Removes the unfinished drafts `PATH.new-PID` of killed processes. A draft with this process's id is one, too:
 * in a container each run of the server has the same id.
 * @param end ends a program that may still work on a draft
 */
export async function removeLeftovers(
  path: string,
  end?: (draft: string) => Promise<void>,
): Promise<void> {
  const prefix = `${basename(path)}.new-`;
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const maker = Number(name.slice(prefix.length));
    if (maker !== process.pid && isAlive(maker)) continue;
    const draft = join(dirname(path), name);
    await end?.(draft);
    await rm(draft, { recursive: true, force: true });
  }
}
