import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type pg from 'pg';
import { BASE_PATH } from '../contract/envelope.ts';
import type { Config } from './config.ts';
import { findFirstClip } from './domain/first-clip.ts';
import type { Settings } from './domain/settings.ts';
import { ignoreBodies } from './http/body.ts';
import { serveCalls } from './http/calls.ts';
import { answerBrokenRequest, answerFaults, badUrl } from './http/faults.ts';
import { FirstClips } from './http/first-clip.ts';
import { serveHealth } from './http/health.ts';
import { Gate } from './http/load.ts';
import { logRequests } from './http/log.ts';
import { serveMedia } from './http/media.ts';
import { serveMetrics } from './http/metrics.ts';
import { serveDocs } from './http/openapi/serve.ts';
import { servePages } from './http/pages.ts';
import { calledHosts, commonHeaders } from './http/security.ts';

export interface AppOptions {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** the built app: a folder with `index.html` */
  readonly appDirectory: string;
  readonly now?: () => Date;
  /** how long a call may take before it is answered 503 */
  readonly patienceMs?: number;
  /** checks every answer against the contract, at a cost that production does not pay */
  readonly checksAnswers?: boolean;
}

/** How long a phone on a slow network may take to send a request of at most 64 KiB. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection that moves no byte for so long is gone; a paused clip is fetched on by range. */
const IDLE_TIMEOUT_MS = 120_000;
/** A database that hangs must not make people wait for ever. */
const PATIENCE_MS = 15_000;
const MOST_CONNECTIONS = 10_000;
/** Calls worked on at once in this process: about 0.2 s of work for its 20 connections. */
const MOST_CALLS = 512;

/** The whole server on an open database, not listening yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, pool, settings, log, appDirectory } = options;
  const now = options.now ?? (() => new Date());
  const common = commonHeaders(config.publicUrl);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    exposeHeadRoutes: false,
    // the requests that arrive while the server closes are answered as always
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, request, reply) => {
      badUrl(reply.headers(common).header('x-request-id', request.id));
    },
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  app.decorateRequest('outcome', '');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(common).header('x-request-id', request.id);
  });
  closeConnectionsAtTheEnd(app);
  logRequests(app);
  answerFaults(app);
  ignoreBodies(app);
  serveHealth(app, pool);
  serveDocs(app, config.publicUrl);
  const site = { publicUrl: config.publicUrl, push: config.push };
  const calls = {
    pool,
    settings,
    site,
    now,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    checksAnswers: options.checksAnswers ?? false,
  };
  const gate = new Gate(MOST_CALLS);
  serveMetrics(app, pool, gate);
  await app.register(async (scope) => serveCalls(scope, gate, calls), { prefix: BASE_PATH });
  await app.register(async (scope) => serveMedia(scope, config.dataDir));
  const clips = new FirstClips((id) => findFirstClip({ db: pool, settings }, id), now);
  const hosts = () => calledHosts(config.push !== null, settings.get('country.trace_url'));
  await servePages(app, appDirectory, clips, hosts);
  return app;
}

/** An answer that is given while the server closes is the last one on its connection. */
function closeConnectionsAtTheEnd(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
