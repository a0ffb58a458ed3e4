import type { FastifyInstance } from 'fastify';
import type { Call, InputOf, OutputOf } from '../../contract/call.ts';
import * as calls from '../../contract/calls.ts';
import { BASE_PATH, IDEMPOTENCY_HEADER, TOKEN_HEADER } from '../../contract/envelope.ts';
import type { MediaRequestQueue } from '../../server/domain/media-asked.ts';
import { SECOND } from '../../server/domain/time.ts';

/** User agent of all clients: a village with identical phones is the hardest to distinguish from a farm. */
const AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

type Calls = typeof calls;
type Name = keyof { [N in keyof Calls as Calls[N] extends Call ? N : never]: true };
type CallOf<N extends Name> = Calls[N] extends Call ? Calls[N] : never;

interface Refusal {
  readonly reason?: string;
  readonly retry_after?: number;
  readonly challenge?: string;
}

/** A call's refusal or failure. */
export interface Refused {
  /** a refusal's reason, `session 401`, or a fault's status such as `429` */
  readonly reason: string;
  /** time until the next try */
  readonly retryAfterMs: number;
  /** challenge of a proof of work, if required */
  readonly challenge?: string | undefined;
}

const byName = new Map<string, Call>(Object.entries(calls));

function callOf(name: Name): Call {
  const call = byName.get(name);
  if (!call) throw new Error(`no call ${name}`);
  return call;
}

export type Answer<N extends Name> = { readonly data: OutputOf<CallOf<N>> } | Refused;

/** Counters of all requests of one kind of clients. */
export interface Tally {
  requests: number;
  /** number of refusals by call and reason, `withdraw: pending_exists` */
  readonly refusals: Map<string, number>;
  /** proofs of work, and the milliseconds of a core for them */
  proofs: number;
  proofMs: number;
  /** bytes of media received */
  mediaBytes: number;
  /** milliseconds of playing */
  playedMs: number;
}

export const newTally = (): Tally => ({
  requests: 0,
  refusals: new Map(),
  proofs: 0,
  proofMs: 0,
  mediaBytes: 0,
  playedMs: 0,
});

export function isRefused(answer: object): answer is Refused {
  return 'reason' in answer;
}

/** The refusal of a call that the life cannot continue without. */
export class RefusedError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`refused: ${reason}`);
    this.reason = reason;
  }
}

/** @throws RefusedError */
export function dataOf<Data>(answer: { readonly data: Data } | Refused): Data {
  if (isRefused(answer)) throw new RefusedError(answer.reason);
  return answer.data;
}

/** A client of the server: whole requests through its HTTP layer, from an address of its own. */
export class Client {
  token: string | null = null;
  readonly #app: FastifyInstance;
  readonly #address: string;
  readonly #tally: Tally;
  readonly #mediaRequests: MediaRequestQueue;
  #cookie: string | null = null;

  constructor(
    app: FastifyInstance,
    mediaRequests: MediaRequestQueue,
    address: string,
    tally: Tally,
  ) {
    this.#mediaRequests = mediaRequests;
    this.#app = app;
    this.#address = address;
    this.#tally = tally;
  }

  /** @param key the idempotency key of a POST */
  async send<N extends Name>(name: N, input: InputOf<CallOf<N>>, key?: string): Promise<Answer<N>> {
    this.#tally.requests += 1;
    const { method, path } = callOf(name);
    const isGet = method === 'GET';
    const query = new URLSearchParams(Object.entries(input).map(([k, v]) => [k, String(v)]));
    const response = await this.#app.inject({
      method,
      url: `${BASE_PATH}${path}${isGet ? `?${query}` : ''}`,
      remoteAddress: this.#address,
      headers: {
        'user-agent': AGENT,
        ...(isGet ? {} : { 'content-type': 'application/json' }),
        ...(this.token ? { [TOKEN_HEADER]: this.token } : {}),
        ...(this.#cookie && name === 'checkIn' ? { cookie: this.#cookie } : {}),
        ...(key ? { [IDEMPOTENCY_HEADER]: key } : {}),
      },
      ...(isGet ? {} : { payload: JSON.stringify(input) }),
    });
    const cookie = response.headers['set-cookie'];
    if (typeof cookie === 'string') this.#cookie = cookie.split(';')[0] ?? null;
    const { code, data } = response.json<{ code: number; data: never }>();
    if (code === 1) return { data };
    const isOver = response.statusCode === 200 && code !== 0;
    const reason =
      code === 0 ? String((data as Refusal).reason) : `${isOver ? 'session ' : ''}${code}`;
    return this.#refused(name, reason, data, Number(response.headers['retry-after'] ?? 0));
  }

  /**
   * Fetches a file of a clip, and flushes the server's record of it.
   * @param range a part of the file, as a player requests it; default: all
   */
  async fetchMedia(url: string, range?: string): Promise<void> {
    const response = await this.#app.inject({
      ...{ method: 'GET', url, remoteAddress: this.#address },
      headers: range ? { range } : {},
    });
    if (response.statusCode >= 300) throw new RefusedError(`media ${response.statusCode}`);
    this.#tally.mediaBytes += response.rawPayload.length;
    await this.#mediaRequests.save();
  }

  countProof(milliseconds: number): void {
    this.#tally.proofs += 1;
    this.#tally.proofMs += milliseconds;
  }

  countPlaying(milliseconds: number): void {
    this.#tally.playedMs += milliseconds;
  }

  #refused(name: Name, reason: string, data: Refusal | null, headerSeconds: number): Refused {
    const line = `${name}: ${reason}`;
    const { refusals } = this.#tally;
    refusals.set(line, (refusals.get(line) ?? 0) + 1);
    // this reason's delay is in milliseconds, any other in seconds
    const unit = reason === 'too_early' ? 1 : SECOND;
    const retryAfterMs = (data?.retry_after ?? headerSeconds) * unit;
    return { reason, retryAfterMs, challenge: data?.challenge };
  }
}
