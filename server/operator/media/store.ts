import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caption, Source } from '../../../contract/shapes.ts';
import { nameOf } from '../../domain/media-addresses.ts';
import type { MediaStorage, Transfer } from '../../media/storage.ts';
import type { OperatorContext } from '../command.ts';
import { look, makePoster } from './convert.ts';
import { hasFfmpeg, type Workshop } from './ffmpeg.ts';
import { copyInput, isUrl, openUrl } from './input.ts';
import { inspectFrames, type Media } from './inspect.ts';
import { posterKind } from './poster.ts';
import { type CheckLength, prepareClip } from './prepare.ts';
import { makePreview } from './preview.ts';
import { probe } from './probe.ts';
import { makeRenditions } from './renditions.ts';
import { sha256 } from './source.ts';

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

/** All that is stored of a clip or an advertisement. */
export interface Stored extends StoredMedia, StoredSources {
  /** that messengers show of a link to it; null: there is none */
  readonly preview: string | null;
  readonly captions: readonly Caption[];
  /** what the operator gave, as `sourceNameOf` names it */
  readonly made_from: string;
}

const ELSEWHERE = 'no renditions: they are made of files, not of addresses';
const NEUTRAL_POSTER = join(import.meta.dirname, 'neutral-poster.webp');

const digest = async (path: string) => (await sha256(path)).slice(0, 24);

/** Of a file that belongs to one clip alone. */
const newName = () => randomBytes(12).toString('hex');
const sourceOf = ({ type, width, height, bytes }: Media) => ({ type, width, height, bytes });

/**
 * The files that one command adds. They are named by their content and appear whole; what a command
 * that fails had added is removed again.
 */
export class MediaStore {
  readonly #storage: MediaStorage;
  readonly #transfer: Transfer;
  /** by their names */
  readonly #added: string[] = [];
  /** what was sent elsewhere, as it lies here until the command ends, by name */
  readonly #sent = new Map<string, string>();
  /** Drafts are written in a folder of their own, which goes when the command ends. */
  readonly #shop: Workshop;
  #drafts = 0;

  /**
   * @param signal breaks off what is under way, which then fails with the signal's reason
   */
  constructor(
    { media, dataDir, report }: Pick<OperatorContext, 'media' | 'dataDir' | 'report'>,
    signal?: AbortSignal,
  ) {
    this.#storage = media;
    this.#transfer = { signal, report };
    const folder = join(dataDir, 'media', `.${randomBytes(8).toString('hex')}.part`);
    this.#shop = { folder, signal, report };
  }

  /** A path to write to. */
  async #newDraft(): Promise<string> {
    await mkdir(this.#shop.folder, { recursive: true });
    this.#drafts += 1;
    return join(this.#shop.folder, `${this.#drafts}`);
  }

  /**
   * Gives a draft its final name.
   * @param stem of the name; without one its content gives it
   * @returns the path on the server
   */
  async #publish(draft: string, extension: string, stem?: string): Promise<string> {
    const name = `${stem ?? (await digest(draft))}${extension}`;
    if (await this.#storage.put(name, draft, this.#transfer)) this.#added.push(name);
    if (this.#storage.elsewhere) this.#sent.set(name, draft);
    return `/media/${name}`;
  }

  /** A given poster, checked; null: none is given, or only its address. */
  async #preparePoster(poster: string | undefined) {
    if (poster === undefined || isUrl(poster)) return null;
    const draft = await this.#newDraft();
    const { extension } = await posterKind(poster, this.#shop);
    await copyFile(poster, draft);
    return { draft, extension };
  }

  /** A frame of a clip, or the plain dark picture. @param video null: nothing to take a frame of */
  async #makePoster(video: string | null): Promise<string> {
    const draft = await this.#newDraft();
    if (video !== null && (await hasFfmpeg())) {
      // one that has a single frame has none after half a second
      for (const second of [0.5, 0]) {
        try {
          await makePoster(video, draft, second, this.#shop);
          if ((await stat(draft)).size === 0) continue;
          return await this.#publish(draft, (await posterKind(draft, this.#shop)).extension);
        } catch {
          this.#shop.signal?.throwIfAborted();
        }
      }
    }
    await copyFile(NEUTRAL_POSTER, draft);
    return this.#publish(draft, '.webp');
  }

  /** What an address leads to, copied to be looked at; null: there is no ffmpeg to look at it. */
  async #fetchClip(url: string): Promise<Media & { draft: string | null }> {
    const input = await openUrl(url, this.#shop.signal);
    const media = await inspectFrames(input, url);
    if (!(await hasFfmpeg())) return { ...media, draft: null };
    const draft = await this.#newDraft();
    await copyInput(input, draft);
    const film = await probe(draft, 'mov', this.#shop);
    await look(url, { path: draft, container: 'mov', film }, this.#shop);
    return { ...media, draft };
  }

  /**
   * Checks a file or an address and stores a file where the server finds it. A file that browsers would
   * not play is converted where ffmpeg is installed. A poster that is not given is made by
   * ffmpeg, or is a plain dark one.
   * @throws OperatorError
   */
  async add(
    media: string,
    poster: string | undefined,
    checkLength: CheckLength,
  ): Promise<StoredMedia> {
    const given = await this.#preparePoster(poster);
    const posterOf = async (video: string | null) => {
      if (given) return this.#publish(given.draft, given.extension);
      return poster ?? (await this.#makePoster(video));
    };
    if (isUrl(media)) {
      const { draft, ...found } = await this.#fetchClip(media);
      checkLength(found.duration_ms);
      return { ...found, url: media, poster: await posterOf(draft) };
    }
    const draft = await this.#newDraft();
    const found = await prepareClip(media, draft, this.#shop, checkLength);
    const posterUrl = await posterOf(draft);
    return { ...found, url: await this.#publish(draft, '.mp4'), poster: posterUrl };
  }

  /**
   * Stores the picture that messengers show of a link to a clip. It belongs to this clip alone, as the
   * smaller copies do.
   * @param poster its path; null: it is not on this machine
   * @returns null: there is no ffmpeg, or it makes none of this poster
   */
  async addPreview(poster: string | null): Promise<string | null> {
    if (poster === null || !(await hasFfmpeg())) return null;
    const draft = await this.#newDraft();
    try {
      await makePreview(poster, draft, this.#shop);
      return await this.#publish(draft, '.jpg', newName());
    } catch {
      this.#shop.signal?.throwIfAborted();
      return null;
    }
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
    await mkdir(this.#shop.folder, { recursive: true });
    const { made, note } = await makeRenditions(original, () => this.#newDraft(), this.#shop);
    const sources = [{ ...sourceOf(original.media), url }];
    for (const { path: draft, media } of made) {
      sources.push({ ...sourceOf(media), url: await this.#publish(draft, '.mp4', newName()) });
    }
    return { sources: made.length > 0 ? sources : [], note };
  }

  /** Stores a text that was checked. */
  async addCaptions(text: string): Promise<string> {
    const draft = await this.#newDraft();
    await writeFile(draft, text);
    return this.#publish(draft, '.vtt');
  }

  /** Removes files of the operator's that nothing names any more. */
  async remove(urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      const name = nameOf(url);
      if (name !== null) await this.#storage.remove(name);
    }
  }

  /** A file of the operator's on this machine; null: it is not one. */
  async fileOf(url: string): Promise<string | null> {
    const name = nameOf(url);
    if (name === null) return null;
    const newDraft = () => this.#newDraft();
    return this.#sent.get(name) ?? this.#storage.fetch(name, newDraft, this.#transfer);
  }

  /** Removes the drafts, and what was added too unless the command has succeeded. */
  async close(succeeded: boolean): Promise<void> {
    await rm(this.#shop.folder, { recursive: true, force: true });
    for (const name of succeeded ? [] : this.#added) await this.#storage.remove(name);
  }
}
