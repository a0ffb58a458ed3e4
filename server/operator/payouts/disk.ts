import { link, open, stat, unlink } from 'node:fs/promises';

/** Durable file operations for a batch's file; each either succeeds completely or fails. */
export interface Disk {
  exists(path: string): Promise<boolean>;
  /** writes a new file, readable by its owner only, and syncs it */
  store(path: string, content: Buffer): Promise<void>;
  /** adds a second name; fails when the name exists already (EEXIST) */
  link(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** syncs the names in a folder */
  sync(folder: string): Promise<void>;
}

export const disk: Disk = {
  exists: (path) =>
    stat(path).then(
      () => true,
      () => false,
    ),
  store: async (path, content) => {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  link,
  remove: unlink,
  sync: async (folder) => {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};
