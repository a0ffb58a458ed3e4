import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Source } from '../../../contract/shapes.ts';
import { OperatorError } from '../command.ts';
import { hasFfmpeg, makePoster, transcode } from './ffmpeg.ts';
import { isUrl, openUrl } from './input.ts';
import { inspect, inspectFile, type Media, UnplayableMedia } from './inspect.ts';
import { posterExtension } from './poster.ts';
import { makeRenditions } from './renditions.ts';

/** Media as the feed names it. */
export interface StoredMedia extends Media {
  readonly url: string;
  readonly poster: string;
}

/** The files that show one clip; a single one is not listed. */
export interface StoredSources {
  readonly sources: readonly Source[];
  /** why there are no others, or fewer */
  readonly note: string | null;
}

const ELSEWHERE = 'no renditions: they are made of files, not of addresses';
const STORED = /^\/media\/([^/]+)$/;
const NEUTRAL_POSTER = join(import.meta.dirname, 'neutral-poster.webp');

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex').slice(0, 24);
}

const sourceOf = ({ type, width, height, bytes }: Media) => ({ type, width, height, bytes });

/** Makes what was written survive a power cut before its name is used. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync();
  await handle.close();
}

/**
 * The files that one command adds under `DATA_DIR/media`. They are named by their content and
 * appear whole; what a command that fails had added is removed again.
 */
export class MediaStore {
  readonly #folder: string;
  readonly #drafts: string[] = [];
  readonly #added: string[] = [];
  readonly #signal: AbortSignal | undefined;

  /** @param signal breaks off what is under way, which then fails with the signal's reason */
  constructor(dataDir: string, signal?: AbortSignal) {
    this.#folder = join(dataDir, 'media');
    this.#signal = signal;
  }

  /** A path to write to; the file is removed when the command ends. */
  async #newDraft(): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, `.${randomBytes(8).toString('hex')}.part`);
    this.#drafts.push(path);
    return path;
  }

  /**
   * Gives a draft its final name.
   * @param stem of the name; without one its content gives it
   * @returns the path on the server
   */
  async #publish(draft: string, extension: string, stem?: string): Promise<string> {
    const name = `${stem ?? (await digest(draft))}${extension}`;
    const path = join(this.#folder, name);
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (!exists) {
      await sync(draft);
      await chmod(draft, 0o644);
      await rename(draft, path);
      this.#added.push(path);
    }
    return `/media/${name}`;
  }

  async #prepareVideo(path: string): Promise<Media & { draft: string }> {
    const draft = await this.#newDraft();
    let media: Media;
    try {
      media = await inspectFile(path, path);
      await copyFile(path, draft);
    } catch (error) {
      if (!(error instanceof UnplayableMedia) || !(await hasFfmpeg())) throw error;
      try {
        await transcode(path, draft, this.#signal);
      } catch {
        this.#signal?.throwIfAborted();
        throw new OperatorError(`${error.message}, and ffmpeg cannot turn it into one that is`);
      }
      media = await inspectFile(draft, `${path}, transcoded,`);
    }
    return { ...media, draft };
  }

  async #storePoster(poster: string | undefined, video: string): Promise<string> {
    if (poster !== undefined && isUrl(poster)) return poster;
    const draft = await this.#newDraft();
    if (poster !== undefined) {
      const extension = await posterExtension(poster);
      await copyFile(poster, draft);
      return this.#publish(draft, extension);
    }
    if (await hasFfmpeg()) {
      try {
        await makePoster(video, draft, this.#signal);
        return await this.#publish(draft, '.jpg');
      } catch {
        this.#signal?.throwIfAborted();
        // a clip that ffmpeg finds no frame in is shown without one
      }
    }
    await copyFile(NEUTRAL_POSTER, draft);
    return this.#publish(draft, '.webp');
  }

  /**
   * Checks a file or an address and stores a file where the server finds it. A file that browsers would
   * not play is transcoded where ffmpeg is installed. A poster that is not given is made by
   * ffmpeg, or is a plain dark one.
   * @throws OperatorError
   */
  async add(media: string, poster: string | undefined): Promise<StoredMedia> {
    if (isUrl(media)) {
      const found = await inspect(await openUrl(media, this.#signal), media);
      return { ...found, url: media, poster: await this.#storePoster(poster, media) };
    }
    const { draft, ...found } = await this.#prepareVideo(media);
    const posterUrl = await this.#storePoster(poster, draft);
    return { ...found, url: await this.#publish(draft, '.mp4'), poster: posterUrl };
  }

  /**
   * Stores smaller copies of a clip. Each belongs to this clip alone, so that it can go with it.
   * @param original null: it is not on this machine
   */
  async addRenditions(
    original: { path: string; media: Media } | null,
    url: string,
  ): Promise<StoredSources> {
    if (original === null) return { sources: [], note: ELSEWHERE };
    const { path, media: whole } = original;
    const newDraft = () => this.#newDraft();
    const { made, note } = await makeRenditions(path, whole, newDraft, this.#signal);
    const sources = [{ ...sourceOf(whole), url }];
    for (const { path: draft, media } of made) {
      const name = randomBytes(12).toString('hex');
      sources.push({ ...sourceOf(media), url: await this.#publish(draft, '.mp4', name) });
    }
    return { sources: made.length > 0 ? sources : [], note };
  }

  /** Removes what was added beside the original; nothing names it any more. */
  async removeRenditions(sources: readonly Source[]): Promise<void> {
    const [, ...others] = sources;
    for (const { url } of others) {
      const path = this.pathOf(url);
      if (path) await rm(path, { force: true });
    }
  }

  /** Where a file of the operator's is; null: it is not one. */
  pathOf(url: string): string | null {
    const name = STORED.exec(url)?.[1];
    return name === undefined ? null : join(this.#folder, name);
  }

  /** Removes the drafts, and what was added too unless the command has succeeded. */
  async close(succeeded: boolean): Promise<void> {
    const leftovers = succeeded ? this.#drafts : [...this.#drafts, ...this.#added];
    for (const path of leftovers) await rm(path, { force: true });
  }
}
