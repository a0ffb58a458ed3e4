import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as v from 'valibot';
import type { Call } from '../../contract/call.ts';
import * as calls from '../../contract/calls.ts';
import { MAX_BODY_BYTES, TOKEN_HEADER } from '../../contract/envelope.ts';
import type { Caller, Context, Site } from '../domain/context.ts';
import { handlers } from '../domain/handlers.ts';
import { createRequestLimit, type RequestLimit } from '../domain/limits.ts';
import type { Settings } from '../domain/settings.ts';
import { parseBodies } from './body.ts';
import type { ConcurrencyLimit } from './concurrency.ts';
import { deviceOf, nameDevice } from './device.ts';
import { type Answer, sendAnswer, success, TransportFault } from './envelope.ts';
import { faultOf } from './faults.ts';
import { answerOnce, idempotencyKeyOf } from './idempotency.ts';
import { inputOf } from './input.ts';
import { KnownTokens } from './known-tokens.ts';
import { claimTable, sendClaims } from './send-claims.ts';
import { callerOf, visitorOf } from './visitor.ts';

export interface CallsOptions {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly site: Site;
  readonly now: () => Date;
  /** a call that takes longer is answered 503; its work ends or fails by itself */
  readonly callTimeoutMs: number;
  /** checks every answer against the contract: for tests and development, not for production */
  readonly checksAnswers: boolean;
}

type AnyHandler = (context: Context, caller: Caller | null, input: unknown) => Promise<unknown>;

/** Serves every call of the contract with the handler of its name, and nothing else. */
export function serveCalls(
  app: FastifyInstance,
  concurrency: ConcurrencyLimit,
  options: CallsOptions,
): void {
  const requestLimit = createRequestLimit({
    db: options.pool,
    settings: options.settings,
    now: options.now,
  });
  const known = new KnownTokens();
  parseBodies(app);
  // work goes on when its client has gone, and needs the database until it ends
  app.addHook('onClose', () => concurrency.drain(options.callTimeoutMs));
  app.addHook('onRequest', async (request) => {
    // the request limit may have to ask the database, so it counts as work too
    const userId = known.userOf(request.headers[TOKEN_HEADER]);
    const retryAfter = await concurrency.run(() =>
      userId === undefined ? requestLimit.takeAddress(request.ip) : requestLimit.takeUser(userId),
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
      handlerTimeout: options.callTimeoutMs,
      handler: async (request, reply) =>
        sendAnswer(
          reply,
          await concurrency.run(() => answer({ request, reply, known, requestLimit, options })),
        ),
    });
  }
}

/** One request, and all that it takes to answer it. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly known: KnownTokens;
  readonly requestLimit: RequestLimit;
  readonly options: CallsOptions;
}

const tooMany = (retryAfter: number) => new TransportFault('too_many_requests', { retryAfter });

type Answerer = (exchange: Exchange) => Promise<Answer>;

/** Who calls, with what, and when. */
async function readCall<C extends Call>(call: C, { request, known, options }: Exchange) {
  const { pool, settings, site, now } = options;
  const device = call.path === calls.checkIn.path ? deviceOf(request) : undefined;
  const visitor = { ...visitorOf(request), ...(device === undefined ? {} : { device }) };
  const context: Context = { db: pool, settings, site, visitor, now: now() };
  const caller = await callerOf(request, call.access, context, known);
  return { context, caller, input: inputOf(call, request), device };
}

/** One call from its token to its answer; the app's error handler answers what is thrown. */
async function answerCall(call: Call, handle: unknown, exchange: Exchange): Promise<Answer> {
  const { request, reply, options } = exchange;
  const { device, ...read } = await readCall(call, exchange);
  const key = call.method === 'POST' ? idempotencyKeyOf(request) : null;
  const answer = await makeCall({ ...read, call, handle: handle as AnyHandler, key }, options);
  if (device !== undefined) nameDevice(reply, device, options.site.publicUrl);
  return answer;
}

/** Counts each claim of a request as a request of its user; the first one was counted as it came. */
function countClaims({ requestLimit }: Exchange, caller: Caller | null): () => Promise<void> {
  let isFirst = true;
  return async () => {
    const retryAfter = isFirst || !caller ? 0 : await requestLimit.takeUser(caller.userId);
    isFirst = false;
    if (retryAfter > 0) throw tooMany(retryAfter);
  };
}

/** Many claims in one request: each is the call that it names, under a key of its own. */
async function answerClaims(exchange: Exchange): Promise<Answer> {
  const { request, options } = exchange;
  const { context, caller, input } = await readCall(calls.sendClaims, exchange);
  const count = countClaims(exchange, caller);
  const data = await sendClaims(input.claims, {
    make: async ({ call, fields, key }) => {
      await count();
      const made = {
        call: claimTable[call],
        handle: handlers[call] as AnyHandler,
        context: { ...context, now: options.now() },
        caller,
        input: fields,
        key,
      };
      return makeCall(made, options);
    },
    faultOf: (error) => faultOf(error, request),
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
}

/** One call, made once for its key. */
async function makeCall(
  { call, handle, context, caller, input, key }: MadeCall,
  { pool, checksAnswers }: CallsOptions,
): Promise<Answer> {
  const run = async (db: Context['db']) => {
    const data = await handle({ ...context, db }, caller, input);
    if (checksAnswers) checkAnswer(call, data);
    return success(data);
  };
  // a public call has no user whose attempt it could be, and its answer may carry a token, which
  // is never stored
  if (key === null || caller === null || call.access === 'public') return run(pool);
  const attempt = { userId: caller.userId, path: call.path, key, input, now: context.now };
  return answerOnce(pool, attempt, run);
}

function checkAnswer(call: Call, data: unknown): void {
  // as it will be read at the other end: without what JSON leaves out
  const sent: unknown = JSON.parse(JSON.stringify(data));
  const { success: fits, output, issues } = v.safeParse(call.gives, sent);
  const why = issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ');
  if (!fits) throw new Error(`the answer of ${call.path} breaks the contract: ${why}`);
  if (!isDeepStrictEqual(output, sent)) {
    throw new Error(`the answer of ${call.path} has fields that the contract does not know`);
  }
}
