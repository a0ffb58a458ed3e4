/** Temporary states of a device's storage. */
export type StorageMode = 'good' | 'full' | 'blocked';

/** Content of IndexedDB, by object store. */
type Store = Map<unknown, unknown>;

interface WindowListener {
  isAlive: boolean;
  onStorage(key: string): void;
  onChannelMessage(name: string, message: unknown): void;
}

interface Waiting {
  owner: WindowListener;
  grant: () => void;
}

/** State that survives a page; all windows share it. */
export class Device {
  #mode: StorageMode = 'good';
  /** whether storage was ever blocked: data that should have been deleted may then still exist */
  wasBlocked = false;
  isOnline = true;
  /** error of the device's clock, and the time since which it is wrong */
  skewMs = 0;
  setAtMs = 0;
  readonly local = new Map<string, string>();
  readonly cookies = new Map<string, string>();
  readonly stores = { claims: new Map() as Store, unreadable: new Map() as Store };
  /** files that the service worker has cached */
  readonly files = new Set<string>();
  readonly windows = new Set<WindowListener>();
  #locks = new Map<string, Waiting[]>();

  get mode(): StorageMode {
    return this.#mode;
  }

  set mode(mode: StorageMode) {
    this.#mode = mode;
    this.wasBlocked ||= mode === 'blocked';
  }

  write(key: string, value: string | null, by: WindowListener): void {
    if (this.mode === 'blocked') throw new DOMException('blocked', 'SecurityError');
    const isLarger = value !== null && value.length > (this.local.get(key)?.length ?? 0);
    if (isLarger && this.mode === 'full') throw full();
    if (value === null) this.local.delete(key);
    else this.local.set(key, value);
    for (const window of this.windows) if (window !== by) window.onStorage(key);
  }

  tell(name: string, message: unknown, by: WindowListener): void {
    for (const window of this.windows) {
      if (window !== by) window.onChannelMessage(name, structuredClone(message));
    }
  }

  /** Grants a lock in its turn; the result releases it. */
  lock(name: string, owner: WindowListener, grant: () => void): () => void {
    const queue = this.#locks.get(name) ?? [];
    this.#locks.set(name, queue);
    const own = { owner, grant };
    queue.push(own);
    if (queue[0] === own) grant();
    return () => this.#release((waiting) => waiting === own);
  }

  /** Closes a page and releases its locks. */
  close(window: WindowListener): void {
    window.isAlive = false;
    this.windows.delete(window);
    this.#release(({ owner }) => owner === window);
  }

  #release(isGone: (waiting: Waiting) => boolean): void {
    for (const [name, queue] of this.#locks) {
      const [first] = queue;
      const left = queue.filter((waiting) => !isGone(waiting));
      this.#locks.set(name, left);
      if (left[0] && left[0] !== first) left[0].grant();
    }
  }
}

export const full = () => new DOMException('there is no room', 'QuotaExceededError');
