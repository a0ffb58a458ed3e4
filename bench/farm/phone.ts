import type { Video } from '../../contract/shapes.ts';
import { DAY } from '../../server/domain/time.ts';
import type { Client } from './client.ts';

/** Limits of the app's service worker for cached clips. */
const MAX_CACHED = 8;
const CACHED_FOR = 3 * DAY;
/** The first part of a clip for a player; the rest would only slow down the simulation. */
const PART = 'bytes=0-4095';

/** A phone with the app: it fetches a played clip unless the clip is cached. */
export class Phone {
  /** time at which each clip was fetched, by its id, the oldest first */
  readonly #cachedAt = new Map<number, number>();

  /** The clips of a list that can be played offline. */
  cachedOf(list: readonly Video[]): Video[] {
    return list.filter(({ id }) => this.#cachedAt.has(id));
  }

  /** @param isInPage the clip is part of the page; its URL there names no user */
  async play(client: Client, { id, url }: Video, at: number, isInPage: boolean): Promise<void> {
    const cachedAt = this.#cachedAt.get(id);
    if (cachedAt !== undefined && at - cachedAt < CACHED_FOR) return;
    await client.fetchMedia(isInPage ? (url.split('?', 1)[0] ?? url) : url, PART);
    this.#cachedAt.delete(id);
    this.#cachedAt.set(id, at);
    const [oldest] = this.#cachedAt.keys();
    if (this.#cachedAt.size > MAX_CACHED && oldest !== undefined) this.#cachedAt.delete(oldest);
  }
}
