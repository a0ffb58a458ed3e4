import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any tool may work on one draft. */
const DRAFT_LIFE_MS = 2 * 3_600_000;

/** Removes the drafts of killed commands. */
export async function removeOldDrafts(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'media');
  const names = await readdir(folder).catch(() => [] as string[]);
  for (const name of names.filter((each) => /^\..*\.part$/.test(each))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < Date.now() - DRAFT_LIFE_MS) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}
