import { unavailable } from './envelope.ts';

/**
 * How many calls are worked on at once. More would only wait for a connection to the database,
 * each for longer than the one before: they are told at once to come again.
 */
export class Gate {
  readonly #most: number;
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get inside(): number {
    return this.#inside;
  }

  /** @throws TransportFault 503 when as many as may are inside */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#inside >= this.#most) throw unavailable();
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
    }
  }
}
