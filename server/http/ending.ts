import { Server } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** A request that is on its way when the server stops listening has arrived by then. */
const LAST_REQUESTS_MS = 250;
/** A turn of the event loop this short has left nothing waiting to be accepted. */
const SHORT_TURN_MS = 1;
const MOST_TURNS = 200;

/**
 * Waits for a moment at which hardly a connection waits to be accepted: what still waits when a server
 * stops listening is reset by the system. Each turn of the event loop accepts all that wait, and then runs
 * what else has come; so this is right after a short one. A server that has none goes on after 200.
 */
async function allAccepted(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const begun = performance.now();
    await nextTurn();
    if (performance.now() - begun < SHORT_TURN_MS) return;
  }
}

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
    await allAccepted();
    // unlike that of HTTP, this leaves open what was connected a moment ago and has asked nothing yet
    Server.prototype.close.call(server);
    await delay(LAST_REQUESTS_MS);
  }
}
