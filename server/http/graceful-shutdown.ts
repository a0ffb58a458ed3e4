import { Server } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** After so long, requests that were in transit when the server stopped listening have arrived. */
const LAST_REQUESTS_MS = 250;
/** After a turn of the event loop this short, no connection waits to be accepted. */
const SHORT_TURN_MS = 1;
const MAX_TURNS = 200;

/**
 * Waits for a moment with (nearly) no connection in the accept queue: the system resets those connections when a
 * server stops listening. Each turn of the event loop accepts all queued connections and then runs other work; so the
 * moment is right after a short turn. A busy server without a short turn continues after 200 turns.
 */
async function waitForEmptyAcceptQueue(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const begun = performance.now();
    await nextTurn();
    if (performance.now() - begun < SHORT_TURN_MS) return;
  }
}

/**
 * Graceful shutdown behind a load balancer: `/readyz` answers 503 and each connection is closed after its
 * answer, so that the load balancer uses other servers; only then the server stops listening.
 */
export class GracefulShutdown {
  /** Whether the shutdown has begun: then each connection is closed after its answer. */
  hasBegun = false;
  readonly #drainMs: number;

  /** @param drainMs how long the server goes on answering; 0: it is the only server */
  constructor(drainMs: number) {
    this.#drainMs = drainMs;
  }

  /** Resolves when the server has stopped listening and has received the last requests. */
  async drain(server: Server): Promise<void> {
    this.hasBegun = true;
    if (this.#drainMs === 0) return;
    await delay(this.#drainMs);
    await waitForEmptyAcceptQueue();
    // `close` of `http.Server` would also close new connections that have sent no request yet
    Server.prototype.close.call(server);
    await delay(LAST_REQUESTS_MS);
  }
}
