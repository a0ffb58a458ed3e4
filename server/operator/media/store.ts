import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caption, Source } from '../../../contract/shapes.ts';
import { fileNameOf } from '../../domain/media-addresses.ts';
import type { MediaStorage, Transfer } from '../../media/storage.ts';
import type { OperatorContext } from '../command.ts';
import { makePoster, verifyDecodable } from './convert.ts';
import { hasFfmpeg, type Workspace } from './ffmpeg.ts';
import { copyInput, isUrl, openUrl } from './input.ts';
import { inspectFrames, type Media } from './inspect.ts';
import { posterKind } from './poster.ts';
import { type CheckLength, prepareClip } from './prepare.ts';
import { makePreview } from './preview.ts';
import { probe } from './probe.ts';
import { makeRenditions } from './renditions.ts';
import { sha256 } from './source.ts';

/** Media with their URLs in the feed. */
export interface StoredMedia extends Media {
  readonly url: string;
  readonly poster: string;
}

/** The files of one clip; a single file is not listed. */
export interface StoredSources {
  readonly sources: readonly Source[];
  /** why smaller copies are missing */
  readonly note: string | null;
}

/** All stored files of a clip or an advertisement. */
export interface Stored extends StoredMedia, StoredSources {
  /** picture for link previews in messengers; null: none */
  readonly preview: string | null;
  readonly captions: readonly Caption[];
  /** name of the operator's source, see `sourceNameOf` */
  readonly made_from: string;
}

const ELSEWHERE = 'no renditions: ffmpeg makes them from a file, not from an address';
const NEUTRAL_POSTER = join(import.meta.dirname, 'neutral-poster.webp');

const digest = async (path: string) => (await sha256(path)).slice(0, 24);

/** Name of a file that belongs to one clip only. */
const newName = () => randomBytes(12).toString('hex');
const sourceOf = ({ type, width, height, bytes }: Media) => ({ type, width, height, bytes });

/**
 * Adds the files of one command. A file's name is the hash of its content, or random if the file belongs to
 * one clip only. A file appears whole. The files that a failed command has added are removed again.
 */
export class MediaStore {
  readonly #storage: MediaStorage;
  readonly #transfer: Transfer;
  /** names of added files */
  readonly #added: string[] = [];
  /** local paths of files that were sent to a bucket, by name, until the command ends */
  readonly #sent = new Map<string, string>();
  /** Drafts are written in a folder of their own, which is removed when the command ends. */
  readonly #workspace: Workspace;
  #drafts = 0;

  /** @param signal aborts the current work, which then fails with the signal's reason */
  constructor(
    { media, dataDir, report }: Pick<OperatorContext, 'media' | 'dataDir' | 'report'>,
    signal?: AbortSignal,
  ) {
    this.#storage = media;
    this.#transfer = { signal, report };
    const folder = join(dataDir, 'media', `.${randomBytes(8).toString('hex')}.part`);
    this.#workspace = { folder, signal, report };
  }

  /** Makes a path for a new draft. */
  async #newDraft(): Promise<string> {
    await mkdir(this.#workspace.folder, { recursive: true });
    this.#drafts += 1;
    return join(this.#workspace.folder, `${this.#drafts}`);
  }

  /**
   * Gives a draft its final name.
   * @param stem of the name; not given: the content's hash
   * @returns the path on the server
   */
  async #publish(draft: string, extension: string, stem?: string): Promise<string> {
    const name = `${stem ?? (await digest(draft))}${extension}`;
    if (await this.#storage.put(name, draft, this.#transfer)) this.#added.push(name);
    if (this.#storage.elsewhere) this.#sent.set(name, draft);
    return `/media/${name}`;
  }

  /** Checks a given poster; null: none is given, or only its URL. */
  async #preparePoster(poster: string | undefined) {
    if (poster === undefined || isUrl(poster)) return null;
    const draft = await this.#newDraft();
    const { extension } = await posterKind(poster, this.#workspace);
    await copyFile(poster, draft);
    return { draft, extension };
  }

  /** Makes a poster from a clip's frame, or from the plain dark picture. @param video null: no local file */
  async #makePoster(video: string | null): Promise<string> {
    const draft = await this.#newDraft();
    if (video !== null && (await hasFfmpeg())) {
      // a clip with a single frame has none after half a second
      for (const second of [0.5, 0]) {
        try {
          await makePoster(video, draft, second, this.#workspace);
          if ((await stat(draft)).size === 0) continue;
          return await this.#publish(draft, (await posterKind(draft, this.#workspace)).extension);
        } catch {
          this.#workspace.signal?.throwIfAborted();
        }
      }
    }
    await copyFile(NEUTRAL_POSTER, draft);
    return this.#publish(draft, '.webp');
  }

  /** Inspects the clip at a URL. With ffmpeg, decodes a local copy, the `draft`; without ffmpeg it is null. */
  async #fetchClip(url: string): Promise<Media & { draft: string | null }> {
    const input = await openUrl(url, this.#workspace.signal);
    const media = await inspectFrames(input, url);
    if (!(await hasFfmpeg())) return { ...media, draft: null };
    const draft = await this.#newDraft();
    await copyInput(input, draft);
    const film = await probe(draft, 'mov', this.#workspace);
    await verifyDecodable(url, { path: draft, container: 'mov', film }, this.#workspace);
    return { ...media, draft };
  }

  /**
   * Checks a file or a URL, and stores a file where the server finds it. A file that browsers do not
   * play is converted if ffmpeg is installed. A missing poster is made by ffmpeg, or is a plain dark
   * one.
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
    const found = await prepareClip(media, draft, this.#workspace, checkLength);
    const posterUrl = await posterOf(draft);
    return { ...found, url: await this.#publish(draft, '.mp4'), poster: posterUrl };
  }

  /**
   * Stores the picture for link previews of a clip. It belongs to this clip only, like the smaller
   * copies.
   * @param poster its path; null: it is not on this machine
   * @returns null: there is no poster here or no ffmpeg, or it cannot convert this poster
   */
  async addPreview(poster: string | null): Promise<string | null> {
    if (poster === null || !(await hasFfmpeg())) return null;
    const draft = await this.#newDraft();
    try {
      await makePreview(poster, draft, this.#workspace);
      return await this.#publish(draft, '.jpg', newName());
    } catch {
      this.#workspace.signal?.throwIfAborted();
      return null;
    }
  }

  /**
   * Stores smaller copies of a clip. A copy belongs to this clip only, so that it can be removed with the clip.
   * @param original null: it is not on this machine
   */
  async addRenditions(
    original: { path: string; media: Media } | null,
    url: string,
  ): Promise<StoredSources> {
    if (original === null) return { sources: [], note: ELSEWHERE };
    await mkdir(this.#workspace.folder, { recursive: true });
    const { made, note } = await makeRenditions(original, () => this.#newDraft(), this.#workspace);
    const sources = [{ ...sourceOf(original.media), url }];
    for (const { path: draft, media } of made) {
      sources.push({ ...sourceOf(media), url: await this.#publish(draft, '.mp4', newName()) });
    }
    return { sources: made.length > 0 ? sources : [], note };
  }

  /** Stores the text of a checked caption file. */
  async addCaptions(text: string): Promise<string> {
    const draft = await this.#newDraft();
    await writeFile(draft, text);
    return this.#publish(draft, '.vtt');
  }

  /** Removes operator's files that no row names any more. */
  async remove(urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      const name = fileNameOf(url);
      if (name !== null) await this.#storage.remove(name);
    }
  }

  /** Local path of an operator's file; null: the URL names no such file, or the bucket lacks it. */
  async fileOf(url: string): Promise<string | null> {
    const name = fileNameOf(url);
    if (name === null) return null;
    const newDraft = () => this.#newDraft();
    return this.#sent.get(name) ?? this.#storage.fetch(name, newDraft, this.#transfer);
  }

  /** Removes the drafts and, unless the command has succeeded, the added files. */
  async close(succeeded: boolean): Promise<void> {
    await rm(this.#workspace.folder, { recursive: true, force: true });
    for (const name of succeeded ? [] : this.#added) await this.#storage.remove(name);
  }
}
