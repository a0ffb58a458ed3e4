import { access, chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaStorage, StoredFile } from './storage.ts';

/** Makes a file's content survive a power cut before the file gets its name. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync();
  await handle.close();
}

async function listFolder(folder: string): Promise<StoredFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      // no file was added yet
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const files: StoredFile[] = [];
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    // the file may have been removed since
    const found = await stat(join(folder, name)).catch(() => null);
    if (found) files.push({ name, bytes: found.size, at: found.mtime });
  }
  return files;
}

/** Stores media under `DATA_DIR`, from where every server process serves them. Drafts must be on the same disk. */
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
    list: () => listFolder(join(dataDir, 'media')),
    remove: (name) => rm(pathOf(name), { force: true }),
    elsewhere: null,
  };
}
