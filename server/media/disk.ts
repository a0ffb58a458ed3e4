import { access, chmod, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaStorage } from './storage.ts';

/** Makes what was written survive a power cut before its name is used. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync();
  await handle.close();
}

/** Under `DATA_DIR`, from where every server process serves them. Drafts must lie on the same disk. */
export function diskStorage(dataDir: string): MediaStorage {
  const pathOf = (name: string) => join(dataDir, 'media', name);
  const has = (name: string) =>
    access(pathOf(name)).then(
      () => true,
      () => false,
    );
  return {
    has,
    put: async (name, draft) => {
      if (await has(name)) return false;
      await sync(draft);
      await chmod(draft, 0o644);
      await rename(draft, pathOf(name));
      return true;
    },
    fetch: async (name) => pathOf(name),
    remove: (name) => rm(pathOf(name), { force: true }),
    elsewhere: null,
  };
}
