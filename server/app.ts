import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { BASE_PATH, REQUEST_HEADER } from '../contract/envelope.ts';
import type { Config } from './config.ts';
import type { Now } from './database/clock.ts';
import { controlPool } from './database/deadline.ts';
import { WriteHealth } from './database/write-health.ts';
import { CLIPS_FOLDER } from './demo/seed.ts';
import type { RunningServer } from './domain/at-rest/running-servers.ts';
import type { Site } from './domain/context.ts';
import { findFirstClip } from './domain/first-clip.ts';
import { readTakenDown } from './domain/gone-media.ts';
import { findInvitation } from './domain/landing.ts';
import { MEDIA_SECRET } from './domain/media-addresses.ts';
import { MediaRequestQueue } from './domain/media-asked.ts';
import { findSecret } from './domain/secrets.ts';
import type { Settings } from './domain/settings.ts';
import { findVapidKeys } from './domain/vapid.ts';
import { ignoreBodies } from './http/body.ts';
import { BuiltApp } from './http/built-app.ts';
import { serveCalls } from './http/calls.ts';
import { ConcurrencyLimit } from './http/concurrency.ts';
import { boundedServer } from './http/connections.ts';
import { answerBrokenRequest, answerFaults, badUrl } from './http/faults.ts';
import { FirstClipCache } from './http/first-clip.ts';
import { GracefulShutdown } from './http/graceful-shutdown.ts';
import { serveHealth } from './http/health.ts';
import { logRequests } from './http/log.ts';
import { serveMedia, type TakenDownCache } from './http/media.ts';
import { recordMediaRequests } from './http/media-asked.ts';
import { measure } from './http/metrics.ts';
import { serveDocs } from './http/openapi/serve.ts';
import { serveOperatorPages } from './http/operator-pages.ts';
import { PageCache } from './http/page-cache.ts';
import { servePages } from './http/pages.ts';
import { proxiesOf } from './http/proxies.ts';
import { calledHosts, commonHeaders } from './http/security.ts';
import { serveManifest } from './http/serve-manifest.ts';
import { traceRequests } from './http/traces.ts';
import { UntrustedProxyDetector } from './http/untrusted-proxy.ts';
import { traceOf } from './tracing/trace-parent.ts';

export interface AppOptions {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly metrics: Registry;
  readonly log: FastifyBaseLogger;
  /** the built app: a folder with `index.html` */
  readonly appDirectory: string;
  readonly now: Now;
  /** queue that records which clips were sent; not given: one that writes every few seconds */
  readonly asked?: MediaRequestQueue;
  /** reports whether the server lacks the newest data key; not given: it has the key */
  readonly running?: Pick<RunningServer, 'lack'>;
  /** reports that the server is about to end; not given: the server ends at once */
  readonly ending?: GracefulShutdown;
  /** how long a call may take before it is answered 503 */
  readonly callTimeoutMs?: number;
  /** limits that replace the default ones */
  readonly limits?: Partial<Limits>;
  /** checks every answer against the contract, at a cost that production does not pay */
  readonly checksAnswers: boolean;
}

/** How long a request of at most 64 KiB may take to arrive from a phone on a slow network. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Timeout of a call: a database that hangs, or a lock, must not block people for ever. */
const CALL_TIMEOUT_MS = 15_000;
const MAX_CONNECTIONS = 10_000;
/** How long a connection is kept open between two requests. */
const KEEP_ALIVE_MS = 72_000;
/** Calls worked on at once in this process: about 0.2 s of work for its 20 connections to the database. */
const MAX_CALLS = 512;

interface Limits {
  /** connections of one address */
  readonly connections: number;
  /** calls of one address that are worked on at once */
  readonly calls: number;
  /** time without traffic after which a connection is closed; a paused clip later loads its rest by range */
  readonly idleMs: number;
  /** how long a request may take to arrive */
  readonly requestMs: number;
}

/** A carrier's gateway has hundreds of phones behind it; `docs/operating.md` quotes these figures. */
const LIMITS: Limits = {
  connections: 512,
  calls: 128,
  idleMs: 120_000,
  requestMs: REQUEST_TIMEOUT_MS,
};

async function siteOf(config: Config, pool: pg.Pool): Promise<Site> {
  const { publicUrl, push, webPushHosts: hosts } = config;
  const { publicKey: vapidKey } = await findVapidKeys(pool);
  const mediaKey = await findSecret(pool, MEDIA_SECRET);
  const mediaUrl = config.mediaStore?.publicUrl ?? null;
  const webPush = { vapidKey, hosts };
  return { publicUrl, push, webPush, mediaUrl, mediaKey, mails: config.mail !== null };
}

function noSchema(): never {
  throw new Error('no route has a JSON schema: the contract reads what is sent');
}

/** Replaces Fastify's schema compilers, whose default costs 110 modules at the start. */
const WITHOUT_SCHEMAS = { buildValidator: noSchema, buildSerializer: noSchema };

/** Sets up HTTP itself: headers, limits, traces and error answers of all routes. */
function createServer(
  config: Config,
  log: FastifyBaseLogger,
  now: Now,
  writing: WriteHealth,
  ending: GracefulShutdown,
  { connections, idleMs, requestMs }: Limits,
): FastifyInstance {
  const common = commonHeaders(config.publicUrl);
  const bounds = {
    all: MAX_CONNECTIONS,
    perAddress: connections,
    idleMs,
    requestMs,
    keepAliveMs: KEEP_ALIVE_MS,
  };
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => traceOf(headers).id,
    trustProxy: config.trustProxy,
    serverFactory: (handler) => boundedServer(handler, bounds, proxiesOf(config.trustProxy)),
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: WITHOUT_SCHEMAS },
    // requests that arrive while the server closes are answered as always
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, request, reply) => {
      badUrl(reply.headers(common).header(REQUEST_HEADER, request.id));
    },
  });
  app.decorateRequest('outcome', '');
  app.addHook('onRequest', async (request, reply) => {
    // phones date their claims by this header; without it, Node would send the time of this machine's clock
    reply.headers(common).headers({ date: now().toUTCString(), [REQUEST_HEADER]: request.id });
  });
  traceRequests(app);
  endKeepAlive(app, ending);
  logRequests(app);
  answerFaults(app, writing);
  ignoreBodies(app);
  return app;
}

/** Builds the whole server on an open database; it does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, pool, settings, log, appDirectory, now } = options;
  const limits = { ...LIMITS, ...options.limits };
  const writing = new WriteHealth(
    now,
    (trouble) => log.error(`the server cannot write to the database: ${trouble}`),
    () => log.warn('the server can write to the database again'),
  );
  const ending = options.ending ?? new GracefulShutdown(0);
  const app = createServer(config, log, now, writing, ending, limits);
  const proxies = new UntrustedProxyDetector(config.trustProxy, now, (message) =>
    log.warn(message),
  );
  const control = controlPool(pool);
  app.addHook('onClose', () => control.end());
  serveHealth(app, control, { writing, ending, keyLack: () => options.running?.lack ?? null });
  const hasDebugPages = () => settings.get('debug.pages');
  serveDocs(app, config.publicUrl, hasDebugPages);
  const site = await siteOf(config, pool);
  const calls = {
    pool,
    control,
    settings,
    site,
    countryHeader: config.countryHeader,
    now,
    writing,
    proxies,
    callTimeoutMs: options.callTimeoutMs ?? CALL_TIMEOUT_MS,
    checksAnswers: options.checksAnswers,
  };
  const concurrency = new ConcurrencyLimit(MAX_CALLS, limits.calls);
  measure(app, options.metrics, pool, { concurrency, proxies });
  await app.register(async (scope) => serveCalls(scope, concurrency, calls), { prefix: BASE_PATH });
  await registerMediaRoutes(app, options, site.mediaKey);
  const built = new BuiltApp(appDirectory, now);
  serveManifest(app, built, () => ({
    name: settings.localizedText('product.name'),
    themeColor: settings.get('product.theme_color'),
    backgroundColor: settings.get('product.background_color'),
    origin: config.publicUrl,
  }));
  const clips = new FirstClipCache((id) => findFirstClip({ db: pool, settings, site }, id), now);
  const hosts = () => calledHosts(config.push !== null, settings.get('country.trace_url'));
  const product = () => settings.localizedText('product.name');
  const invitations = new PageCache(
    (code: string) => findInvitation({ db: pool, settings }, code),
    now,
  );
  const { publicUrl } = config;
  serveOperatorPages(app, { db: pool, now, product, publicUrl });
  await servePages(app, built, { clips, invitations }, { ...site, hosts, product, hasDebugPages });
  return app;
}

/** Serves the files of clips and advertisements, and records to whom they were sent. */
async function registerMediaRoutes(
  app: FastifyInstance,
  options: AppOptions,
  key: Buffer,
): Promise<void> {
  const { config, pool, log, now } = options;
  const demoClips = config.demoClipsDir ?? CLIPS_FOLDER;
  const gone: TakenDownCache = new PageCache(() => readTakenDown(pool), now);
  const onError = (err: unknown) =>
    log.warn({ err }, 'the server could not store yet which clips it sent');
  const asked = options.asked ?? new MediaRequestQueue(pool, onError);
  await app.register(async (scope) => {
    recordMediaRequests(scope, asked, key, now);
    await serveMedia(scope, config, demoClips, gone);
  });
}

/** Closes the connection after each answer that is sent while the server ends. */
function endKeepAlive(app: FastifyInstance, ending: GracefulShutdown): void {
  app.addHook('preClose', async () => {
    ending.hasBegun = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (ending.hasBegun) reply.header('connection', 'close');
  });
}
