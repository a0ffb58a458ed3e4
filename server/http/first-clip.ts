import type { Video } from '../../contract/shapes.ts';

/** How old a remembered clip may be: configuration takes effect within a second. */
const FRESH_MS = 1000;
/** A page is never held up by the database for longer than this. */
const PATIENCE_MS = 300;
const MOST_REMEMBERED = 256;

/** Finds a clip by id, or the feed's first one; null when there is none that is enabled. */
export type LoadClip = (id: number | null) => Promise<Video | null>;

interface Remembered {
  video: Video | null;
  loadedAt: number;
  loading: Promise<Video | null> | null;
}

/**
 * The clip that a page carries, without a query for each page: each one is asked for at most
 * once a second. When the database is slow or away, the last known one is used, or none.
 */
export class FirstClips {
  readonly #load: LoadClip;
  readonly #now: () => Date;
  readonly #remembered = new Map<number | null, Remembered>();

  constructor(load: LoadClip, now: () => Date) {
    this.#load = load;
    this.#now = now;
  }

  /** @param wanted the clip named by the visitor's cookie; a disabled one gives the feed's first */
  async find(wanted: number | null): Promise<Video | null> {
    if (wanted !== null) {
      const video = await this.#recall(wanted);
      if (video !== null) return video;
    }
    return this.#recall(null);
  }

  async #recall(id: number | null): Promise<Video | null> {
    const entry = this.#remembered.get(id) ?? this.#remember(id);
    if (this.#now().getTime() - entry.loadedAt < FRESH_MS) return entry.video;
    entry.loading ??= this.#refresh(id, entry);
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const tired = new Promise<Video | null>((resolve) => {
      patience.addEventListener('abort', () => resolve(entry.video), { once: true });
    });
    return Promise.race([entry.loading, tired]);
  }

  async #refresh(id: number | null, entry: Remembered): Promise<Video | null> {
    try {
      entry.video = await this.#load(id);
      entry.loadedAt = this.#now().getTime();
    } catch {
      // the page is more important than its clip: readyz and the log tell of the database
    } finally {
      entry.loading = null;
    }
    return entry.video;
  }

  #remember(id: number | null): Remembered {
    const oldest = this.#remembered.keys().next();
    if (this.#remembered.size >= MOST_REMEMBERED && !oldest.done) {
      this.#remembered.delete(oldest.value);
    }
    const entry: Remembered = { video: null, loadedAt: Number.NEGATIVE_INFINITY, loading: null };
    this.#remembered.set(id, entry);
    return entry;
  }
}

/** The id that the app has left in the cookie `clip`, if any. */
export function wantedClip(cookies: string | undefined): number | null {
  const id = /(?:^|;\s*)clip=(\d{1,15})(?:;|$)/.exec(cookies ?? '')?.[1];
  return id === undefined ? null : Number(id);
}
