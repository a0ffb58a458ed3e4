import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ArchiveWatch } from '../database/archive-watch.ts';
import type { DiskSpace } from '../database/disk-space.ts';
import { MoneyFigures } from '../domain/money-figures.ts';
import type { ConcurrencyLimit } from './concurrency.ts';
import { notFound } from './faults.ts';
import type { UntrustedProxyDetector } from './untrusted-proxy.ts';

/** In seconds; a phone's user notices a delay from a tenth on. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface Measured {
  readonly concurrency: ConcurrencyLimit;
  readonly proxies: UntrustedProxyDetector;
}

/** Measures requests, load, proxies and money. The app's own port answers `/metrics` with 404. */
export function measure(
  app: FastifyInstance,
  registry: Registry,
  pool: pg.Pool,
  { concurrency, proxies }: Measured,
): void {
  measureRequests(app, registry);
  measureLoad(registry, pool, concurrency);
  measureProxies(registry, proxies);
  measureMoney(registry, new MoneyFigures(pool));
  app.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    handler: (_request, reply) => notFound(reply),
  });
}

/**
 * Makes a server for `/metrics` in Prometheus' text form, on a separate port to which no proxy leads.
 * The server does not listen yet.
 */
export function metricsServerOf(registry: Registry): Server {
  return createServer(async ({ method, url = '' }, response) => {
    const isAsked = method === 'GET' || method === 'HEAD';
    if (!isAsked || url.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await registry.metrics();
      const headers = { 'cache-control': 'no-store', 'content-type': registry.contentType };
      response.writeHead(200, headers).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'clipurse_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'clipurse_refusals_total',
    help: 'Calls that were not answered with success, by reason',
    labelNames: ['route', 'reason'],
    registers: [registry],
  });
  // cache by method, route and status: looking up the labels for each answer costs more
  const known = new Map<string, ReturnType<typeof seconds.labels>>();
  const secondsOf = (method: string, route: string, status: number) => {
    const name = `${method} ${route} ${status}`;
    const found = known.get(name) ?? seconds.labels({ method, route, status });
    known.set(name, found);
    return found;
  };
  app.addHook('onResponse', async (request, reply) => {
    // patterns, not paths: visitors must not be able to create labels
    const route = request.routeOptions.url ?? 'none';
    const method = request.routeOptions.url === undefined ? 'any' : request.method;
    secondsOf(method, route, reply.statusCode).observe(reply.elapsedTime / 1000);
    const { outcome } = request;
    if (outcome !== '' && outcome !== 'ok' && outcome !== 'replayed') {
      refusals.inc({ route, reason: outcome });
    }
  });
}

function measureLoad(registry: Registry, pool: pg.Pool, concurrency: ConcurrencyLimit): void {
  const registers = [registry];
  new Gauge({
    name: 'clipurse_calls_in_progress',
    help: 'Calls that the server works on now',
    registers,
    collect() {
      this.set(concurrency.active);
    },
  });
  new Gauge({
    name: 'clipurse_pool_connections',
    help: 'Connections to the database, and queries that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'wanted' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'clipurse_resident_memory_bytes',
    help: 'Memory that this process occupies',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
}

function measureProxies(registry: Registry, proxies: UntrustedProxyDetector): void {
  new Gauge({
    name: 'clipurse_unnamed_proxies',
    help: 'Proxies with many people behind them that TRUST_PROXY does not name, since the start',
    registers: [registry],
    collect() {
      this.set(proxies.count);
    },
  });
}

/** Free share of the disks that the server writes to. */
export function measureDisk(registry: Registry, space: DiskSpace): void {
  new Gauge({
    name: 'clipurse_disk_left_ratio',
    help: 'Share of the disk that is left for DATA_DIR, the embedded database and ARCHIVE_DIR, 0 to 1',
    labelNames: ['place'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [place, share] of space.left) this.set({ place }, share);
    },
  });
}

/** Whether the log of the embedded database reaches the archive; NaN: unknown, or there is no archive. */
export function measureArchive(registry: Registry, archive: ArchiveWatch): void {
  new Gauge({
    name: 'clipurse_archive_failing',
    help: '1 while the log of the embedded database cannot be archived',
    registers: [registry],
    collect() {
      this.set(archive.state === null ? Number.NaN : Number(archive.state.isFailing));
    },
  });
  new Gauge({
    name: 'clipurse_archive_age_seconds',
    help: 'Time since a file of the log of the embedded database was archived',
    registers: [registry],
    collect() {
      this.set(archive.state?.age ?? Number.NaN);
    },
  });
}

function measureMoney(registry: Registry, figures: MoneyFigures): void {
  const gauges = {
    heldUnits: ['clipurse_held_units', 'Money held by pending withdrawals, in units'],
    paidUnits: ['clipurse_paid_units', 'Money paid out so far, in units'],
    outboxWaiting: [
      'clipurse_outbox_waiting',
      'Commissions that are not credited yet, up to 100,000',
    ],
    outboxLagSeconds: [
      'clipurse_outbox_lag_seconds',
      'Age of the oldest commission that is not credited yet',
    ],
    pushWaiting: ['clipurse_push_waiting', 'Push messages that are not sent yet, up to 100,000'],
    pushLagSeconds: [
      'clipurse_push_lag_seconds',
      'Time by which the most urgent push message is overdue',
    ],
    objectionsOpen: [
      'clipurse_objections_open',
      'Objections to refusals of money that nobody has answered, up to 100,000',
    ],
  } as const;
  for (const [figure, [name, help]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // unknown while the database is unreachable
        this.set((await figures.read())?.[figure as keyof typeof gauges] ?? Number.NaN);
      },
    });
  }
}
