import type { Video } from '../../contract/shapes.ts';
import { DAY } from '../../server/domain/time.ts';
import type { Client } from './client.ts';

/** As the app's service worker keeps clips. */
const MOST_KEPT = 8;
const KEPT_FOR = 3 * DAY;
/** What a player needs at first; the rest of the file would only take longer here. */
const PART = 'bytes=0-4095';

/** An app that plays clips: it fetches what it has not kept. */
export class Phone {
  /** when each clip was fetched, by its id, the first one first */
  readonly #kept = new Map<number, number>();

  /** What of a list can be played without a line. */
  kept(list: readonly Video[]): Video[] {
    return list.filter(({ id }) => this.#kept.has(id));
  }

  /** @param isOfPage it came with the page, whose addresses name nobody */
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
