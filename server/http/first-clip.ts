import type { Now } from '../database/clock.ts';
import type { FirstClip } from '../domain/first-clip.ts';
import { PageCache } from './page-cache.ts';

/** Finds a clip by id, or the feed's first clip; null when no such clip is enabled. */
export type LoadClip = (id: number | null) => Promise<FirstClip | null>;

/** Cache of the clips that pages contain. */
export class FirstClipCache {
  readonly #clips: PageCache<number | null, FirstClip>;

  constructor(load: LoadClip, now: Now) {
    this.#clips = new PageCache(load, now);
  }

  /**
   * @param ids the ids in the URL and in the visitor's cookie
   * @returns the first enabled clip of them, else the feed's first clip
   */
  async find(...ids: (number | null)[]): Promise<FirstClip | null> {
    for (const id of ids) {
      const clip = id === null ? null : await this.findOnly(id);
      if (clip) return clip;
    }
    return this.#clips.get(null);
  }

  /** @returns null when the clip is unknown or disabled, or the database too slow */
  findOnly(id: number): Promise<FirstClip | null> {
    return this.#clips.get(id);
  }
}

/** The id that the app has stored in the cookie `clip`, if any. */
export function clipIdOf(cookies: string | undefined): number | null {
  const id = /(?:^|;\s*)clip=(\d{1,15})(?:;|$)/.exec(cookies ?? '')?.[1];
  return id === undefined ? null : Number(id);
}
