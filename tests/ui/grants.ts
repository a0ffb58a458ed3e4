/** Records resources of a fake browser that actors must release; a test decides when the browser answers. */
export class Grants {
  /** all grants so far */
  readonly seen = new Set<string>();
  /** irreversible effects after the actor was stopped */
  readonly tooLate: string[] = [];
  isActorStopped = false;
  /** all irreversible effects */
  readonly begun = new Set<string>();
  readonly #held = new Map<object, string>();
  #asked: (() => void)[] = [];

  /** Records an irreversible effect. */
  begin(what: string): void {
    this.begun.add(what);
    if (this.isActorStopped) this.tooLate.push(what);
  }

  /** Records a grant. @returns a function that gives it back */
  give(what: string): () => void {
    const grant = {};
    this.seen.add(what);
    this.#held.set(grant, what);
    return () => void this.#held.delete(grant);
  }

  /** Grants that were not given back. */
  get held(): string[] {
    return [...this.#held.values()].sort();
  }

  /** Returns a promise that the next `answer` settles. */
  later<Answer>(make: () => Answer, signal?: AbortSignal | null): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      this.#asked.push(() => {
        try {
          resolve(make());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Settles all promises that `later` has returned so far. */
  answer(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (const each of asked) each();
  }

  /** Wraps a function that subscribes and returns its unsubscribe, and counts its subscriptions. */
  counted<Watch extends (...args: never[]) => unknown>(what: string, watch: Watch): Watch {
    const counting = (...args: never[]) => {
      const stop = watch(...args) as () => unknown;
      const release = this.give(what);
      return () => {
        release();
        return stop();
      };
    };
    return counting as Watch;
  }

  /** An event target that counts its listeners. */
  target<Fields extends object>(name: string, fields: Fields): EventTarget & Fields {
    return Object.assign(new CountedTarget(this, name), fields);
  }
}

type Options = AddEventListenerOptions | boolean | undefined;
type Listener = EventListenerOrEventListenerObject;

class CountedTarget extends EventTarget {
  readonly #grants: Grants;
  readonly #name: string;
  readonly #listening = new Map<string, { listener: Listener; release: () => void }[]>();

  constructor(grants: Grants, name: string) {
    super();
    this.#grants = grants;
    this.#name = name;
  }

  override addEventListener(type: string, listener: Listener, options?: Options): void {
    const { once = false, signal } = typeof options === 'object' ? options : {};
    if (signal?.aborted) return;
    const release = this.#grants.give(`a listener of ${this.#name}`);
    this.#listening.set(type, [...(this.#listening.get(type) ?? []), { listener, release }]);
    signal?.addEventListener('abort', release);
    if (once) super.addEventListener(type, release, { once });
    super.addEventListener(type, listener, options);
  }

  override removeEventListener(type: string, listener: Listener, options?: Options): void {
    for (const each of this.#listening.get(type) ?? []) {
      if (each.listener === listener) each.release();
    }
    super.removeEventListener(type, listener, options);
  }
}
