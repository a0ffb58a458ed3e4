import type { Video } from '../../contract/shapes.ts';
import { DAY } from '../../server/domain/time.ts';
import type { Client } from './client.ts';

/** Limits of the app's service worker for cached clips. */
const MOST_KEPT = 8;
const KEPT_FOR = 3 * DAY;
/** The first part of a clip for a player; the rest would only slow down the simulation. */
const PART = 'bytes=0-4095';

/** An app that plays clips: it fetches clips that are not cached. */
export class Phone {
  /** time at which each clip was fetched, by its id, the oldest first */
  readonly #kept = new Map<number, number>();

  /** The clips of a list that can be played offline. */
  kept(list: readonly Video[]): Video[] {
    return list.filter(({ id }) => this.#kept.has(id));
  }

  /** @param isOfPage the clip came with the page, whose URLs name no user */
  async play(client: Client, { id, url }: Video, at: number, isOfPage: boolean): Promise<void> {
    const keptAt = this.#kept.get(id);
    if (keptAt !== undefined && at - keptAt < KEPT_FOR) return;
    await client.fetchMedia(isOfPage ? (url.split('?', 1)[0] ?? url) : url, PART);
    this.#kept.delete(id);
    this.#kept.set(id, at);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
