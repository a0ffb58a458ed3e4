interface Listener {
  act: (event: never) => void;
  isOnce: boolean;
}

type Options = boolean | { once?: boolean; signal?: AbortSignal };
type Act = ((event: never) => void) | { handleEvent(event: never): void };

/** An event target. A listener that throws is a fault of the app, and does not stop other listeners. */
export class Target {
  readonly #listeners = new Map<string, Listener[]>();
  readonly #guarded: (act: () => void) => void;

  constructor(guarded: (act: () => void) => void) {
    this.#guarded = guarded;
  }

  addEventListener = (type: string, listener: Act, options: Options = {}): void => {
    const { once = false, signal } = typeof options === 'boolean' ? {} : options;
    if (signal?.aborted) return;
    const act = typeof listener === 'function' ? listener : listener.handleEvent;
    const all = this.#listeners.get(type) ?? [];
    if (all.some((each) => each.act === act)) return;
    this.#listeners.set(type, [...all, { act, isOnce: once }]);
    signal?.addEventListener('abort', () => this.removeEventListener(type, act));
  };

  removeEventListener = (type: string, act: Act): void => {
    const all = this.#listeners.get(type) ?? [];
    this.#listeners.set(
      type,
      all.filter((each) => each.act !== act),
    );
  };

  dispatchEvent = (event: object & { type: string }): boolean => {
    for (const { act, isOnce } of this.#listeners.get(event.type) ?? []) {
      if (isOnce) this.removeEventListener(event.type, act);
      this.#guarded(() => act(event as never));
    }
    return true;
  };

  tell(type: string, facts: object = {}): void {
    this.dispatchEvent({ ...facts, type });
  }
}
