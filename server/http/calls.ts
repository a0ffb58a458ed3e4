import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as v from 'valibot';
import type { Call } from '../../contract/call.ts';
import * as calls from '../../contract/calls.ts';
import { MAX_BODY_BYTES } from '../../contract/envelope.ts';
import type { Caller, Context, Site } from '../domain/context.ts';
import { handlers } from '../domain/handlers.ts';
import { createRequestLimit } from '../domain/limits.ts';
import type { Settings } from '../domain/settings.ts';
import { parseBodies } from './body.ts';
import { type Answer, sendAnswer, success, TransportFault } from './envelope.ts';
import { answerOnce, idempotencyKeyOf } from './idempotency.ts';
import { inputOf } from './input.ts';
import type { Gate } from './load.ts';
import { callerOf, visitorOf } from './visitor.ts';

export interface CallsOptions {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly site: Site;
  readonly now: () => Date;
  /** when a call has taken so long, it is answered 503; its work ends or fails by itself */
  readonly patienceMs: number;
  /** checks every answer against the contract: for tests and development, not for production */
  readonly checksAnswers: boolean;
}

type AnyHandler = (context: Context, caller: Caller | null, input: unknown) => Promise<unknown>;

/** Serves every call of the contract with the handler of its name, and nothing else. */
export function serveCalls(app: FastifyInstance, gate: Gate, options: CallsOptions): void {
  const limit = createRequestLimit({
    db: options.pool,
    settings: options.settings,
    now: options.now,
  });
  parseBodies(app);
  // work goes on when its client has gone, and needs the database until it ends
  app.addHook('onClose', () => gate.empty(options.patienceMs));
  app.addHook('onRequest', async (request) => {
    // a limit may have to ask the database, so waiting for it is work too
    const wait = await gate.run(() => limit.take(request.ip));
    if (wait > 0) throw new TransportFault('too_many_requests', { retryAfter: wait });
  });
  for (const [name, call] of Object.entries(calls)) {
    const handle = handlers[name as keyof typeof handlers] as AnyHandler;
    app.route({
      method: call.method,
      url: call.path,
      bodyLimit: MAX_BODY_BYTES,
      handlerTimeout: options.patienceMs,
      handler: async (request, reply) =>
        sendAnswer(reply, await gate.run(() => answerCall(call, handle, request, options))),
    });
  }
}

/** One call from its token to its answer; whatever is thrown ends in the envelope elsewhere. */
async function answerCall(
  call: Call,
  handle: AnyHandler,
  request: FastifyRequest,
  { pool, settings, site, now, checksAnswers }: CallsOptions,
): Promise<Answer> {
  const visitor = visitorOf(request);
  const context: Context = { db: pool, settings, site, visitor, now: now() };
  const caller = await callerOf(request, call.access, context);
  const input = inputOf(call, request);
  const run = async (db: Context['db']) => {
    const data = await handle({ ...context, db }, caller, input);
    if (checksAnswers) checkAnswer(call, data);
    return success(data);
  };
  const key = call.method === 'POST' ? idempotencyKeyOf(request) : null;
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
