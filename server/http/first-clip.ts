import type { Video } from '../../contract/shapes.ts';
import type { Now } from '../database/clock.ts';

/** How old a cached clip may be: configuration takes effect within a second. */
const MAX_AGE_MS = 1000;
/** A page never waits for the database longer than this. */
const LOAD_TIMEOUT_MS = 300;
const MAX_ENTRIES = 256;

/** Finds a clip by id, or the feed's first one; null when there is none that is enabled. */
export type LoadClip = (id: number | null) => Promise<Video | null>;

interface Entry {
  video: Video | null;
  loadedAt: number;
  loading: Promise<Video | null> | null;
}

/**
 * The clip that a page carries, without a query for each page: each clip is loaded at most once a
 * second. When the database is slow or cannot be reached, the last known one is used, or none.
 */
export class FirstClipCache {
  readonly #load: LoadClip;
  readonly #now: Now;
  readonly #entries = new Map<number | null, Entry>();

  constructor(load: LoadClip, now: Now) {
    this.#load = load;
    this.#now = now;
  }

  /** @param id the clip named by the visitor's cookie; a disabled one gives the feed's first */
  async find(id: number | null): Promise<Video | null> {
    if (id !== null) {
      const video = await this.#get(id);
      if (video !== null) return video;
    }
    return this.#get(null);
  }

  async #get(id: number | null): Promise<Video | null> {
    const entry = this.#entries.get(id) ?? this.#addEntry(id);
    if (this.#now().getTime() - entry.loadedAt < MAX_AGE_MS) return entry.video;
    entry.loading ??= this.#refresh(id, entry);
    const timeout = AbortSignal.timeout(LOAD_TIMEOUT_MS);
    const lastKnown = new Promise<Video | null>((resolve) => {
      timeout.addEventListener('abort', () => resolve(entry.video), { once: true });
    });
    return Promise.race([entry.loading, lastKnown]);
  }

  async #refresh(id: number | null, entry: Entry): Promise<Video | null> {
    try {
      entry.video = await this.#load(id);
      entry.loadedAt = this.#now().getTime();
    } catch {
      // the page is more important than its clip; readyz and the log report the database
    } finally {
      entry.loading = null;
    }
    return entry.video;
  }

  #addEntry(id: number | null): Entry {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size >= MAX_ENTRIES && !oldest.done) {
      this.#entries.delete(oldest.value);
    }
    const entry: Entry = { video: null, loadedAt: Number.NEGATIVE_INFINITY, loading: null };
    this.#entries.set(id, entry);
    return entry;
  }
}

/** The id that the app has stored in the cookie `clip`, if any. */
export function clipIdOf(cookies: string | undefined): number | null {
  const id = /(?:^|;\s*)clip=(\d{1,15})(?:;|$)/.exec(cookies ?? '')?.[1];
  return id === undefined ? null : Number(id);
}
