import { Target } from './target.ts';

interface Port {
  postMessage(data: unknown): void;
}

/** The service worker as the page sees it: active, and sometimes with a newer one waiting. */
export class Worker {
  readonly container;
  readonly #registration;
  readonly #guarded: (act: () => void) => void;

  constructor(guarded: (act: () => void) => void) {
    this.#guarded = guarded;
    const target = new Target(guarded);
    const registration = Object.assign(new Target(guarded), {
      active: {},
      waiting: null as object | null,
      installing: null as object | null,
      update: async () => undefined,
    });
    this.#registration = registration;
    this.container = Object.assign(target, {
      controller: { postMessage: () => undefined },
      register: async () => registration,
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    });
  }

  /** A newer version of the app is available. */
  arrive(): void {
    const worker = Object.assign(new Target(this.#guarded), {
      state: 'installing',
      postMessage: ({ type }: { type: string }, [port]: Port[] = []) => {
        if (type === 'version.asked') port?.postMessage(false);
        if (type !== 'takeOver.asked') return;
        worker.state = 'activated';
        worker.tell('statechange');
      },
    });
    this.#registration.installing = worker;
    this.#registration.tell('updatefound');
    worker.state = 'installed';
    this.#registration.waiting = worker;
    worker.tell('statechange');
  }
}
