import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as v from 'valibot';
import type { Call } from '../../contract/call.ts';
import * as calls from '../../contract/calls.ts';
import { MAX_BODY_BYTES, TOKEN_HEADER } from '../../contract/envelope.ts';
import type { Now } from '../database/clock.ts';
import { withinDeadline } from '../database/deadline.ts';
import type { WriteHealth } from '../database/write-health.ts';
import { type Caller, type Context, SessionEnded, type Site } from '../domain/context.ts';
import { handlers } from '../domain/handlers.ts';
import { createRequestLimit, type RequestLimit } from '../domain/limits.ts';
import type { Settings } from '../domain/settings.ts';
import { parseBodies } from './body.ts';
import type { ConcurrencyLimit } from './concurrency.ts';
import { deviceOf, setDeviceCookie } from './device.ts';
import { type Answer, sendAnswer, success, TransportFault } from './envelope.ts';
import { faultOf } from './faults.ts';
import { isForeign } from './foreign.ts';
import { claimTable, functionPaths } from './function-calls.ts';
import {
  acceptsIdempotencyKey,
  answerByFunction,
  answerOnce,
  idempotencyKeyOf,
} from './idempotency.ts';
import { inputOf } from './input.ts';
import { KnownTokens } from './known-tokens.ts';
import { sendClaims } from './send-claims.ts';
import type { UntrustedProxyDetector } from './untrusted-proxy.ts';
import { addressOf, callerOf, uncheckedCallerOf, visitorOf } from './visitor.ts';

export interface CallsOptions {
  readonly pool: pg.Pool;
  /** pool that ends the database connections of a call after its timeout */
  readonly control: pg.Pool;
  readonly settings: Settings;
  readonly site: Site;
  /** name of a trusted proxy's header with the country; null: none */
  readonly countryHeader: string | null;
  readonly now: Now;
  /** records errors of a database that takes no writes */
  readonly writing: WriteHealth;
  /** records which members come through a proxy */
  readonly proxies: UntrustedProxyDetector;
  /** timeout of a call: then its work is ended, and the answer is 503 */
  readonly callTimeoutMs: number;
  /** checks every answer against the contract: for tests and development, not for production */
  readonly checksAnswers: boolean;
}

type AnyHandler = (context: Context, caller: Caller | null, input: unknown) => Promise<unknown>;

/** Serves each call of the contract with the handler of the same name, and nothing else. */
export function serveCalls(
  app: FastifyInstance,
  concurrency: ConcurrencyLimit,
  options: CallsOptions,
): void {
  const requestLimit = createRequestLimit(options);
  const known = new KnownTokens();
  parseBodies(app);
  app.decorateRequest('workedMs', 0);
  /** Does work for a request: within the limit of concurrent work, and with the call's timeout. */
  const work = async <Result>(request: FastifyRequest, make: (db: pg.Pool) => Promise<Result>) => {
    const begun = performance.now();
    const { pool, control, callTimeoutMs } = options;
    try {
      return await concurrency.run(addressOf(request), () =>
        withinDeadline({ pool, control, ms: callTimeoutMs - request.workedMs }, make),
      );
    } finally {
      request.workedMs += performance.now() - begun;
    }
  };
  // work continues after its client has gone, and needs the database until it ends
  app.addHook('onClose', () => concurrency.drain(options.callTimeoutMs));
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && isForeign(request, options.site.publicUrl)) {
      throw new TransportFault('foreign_origin', { data: { reason: 'foreign_origin' } });
    }
    const userId = known.userOf(request.headers[TOKEN_HEADER]);
    if (userId !== undefined && requestLimit.takeReservedSlot(userId)) return;
    // the request limit may have to query the database, so it counts as work too
    const retryAfter = await work(request, (db) =>
      userId === undefined
        ? requestLimit.takeAddress(db, addressOf(request))
        : requestLimit.takeUser(db, userId),
    );
    if (retryAfter > 0) throw tooMany(retryAfter);
  });
  for (const [name, call] of Object.entries(calls)) {
    const answer: Answerer =
      name === 'sendClaims'
        ? answerClaims
        : (exchange) => answerCall(call, handlers[name as keyof typeof handlers], exchange);
    app.route({
      method: call.method,
      url: call.path,
      bodyLimit: MAX_BODY_BYTES,
      handler: async (request, reply) =>
        sendAnswer(
          reply,
          await work(request, (db) => answer({ request, reply, db, known, requestLimit, options })),
        ),
    });
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** time of work on the request so far, in milliseconds; the arrival of the body is not included */
    workedMs: number;
  }
}

/** A request, and all that is needed to answer it. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** the pool, with the call's deadline */
  readonly db: pg.Pool;
  readonly known: KnownTokens;
  readonly requestLimit: RequestLimit;
  readonly options: CallsOptions;
}

const tooMany = (retryAfter: number) => new TransportFault('too_many_requests', { retryAfter });

type Answerer = (exchange: Exchange) => Promise<Answer>;

/** Calls that log in: their device gets a name in a cookie. */
const loginPaths: ReadonlySet<string> = new Set([calls.checkIn.path, calls.logInByPasskey.path]);

/** Reads a call's caller, input, key and time. */
async function readCall<C extends Call>(call: C, { request, db, known, options }: Exchange) {
  const { settings, site, countryHeader, now } = options;
  const device = loginPaths.has(call.path) ? deviceOf(request) : undefined;
  const visitor = visitorOf(request, countryHeader, device);
  const context: Context = { db, settings, site, visitor, now: now() };
  const prove = () => callerOf(request, call.access, context, known);
  const caller =
    (functionPaths.has(call.path) ? uncheckedCallerOf(request, known) : null) ?? (await prove());
  if (caller) options.proxies.note(request, caller.userId);
  try {
    const key = acceptsIdempotencyKey(call) ? idempotencyKeyOf(request) : null;
    return { context, caller, input: inputOf(call, request), key, device };
  } catch (malformed) {
    // the end of the session is reported before any problem of the input
    if (caller?.isSessionUnchecked) await prove();
    throw malformed;
  }
}

/** Answers a call; the app's error handler answers its errors. */
async function answerCall(call: Call, handle: unknown, exchange: Exchange): Promise<Answer> {
  const { request, reply, db, known, options } = exchange;
  const { device, ...read } = await readCall(call, exchange);
  const made = { ...read, call, handle: handle as AnyHandler, db };
  const answer = await makeCall(made, options).catch((error: unknown) => {
    if (error instanceof SessionEnded) known.forget(request.headers[TOKEN_HEADER]);
    throw error;
  });
  if (device !== undefined) setDeviceCookie(reply, device, options.site.publicUrl);
  return answer;
}

/** Counts each claim of a request as a request of its user. @returns how many claims are allowed */
async function countClaims({ requestLimit, db }: Exchange, userId: bigint, claims: number) {
  // the first claim was counted with the request
  for (let counted = 1; counted < claims; counted += 1) {
    if (requestLimit.takeReservedSlot(userId)) continue;
    if ((await requestLimit.takeUser(db, userId)) > 0) return counted;
  }
  return claims;
}

/** Answers a request with many claims: each counts as a call, and has its own idempotency key. */
async function answerClaims(exchange: Exchange): Promise<Answer> {
  const { request, options, db, known } = exchange;
  const { caller, input, ...read } = await readCall(calls.sendClaims, exchange);
  if (caller === null) throw new SessionEnded(401);
  const allowed = await countClaims(exchange, caller.userId, input.claims.length);
  const context = () => ({ ...read.context, now: options.now() });
  const data = await sendClaims(input.claims, allowed, {
    caller,
    context,
    make: ({ claim, fields }, decision) => {
      const { call, key } = claim;
      const handle = decision ?? (handlers[call] as AnyHandler);
      const made = { call: claimTable[call], handle, context: context(), caller, input: fields };
      return makeCall({ ...made, key, db }, options);
    },
    faultOf: (error) => {
      options.writing.note(error);
      if (error instanceof SessionEnded) known.forget(request.headers[TOKEN_HEADER]);
      return faultOf(error, request);
    },
  });
  if (options.checksAnswers) checkAnswer(calls.sendClaims, data);
  return success(data);
}

interface MadeCall {
  readonly call: Call;
  readonly handle: AnyHandler;
  readonly context: Context;
  readonly caller: Caller | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly key: string | null;
  readonly db: pg.Pool;
}

/** Makes a call, once for its idempotency key. */
async function makeCall(
  { call, handle, context, caller, input, key, db: pool }: MadeCall,
  { checksAnswers, writing }: CallsOptions,
): Promise<Answer> {
  const run = async (more: Pick<Context, 'db' | 'answerKey'>) => {
    const data = await handle({ ...context, ...more }, caller, input);
    if (checksAnswers) checkAnswer(call, data);
    return success(data);
  };
  // the answer of a public call is never stored: it has no user, and may contain a token
  if (key === null || caller === null || call.access === 'public') return run({ db: pool });
  const attempt = { userId: caller.userId, path: call.path, key, input, now: context.now };
  const once = () => {
    if (functionPaths.has(call.path)) {
      return answerByFunction(pool, attempt, (answerKey) => run({ db: pool, answerKey }));
    }
    return answerOnce(pool, attempt, (db) => run({ db }));
  };
  const answer = await once();
  writing.worked();
  return answer;
}

function checkAnswer(call: Call, data: unknown): void {
  // checks the answer after JSON, which omits undefined fields
  const sent: unknown = JSON.parse(JSON.stringify(data));
  const { success: fits, output, issues } = v.safeParse(call.gives, sent);
  const why = issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ');
  if (!fits) throw new Error(`the answer of ${call.path} breaks the contract: ${why}`);
  if (!isDeepStrictEqual(output, sent)) {
    throw new Error(`the answer of ${call.path} has fields that the contract does not know`);
  }
}
