import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../http/client.ts';
import { tokenOf } from '../kills.world.ts';

const EVERY_MS = 100;
const PATIENCE_MS = 20_000;

/** A client that reads a member's data (`info`) from each server until it is stopped. */
export class Reader {
  /** the times of the answers */
  readonly answered: number[] = [];
  readonly #begun = performance.now();
  readonly #running: Promise<unknown>;
  #isOver = false;

  constructor(urls: readonly string[]) {
    this.#running = Promise.all(urls.map((url) => this.#read(url)));
  }

  async #read(url: string): Promise<void> {
    const client = new Client(url, tokenOf(1));
    while (!this.#isOver) {
      const sent = client.send('info', {}, {}, AbortSignal.timeout(PATIENCE_MS));
      const answer = await sent.catch(() => null);
      if (answer?.status === 200) this.answered.push(performance.now());
      await delay(EVERY_MS);
    }
  }

  /** @returns the longest time without an answer, in ms */
  async stop(): Promise<number> {
    this.#isOver = true;
    await this.#running;
    const times = [this.#begun, ...this.answered.sort((a, b) => a - b), performance.now()];
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
  }
}
