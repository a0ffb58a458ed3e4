import { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A request that is on its way when the server stops listening has arrived by then. */
const LAST_REQUESTS_MS = 250;

/**
 * How a server ends behind a proxy that leads to several: first it says so at `/readyz` and on each
 * connection, so that the proxy leads people elsewhere; only then it stops listening.
 */
export class Ending {
  /** Whether it has begun: each answer is the last one on its connection. */
  hasBegun = false;
  readonly #drainMs: number;

  /** @param drainMs for how long the server goes on answering; 0: there is nobody else to lead to */
  constructor(drainMs: number) {
    this.#drainMs = drainMs;
  }

  /** Resolves when the server has stopped listening, and answered those who came until then. */
  async drain(server: Server): Promise<void> {
    this.hasBegun = true;
    if (this.#drainMs === 0) return;
    await delay(this.#drainMs);
    // unlike that of HTTP, this leaves open what was connected a moment ago and has asked nothing yet
    Server.prototype.close.call(server);
    await delay(LAST_REQUESTS_MS);
  }
}
