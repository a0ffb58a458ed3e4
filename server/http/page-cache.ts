import type { Now } from '../database/clock.ts';

/** Maximum age of a cached value: settings take effect within a second. */
const MAX_AGE_MS = 1000;
/** Maximum time for which a page waits for the database. */
const LOAD_TIMEOUT_MS = 300;
const MAX_ENTRIES = 256;

interface Entry<Value> {
  value: Value | null;
  loadedAt: number;
  loading: Promise<void> | null;
}

/**
 * Cache of the database's data in pages, so that not each page needs a query: a key is loaded at most
 * once a second. While the database is slow or unreachable, `get` returns the last known value, or null.
 */
export class PageCache<Key, Value> {
  readonly #load: (key: Key) => Promise<Value | null>;
  readonly #now: Now;
  readonly #entries = new Map<Key, Entry<Value>>();

  constructor(load: (key: Key) => Promise<Value | null>, now: Now) {
    this.#load = load;
    this.#now = now;
  }

  async get(key: Key): Promise<Value | null> {
    const entry = this.#entries.get(key) ?? this.#addEntry(key);
    if (this.#now().getTime() - entry.loadedAt < MAX_AGE_MS) return entry.value;
    entry.loading ??= this.#refresh(key, entry);
    const timeout = AbortSignal.timeout(LOAD_TIMEOUT_MS);
    const late = new Promise<void>((resolve) => {
      timeout.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([entry.loading, late]);
    return entry.value;
  }

  async #refresh(key: Key, entry: Entry<Value>): Promise<void> {
    try {
      entry.value = await this.#load(key);
      entry.loadedAt = this.#now().getTime();
    } catch {
      // the page is more important than its data; `/readyz` and the log report the database
    } finally {
      entry.loading = null;
    }
  }

  #addEntry(key: Key): Entry<Value> {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size >= MAX_ENTRIES && !oldest.done) {
      this.#entries.delete(oldest.value);
    }
    const entry = { value: null, loadedAt: Number.NEGATIVE_INFINITY, loading: null };
    this.#entries.set(key, entry);
    return entry;
  }
}
