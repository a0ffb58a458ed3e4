import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Now } from '../database/clock.ts';

/** Comment in the document in which the build lists the files of its version. */
const LIST = /<!--files:(.*?)-->/;

/** Makes the comment that the build puts into the document: a page and its files are one version. */
export const fileList = (files: readonly string[]) => `<!--files:${JSON.stringify(files)}-->`;

/** One version of the app: its document, and the names of all its files in `assets/`. */
export interface AppVersion {
  readonly document: string;
  readonly files: readonly string[];
}

/** Interval between two checks of the folder: a deployment takes effect within a second, as settings do. */
const LOOK_EVERY_MS = 1_000;

/**
 * The built app in a folder. A deployment may write there while the server runs, in any order and
 * in part: a version is used while all of its files exist.
 */
export class BuiltApp {
  readonly folder: string;
  readonly #now: Now;
  #version: AppVersion | null = null;
  #stamp = '';
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;

  constructor(folder: string, now: Now) {
    this.folder = folder;
    this.#now = now;
  }

  /** The version to send now; null: no version has all of its files. */
  async current(): Promise<AppVersion | null> {
    if (this.#now().getTime() - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = null;
      });
      await this.#looking;
    }
    return this.#version;
  }

  async #look(): Promise<void> {
    const path = join(this.folder, 'index.html');
    const { mtimeMs = 0, size = 0 } = (await stat(path).catch(() => null)) ?? {};
    const there = new Set(await readdir(join(this.folder, 'assets')).catch(() => []));
    const isWhole = (version: AppVersion | null): version is AppVersion =>
      version?.files.every((name) => there.has(name)) === true;
    const stamp = `${mtimeMs}-${size}`;
    if (stamp !== this.#stamp || this.#version === null) {
      const next = parseBuiltDocument(await readFile(path, 'utf8').catch(() => ''));
      if (isWhole(next)) {
        this.#version = next;
        this.#stamp = stamp;
      }
    }
    if (!isWhole(this.#version)) this.#version = null;
    this.#lookedAt = this.#now().getTime();
  }
}

/** The version of a built document; null: the build has not made it. */
export function parseBuiltDocument(text: string): AppVersion | null {
  const list = LIST.exec(text)?.[1];
  if (list === undefined) return null;
  return { document: text.replace(LIST, ''), files: JSON.parse(list) };
}
