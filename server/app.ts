import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type pg from 'pg';
import { BASE_PATH } from '../contract/envelope.ts';
import type { Config } from './config.ts';
import { CLIPS_FOLDER } from './demo/seed.ts';
import type { Site } from './domain/context.ts';
import { findFirstClip } from './domain/first-clip.ts';
import { settingsTable } from './domain/settings.table.ts';
import type { Settings } from './domain/settings.ts';
import { findVapidKeys } from './domain/vapid.ts';
import { ignoreBodies } from './http/body.ts';
import { BuiltApp } from './http/built-app.ts';
import { serveCalls } from './http/calls.ts';
import { ConcurrencyLimit } from './http/concurrency.ts';
import { answerBrokenRequest, answerFaults, badUrl } from './http/faults.ts';
import { FirstClipCache } from './http/first-clip.ts';
import { serveHealth } from './http/health.ts';
import { logRequests } from './http/log.ts';
import { serveMedia } from './http/media.ts';
import { serveMetrics } from './http/metrics.ts';
import { serveDocs } from './http/openapi/serve.ts';
import { servePages } from './http/pages.ts';
import { calledHosts, commonHeaders } from './http/security.ts';
import { serveManifest } from './http/serve-manifest.ts';

export interface AppOptions {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** the built app: a folder with `index.html` */
  readonly appDirectory: string;
  readonly now?: () => Date;
  /** how long a call may take before it is answered 503 */
  readonly callTimeoutMs?: number;
  /** checks every answer against the contract, at a cost that production does not pay */
  readonly checksAnswers: boolean;
}

/** How long a phone on a slow network may take to send a request of at most 64 KiB. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection that moves no byte for so long is gone; a paused clip is fetched on by range. */
const IDLE_TIMEOUT_MS = 120_000;
/** A database that hangs must not make people wait for ever. */
const CALL_TIMEOUT_MS = 15_000;
const MAX_CONNECTIONS = 10_000;
/** Calls worked on at once in this process: about 0.2 s of work for its 20 connections. */
const MAX_CALLS = 512;

async function siteOf(config: Config, pool: pg.Pool): Promise<Site> {
  const { publicUrl, push, webPushHosts: hosts } = config;
  const { publicKey: vapidKey } = await findVapidKeys(pool);
  return { publicUrl, push, webPush: { vapidKey, hosts } };
}

/** The whole server on an open database, not listening yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, pool, settings, log, appDirectory } = options;
  const demoClips = config.demoClipsDir ?? CLIPS_FOLDER;
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
  app.server.maxConnections = MAX_CONNECTIONS;
  app.decorateRequest('outcome', '');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(common).header('x-request-id', request.id);
  });
  endKeepAliveOnClose(app);
  logRequests(app);
  answerFaults(app);
  ignoreBodies(app);
  serveHealth(app, pool);
  serveDocs(app, config.publicUrl);
  const site = await siteOf(config, pool);
  const calls = {
    pool,
    settings,
    site,
    now,
    callTimeoutMs: options.callTimeoutMs ?? CALL_TIMEOUT_MS,
    checksAnswers: options.checksAnswers,
  };
  const concurrency = new ConcurrencyLimit(MAX_CALLS);
  serveMetrics(app, pool, concurrency);
  await app.register(async (scope) => serveCalls(scope, concurrency, calls), { prefix: BASE_PATH });
  await app.register(async (scope) => serveMedia(scope, config.dataDir, demoClips));
  const built = new BuiltApp(appDirectory, now);
  serveManifest(app, built, () => ({
    // an app without a name cannot be installed
    name: settings.get('product.name') || settingsTable['product.name'].default,
    themeColor: settings.get('product.theme_color'),
    backgroundColor: settings.get('product.background_color'),
    origin: config.publicUrl,
  }));
  const clips = new FirstClipCache((id) => findFirstClip({ db: pool, settings }, id), now);
  const hosts = () => calledHosts(config.push !== null, settings.get('country.trace_url'));
  const productName = () => settings.get('product.name');
  await servePages(app, built, clips, { hosts, productName });
  return app;
}

/** An answer that is given while the server closes is the last one on its connection. */
function endKeepAliveOnClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
