import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chown, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Owner } from '../../database/embedded/identity.ts';
import { disk } from '../payouts/disk.ts';

export interface CopierOptions {
  /** absolute path of the target folder */
  readonly folder: string;
  /** owner of the copies; null: this user */
  readonly owner: Owner | null;
  /** whether other users may read them */
  readonly isPublic: boolean;
  /** aborts a copy, which then fails with the signal's reason */
  readonly signal: AbortSignal;
  /** receives the bytes copied since the last call */
  readonly onBytes: (bytes: number) => void;
}

/** Passes bytes on, counts them and adds them to a hash. */
const counting = (hash: Hash, onBytes: (bytes: number) => void): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      onBytes(chunk.length);
      done(null, chunk);
    },
  });

/** Writes files into a folder, and records the SHA-256 of each. Paths are relative to the folder. */
export class Copier {
  readonly sums = new Map<string, string>();
  readonly #options: CopierOptions;
  readonly #folders = new Set<string>();

  constructor(options: CopierOptions) {
    this.#options = options;
  }

  get folders(): readonly string[] {
    return [...this.#folders];
  }

  /** Makes a folder and its parents. */
  async makeFolder(path: string): Promise<void> {
    if (this.#folders.has(path)) return;
    const { folder, owner, isPublic } = this.#options;
    if (path !== '.') await this.makeFolder(dirname(path));
    const mode = isPublic ? 0o755 : 0o700;
    const made = await mkdir(join(folder, path), { recursive: true, mode });
    if (made && owner) await chown(join(folder, path), owner.uid, owner.gid);
    this.#folders.add(path);
  }

  async #keep(path: string, hash: Hash): Promise<void> {
    const { folder, owner } = this.#options;
    if (owner) await chown(join(folder, path), owner.uid, owner.gid);
    this.sums.set(path, hash.digest('hex'));
  }

  /** Copies a file; with `mayBeGone`, a file that no longer exists is skipped. */
  async copy(from: string, path: string, mayBeGone: boolean): Promise<void> {
    const { folder, isPublic, signal, onBytes } = this.#options;
    const source = await open(from).catch((error: NodeJS.ErrnoException) => {
      if (mayBeGone && error.code === 'ENOENT') return null;
      throw error;
    });
    if (!source) return;
    await this.makeFolder(dirname(path));
    const hash = createHash('sha256');
    const options = { flags: 'wx', mode: isPublic ? 0o644 : 0o600, flush: true };
    const target = createWriteStream(join(folder, path), options);
    await pipeline(source.createReadStream(), counting(hash, onBytes), target, { signal });
    await this.#keep(path, hash);
  }

  async write(path: string, content: Buffer): Promise<void> {
    await this.makeFolder(dirname(path));
    const options = { flag: 'wx', mode: 0o600, flush: true };
    await writeFile(join(this.#options.folder, path), content, options);
    await this.#keep(path, createHash('sha256').update(content));
  }

  /** Flushes the folders, so that all file names are on the disk. */
  async sync(): Promise<void> {
    for (const path of this.#folders) await disk.sync(join(this.#options.folder, path));
  }
}

/** The paths of all files below a folder, in order; none when the folder does not exist. */
export async function listFiles(folder: string): Promise<string[]> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(folder, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}
