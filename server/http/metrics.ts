import { BlockList } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ConcurrencyLimit } from './concurrency.ts';
import { notFound } from './faults.ts';
import { MoneyFigures } from './money-figures.ts';

/** Seconds; a phone's user notices from a tenth on. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * `/metrics` in Prometheus' text form, for the machine itself and private networks only: it is
 * the socket's own address that counts, and what came through a proxy came from outside.
 */
export function serveMetrics(
  app: FastifyInstance,
  pool: pg.Pool,
  concurrency: ConcurrencyLimit,
): void {
  const registry = new Registry();
  measureRequests(app, registry);
  measureLoad(registry, pool, concurrency);
  measureMoney(registry, new MoneyFigures(pool));
  app.route({
    method: ['GET', 'HEAD'],
    url: '/metrics',
    handler: async (request, reply) => {
      if (!isPrivate(request)) return notFound(reply);
      const text = await registry.metrics();
      return reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
    },
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
  app.addHook('onResponse', async (request, reply) => {
    // patterns, not addresses: what visitors make up must not make labels
    const route = request.routeOptions.url ?? 'none';
    const method = request.routeOptions.url === undefined ? 'any' : request.method;
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
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
    help: 'Calls that are worked on now',
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

function measureMoney(registry: Registry, figures: MoneyFigures): void {
  const gauges = {
    heldUnits: ['clipurse_held_units', 'Money held by pending withdrawals, in units'],
    paidUnits: ['clipurse_paid_units', 'Money paid out so far, in units'],
    outboxWaiting: ['clipurse_outbox_waiting', 'Commissions that are not credited yet'],
    outboxLagSeconds: ['clipurse_outbox_lag_seconds', 'Age of the oldest of them'],
    pushWaiting: ['clipurse_push_waiting', 'Push messages that are not sent yet'],
    pushLagSeconds: ['clipurse_push_lag_seconds', 'How long the most urgent of them is overdue'],
  } as const;
  for (const [figure, [name, help]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // unknown while the database cannot be reached
        this.set((await figures.read())?.[figure as keyof typeof gauges] ?? Number.NaN);
      },
    });
  }
}

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4');
}
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

function isPrivate(request: FastifyRequest): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
  const address = request.socket.remoteAddress ?? '';
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  const isDirect = forwarded === undefined && forwardedFor === undefined;
  return isDirect && address !== '' && privateNetworks.check(address, family);
}
