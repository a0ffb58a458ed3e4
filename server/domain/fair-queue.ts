import { networksOf } from './addresses.ts';

/**
 * A queue in which networks take turns, and within an IPv6 /48 its /64s: a client with many addresses waits as long as
 * others.
 */
export class FairQueue<Item> {
  /** by the widest and then the narrowest network of an address; the first key is the next to be served */
  readonly #networks = new Map<string, Map<string, Item[]>>();

  push(address: string, item: Item): void {
    const networks = networksOf(address);
    const wide = networks.at(-1)?.key ?? '';
    const narrow = networks[0].key;
    const queues = this.#networks.get(wide) ?? new Map<string, Item[]>();
    const queue = queues.get(narrow) ?? [];
    queue.push(item);
    this.#networks.set(wide, queues.set(narrow, queue));
  }

  shift(): Item | undefined {
    for (const [wide, queues] of this.#networks) {
      for (const [narrow, queue] of queues) {
        const item = queue.shift();
        // re-inserted at the end, if they still have items: a `Map` iterates in order of insertion
        queues.delete(narrow);
        if (queue.length > 0) queues.set(narrow, queue);
        this.#networks.delete(wide);
        if (queues.size > 0) this.#networks.set(wide, queues);
        return item;
      }
    }
    return undefined;
  }
}
