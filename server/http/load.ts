import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from './envelope.ts';

/** One for all: under overload even the trace of an error would cost too much. */
const full = unavailable();

/**
 * How long those are kept that cannot be let in. Told at once, impatient clients come again at
 * once, and saying no takes all the time that the others' work needs. Measured with 1,800 of them:
 * 85 calls a second were answered and 8,000 turned away, where now 500 are answered.
 */
const KEPT_MS = 1000;

/**
 * How many calls are worked on at once. More would only wait for a connection to the database,
 * each for longer than the one before: they are told to come again.
 */
export class Gate {
  readonly #most: number;
  #inside = 0;
  #onEmpty: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get inside(): number {
    return this.#inside;
  }

  /** @throws TransportFault 503 when as many as may are inside */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#inside >= this.#most) {
      await delay(KEPT_MS);
      throw full;
    }
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) for (const tell of this.#onEmpty.splice(0)) tell();
    }
  }

  /** Resolves when nothing is worked on, also for clients that have gone, or after so long. */
  async empty(patienceMs: number): Promise<void> {
    if (this.#inside === 0) return;
    const empty = new Promise<void>((resolve) => this.#onEmpty.push(resolve));
    await Promise.race([empty, delay(patienceMs, undefined, { ref: false })]);
  }
}
