import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { inject } from 'vitest';
import type { Call, InputOf, OutputOf } from '../../contract/call.ts';
import * as calls from '../../contract/calls.ts';
import { BASE_PATH, IDEMPOTENCY_HEADER } from '../../contract/envelope.ts';
import type { Reason, SessionEndedCode } from '../../contract/reasons.ts';
import type { Video } from '../../contract/shapes.ts';
import { BuiltApp } from '../../server/http/built-app.ts';
import { FirstClipCache } from '../../server/http/first-clip.ts';
import { PageCache } from '../../server/http/page-cache.ts';
import { servePages } from '../../server/http/pages.ts';
import { CALL_HEADER } from './awaited.ts';

const BUILT = join(import.meta.dirname, '../../dist');

type Calls = typeof calls;
export type CallName = keyof Calls;

/** Anything but a success. */
export type Failure =
  | { refused: Reason; retryAfter?: number }
  | { ended: SessionEndedCode }
  | { faulted: number }
  /** the connection ends before its answer has */
  | 'cut';

export const refusedFor = (refused: Reason, retryAfter?: number): Failure => ({
  refused,
  ...(retryAfter !== undefined && { retryAfter }),
});

type Answer<Name extends CallName> = OutputOf<Calls[Name]> | { failure: Failure };
type Answerer<Name extends CallName> = (input: InputOf<Calls[Name]>) => Answer<Name>;
export type Answers = { [Name in CallName]: Answerer<Name> };

export const failing = (failure: Failure) => ({ failure });

/** One call as it arrived. */
interface Asked {
  name: CallName;
  input: Record<string, unknown>;
  /** empty: none */
  key: string;
}

interface Held extends Asked {
  reply: FastifyReply;
  /** as the page names it */
  call: string;
}

/** Stands in for the product's server: a test says what is so, and when it is told. */
export interface Stand {
  url: string;
  /** in the order in which they arrived */
  asked: Asked[];
  /** from now on these are answered by `answer` alone */
  hold(name: CallName, isMeant?: (input: Asked['input']) => boolean): void;
  /** nothing is held from now on, and all that was asked is forgotten */
  release(): void;
  /** returns when one that is held has arrived */
  arrives(name: CallName): Promise<unknown>;
  /** answers the one that is held, which may still be on its way */
  answer<Name extends CallName>(name: Name, answer: Answer<Name>): Promise<void>;
  /** whether a call waits for `answer`; `call` as the page names it */
  holds(call: string): boolean;
  close(): Promise<void>;
}

const byName: Record<CallName, Call> = { ...calls };
const byPath = new Map(
  Object.entries(byName).map(([name, { path }]) => [`${BASE_PATH}${path}`, name as CallName]),
);

/** How long what a person did may take to become a request. */
const PATIENCE_MS = 10_000;

function textOf(name: CallName, answer: unknown): { status: number; text: string } | null {
  const { failure } = answer as { failure?: Failure };
  const envelope = (code: number, data: unknown, status = 200) => ({
    status,
    text: JSON.stringify({ code, msg: 'said by the stand-in', data }),
  });
  if (failure === undefined) return envelope(1, v.parse(byName[name].gives, answer));
  if (failure === 'cut') return null;
  if ('ended' in failure) return envelope(failure.ended, null);
  if ('faulted' in failure) return envelope(failure.faulted, null, failure.faulted);
  const { refused, retryAfter } = failure;
  return envelope(0, {
    reason: refused,
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  });
}

function reply(to: FastifyReply, name: CallName, answer: unknown, now: () => Date): void {
  const said = textOf(name, answer);
  if (!said) {
    // before the first byte a browser would ask again by itself
    to.hijack();
    to.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
    to.raw.write('{', () => to.raw.destroy());
    return;
  }
  to.code(said.status).header('date', now().toUTCString()).header('cache-control', 'no-store');
  to.type('application/json; charset=utf-8').send(said.text);
}

/** Whether the page still waits for the answer of a call. */
type IsAwaited = (call: string) => Promise<boolean>;

/** The calls that wait for a test to answer them. */
class Waiting {
  #held: Held[] = [];
  readonly #isAwaited: IsAwaited;

  constructor(isAwaited: IsAwaited) {
    this.#isAwaited = isAwaited;
  }

  async find(name: CallName): Promise<Held> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      for (const each of this.#held.filter((held) => held.name === name).reverse()) {
        if (await this.#isAwaited(each.call)) return each;
      }
      if (Date.now() > until) throw new Error(`nobody asked for ${name}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  add(held: Held): void {
    this.#held.push(held);
    held.reply.raw.on('close', () => this.drop(held));
  }

  has = (call: string): boolean => this.#held.some((held) => held.call === call);

  drop(held: Held): void {
    this.#held = this.#held.filter((each) => each !== held);
  }
}

/** The built app and the demo's clips, as the product serves them. */
async function serveFiles(app: FastifyInstance, firstClip: () => Video | null): Promise<void> {
  await app.register(fastifyStatic, {
    root: inject('keyFramesFolder'),
    prefix: '/media/clips/',
    decorateReply: false,
    index: false,
    maxAge: '1y',
  });
  const now = () => new Date();
  const load = async () => {
    const video = firstClip();
    return video && { video, preview: null, texts: {} };
  };
  const clips = new FirstClipCache(load, now);
  const invitations = new PageCache<string, never>(async () => null, now);
  const settings = {
    hosts: () => [],
    mediaUrl: null,
    product: () => ({ plain: 'Clipurse', texts: {} }),
    debugs: () => true,
    publicUrl: '',
  };
  await servePages(app, new BuiltApp(BUILT, now), { clips, invitations }, settings);
}

/**
 * @param answers what is said to each call that is not held, read anew each time
 * @param now what the answers say of the time
 * @param isAwaited asked before a call that is held is answered
 */
export async function openStand(
  answers: () => Answers,
  now: () => Date,
  isAwaited: IsAwaited = async () => true,
): Promise<Stand> {
  const app = Fastify();
  app.decorateRequest('outcome', '');
  const holds = new Map<CallName, (input: Asked['input']) => boolean>();
  const waiting = new Waiting(isAwaited);
  const stand: Stand = {
    url: '',
    asked: [],
    hold: (name, isMeant = () => true) => holds.set(name, isMeant),
    release: () => {
      holds.clear();
      stand.asked = [];
    },
    arrives: (name) => waiting.find(name),
    answer: async (name, answer) => {
      const found = await waiting.find(name);
      waiting.drop(found);
      reply(found.reply, name, answer, now);
    },
    holds: (call) => waiting.has(call),
    close: () => app.close(),
  };
  const serve = (request: FastifyRequest, to: FastifyReply) => {
    const name = byPath.get(request.url.split('?')[0] ?? '');
    if (!name) throw new Error(`no call is at ${request.url}`);
    const input = (request.method === 'GET' ? request.query : request.body) as Asked['input'];
    const asked: Asked = { name, input, key: String(request.headers[IDEMPOTENCY_HEADER] ?? '') };
    stand.asked.push(asked);
    const answerer = answers()[name] as (input: unknown) => unknown;
    const call = String(request.headers[CALL_HEADER] ?? '');
    if (holds.get(name)?.(input)) waiting.add({ ...asked, reply: to, call });
    else reply(to, name, answerer(input), now);
    return to;
  };
  app.route({ method: ['GET', 'POST'], url: `${BASE_PATH}/*`, handler: serve });
  await serveFiles(app, () => null);
  stand.url = await app.listen({ host: '127.0.0.1', port: 0 });
  return stand;
}
