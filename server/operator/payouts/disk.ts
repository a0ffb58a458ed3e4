import { link, open, stat, unlink } from 'node:fs/promises';

/** What a batch's file needs of the file system; each step is done, or nothing of it is promised. */
export interface Disk {
  exists(path: string): Promise<boolean>;
  /** a new file for nobody else's eyes, safely on the disk */
  store(path: string, content: Buffer): Promise<void>;
  /** a second name; fails when there is one already (EEXIST) */
  link(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** the names in a folder are safely on the disk */
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
