import type { Video } from '../../contract/shapes.ts';
import type { Now } from '../database/clock.ts';
import { PageCache } from './page-cache.ts';

/** Finds a clip by id, or the feed's first one; null when there is none that is enabled. */
export type LoadClip = (id: number | null) => Promise<Video | null>;

/** The clip that a page carries. */
export class FirstClipCache {
  readonly #clips: PageCache<number | null, Video>;

  constructor(load: LoadClip, now: Now) {
    this.#clips = new PageCache(load, now);
  }

  /** @param id the clip named by the visitor's cookie; a disabled one gives the feed's first */
  async find(id: number | null): Promise<Video | null> {
    return (id === null ? null : await this.#clips.get(id)) ?? this.#clips.get(null);
  }

  /** @returns null when that very clip is unknown, or disabled */
  findOnly(id: number): Promise<Video | null> {
    return this.#clips.get(id);
  }
}

/** The id that the app has stored in the cookie `clip`, if any. */
export function clipIdOf(cookies: string | undefined): number | null {
  const id = /(?:^|;\s*)clip=(\d{1,15})(?:;|$)/.exec(cookies ?? '')?.[1];
  return id === undefined ? null : Number(id);
}
