import { ofetch } from 'ofetch';
import * as v from 'valibot';
import type { Call, InputOf, OutputOf } from '../../contract/call.ts';
import {
  BASE_PATH,
  type Envelope,
  envelope,
  IDEMPOTENCY_HEADER,
  REQUEST_HEADER,
  refusal,
  TOKEN_HEADER,
} from '../../contract/envelope.ts';
import type { CallFailure } from '../../contract/failure.ts';
import { plainTextReviver } from '../../contract/plain-text.ts';
import { type SessionEndedCode, sessionEndedCodes } from '../../contract/reasons.ts';
import { newId } from './new-id.ts';
import type { ServerClock } from './server-clock.ts';

interface CallOptions {
  /** aborts the request; XState aborts the signal when the machine leaves the state that made the call */
  signal?: AbortSignal;
  /** idempotency key; all retries of an attempt have the same one */
  idempotencyKey?: string;
  /** id of this request in the server's log; default: a new id */
  requestId?: string;
  /** the browser finishes the request after the page is closed */
  keepalive?: boolean;
}

/**
 * Makes one call of the contract.
 * @returns `data`, checked against the call's schema
 * @throws a `CallFailure`
 */
export type Api = <C extends Call>(
  call: C,
  input: InputOf<C>,
  options?: CallOptions,
) => Promise<OutputOf<C>>;

/** Timeout of a request. */
const TIMEOUT_MS = 15_000;

const isSessionEnded = (code: number): code is SessionEndedCode =>
  (sessionEndedCodes as readonly number[]).includes(code);

/** Seconds of the header `retry-after` (status 429); our server never sends a date in it. */
const waitOf = (headers: Headers) => Number(headers.get('retry-after'));

function failureOfAnswer(answer: Envelope, headers: Headers): CallFailure {
  const { code, data } = answer;
  if (isSessionEnded(code)) return { kind: 'sessionEnded', code };
  if (code !== 0) {
    const fields = v.safeParse(v.record(v.string(), v.string()), data?.fields);
    const retryAfter = waitOf(headers);
    const requestId = headers.get(REQUEST_HEADER);
    return {
      kind: 'faulted',
      status: code,
      ...(fields.success && { fields: fields.output }),
      ...(retryAfter && { retryAfter }),
      ...(code === 500 && requestId && { requestId }),
    };
  }
  const parsed = v.safeParse(refusal, data);
  if (!parsed.success) return { kind: 'malformed' };
  const { retry_after: retryAfter, ...refused } = parsed.output;
  return { kind: 'refused', ...refused, retryAfter };
}

/** The reason why a request has no answer, or an unreadable one. */
function whyUnanswered(error: unknown, limit: AbortSignal, signal: AbortSignal | undefined) {
  if (signal?.aborted) return 'aborted';
  if (limit.aborted) return 'timeout';
  return error instanceof SyntaxError ? 'malformed' : 'offline';
}

/** The URL of a call; a GET has its input in the query. */
function addressOf({ method, path }: Call, input: object): string {
  const address = BASE_PATH + path;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  if (method !== 'GET' || given.length === 0) return address;
  return `${address}?${new URLSearchParams(given)}`;
}

/** The session whose token the calls carry. */
export interface ApiSession {
  /** the current token; read for each call */
  token: () => string | null;
  /** called with the token that the server rejected */
  onSessionEnded: (token: string) => void;
}

/** Called with the `date` header of each answer, to set the server clock. */
type AdjustClock = ServerClock['adjust'];

/** The only place that sends the contract's calls over the network. */
export function createApi(options: ApiSession, adjust: AdjustClock): Api {
  return async (
    call,
    input,
    { signal, idempotencyKey, keepalive = false, requestId = newId() } = {},
  ) => {
    const token = options.token();
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const askedAtMs = Date.now();
    const { headers, _data: answer } = await ofetch
      .raw<unknown>(addressOf(call, input), {
        method: call.method,
        ...(call.method !== 'GET' && { body: input }),
        headers: {
          [REQUEST_HEADER]: requestId,
          ...(token && { [TOKEN_HEADER]: token }),
          ...(idempotencyKey && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
        },
        // ofetch ignores its option `timeout` where a signal is given
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        keepalive,
        retry: 0,
        ignoreResponseError: true,
        parseResponse: (text) => JSON.parse(text, plainTextReviver),
      })
      .catch((error: unknown) => {
        throw { kind: whyUnanswered(error, limit, signal) } satisfies CallFailure;
      });
    adjust(headers.get('date'), askedAtMs);
    const parsed = v.safeParse(envelope, answer);
    if (!parsed.success) throw { kind: 'malformed' } satisfies CallFailure;
    if (parsed.output.code !== 1) {
      const failure = failureOfAnswer(parsed.output, headers);
      if (failure.kind === 'sessionEnded' && token) options.onSessionEnded(token);
      throw failure;
    }
    const data = v.safeParse(call.gives, parsed.output.data);
    if (!data.success) throw { kind: 'malformed' } satisfies CallFailure;
    return data.output as OutputOf<typeof call>;
  };
}
