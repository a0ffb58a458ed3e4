import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { ConcurrencyLimit } from '../../server/http/concurrency.ts';
import { measure, metricsServerOf } from '../../server/http/metrics.ts';
import { UntrustedProxyDetector } from '../../server/http/untrusted-proxy.ts';
import { expectAnswer } from './http/coverage.ts';
import { addPayoutMethod, preparePayout } from './http/payout.ts';
import { server, setUpServer } from './http/server.setup.ts';

setUpServer();
beforeAll(() => addPayoutMethod(server.domain));

let metricsServer: Server;
let metricsUrl: string;
beforeAll(async () => {
  metricsServer = metricsServerOf(server.metrics).listen(0, '127.0.0.1');
  await once(metricsServer, 'listening');
  metricsUrl = `http://127.0.0.1:${(metricsServer.address() as AddressInfo).port}/metrics`;
});
afterAll(() => metricsServer.close());

const metrics = async () => (await fetch(metricsUrl)).text();

/** Returns the value of a metric without labels. */
function gaugeOf(text: string, name: string): number {
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
}

// runs first: sums are cached for some seconds
test('metrics have held and paid units, and the queue lengths', async () => {
  const { pool, now } = server.domain;
  const ids = [];
  for (let user = 0; user < 3; user += 1) {
    const payee = await server.user();
    await preparePayout(payee);
    ids.push((await expectAnswer(payee.client, 'withdraw', { amount: '1' })).withdrawal.id);
  }
  await approveWithdrawal(pool, ids[0] ?? 0, now());
  await pool.query(
    `insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
     values (1, 'invite', 'friend:9', 1, '', now() - interval '1 hour')`,
  );
  await pool.query(
    `insert into push (user_id, occasion, session_hash, kind, detail, created_at, due_at)
     values (1, 'friend:9', '', 'friend_joined', '', now(), now() - interval '1 minute')`,
  );
  await pool.query(
    `insert into objection (user_id, correction_id, text, created_at, decide_at)
     values (1, 1, 'x', now(), now())`,
  );
  const text = await metrics();
  expect(gaugeOf(text, 'clipurse_push_waiting')).toBe(1);
  expect(gaugeOf(text, 'clipurse_objections_open')).toBe(1);
  expect(gaugeOf(text, 'clipurse_push_lag_seconds')).toBeGreaterThanOrEqual(60);
  expect(gaugeOf(text, 'clipurse_held_units')).toBe(2);
  expect(gaugeOf(text, 'clipurse_paid_units')).toBe(1);
  expect(gaugeOf(text, 'clipurse_outbox_waiting')).toBe(1);
  expect(gaugeOf(text, 'clipurse_outbox_lag_seconds')).toBeGreaterThanOrEqual(3600);
});

test('metrics have times by route, and refusals by reason', async () => {
  const { client } = await server.user();
  await client.send('record', { videos_id: 999 });
  await server.visitor().send('info');
  await fetch(`${server.url}/any/${'x'.repeat(50)}`);
  const text = await metrics();
  const record = '/index.php/api/video/record';
  expect(text).toContain(
    `clipurse_request_seconds_count{method="POST",route="${record}",status="200"} 1`,
  );
  expect(text).toContain(`clipurse_refusals_total{route="${record}",reason="unknown_video"} 1`);
  expect(text).toContain(
    'clipurse_refusals_total{route="/index.php/api/user/info",reason="session_401"} 1',
  );
  // paths that visitors make up must not become labels
  expect(text).not.toContain('xxxxx');
});

test('metrics have times in seconds', async () => {
  const took: number[] = [];
  const app = fastify();
  app.decorateRequest('outcome', '');
  app.addHook('onResponse', async (_, reply) => {
    took.push(reply.elapsedTime);
  });
  const registry = new Registry();
  const { pool, now } = server.domain;
  const proxies = new UntrustedProxyDetector(false, now, () => {});
  measure(app, registry, pool, { concurrency: new ConcurrencyLimit(1, 1), proxies });
  await app.inject('/nothing');
  const body = await registry.metrics();
  await app.close();
  const [milliseconds = Number.NaN] = took;
  const sum = /^clipurse_request_seconds_sum\{.*route="none".*\} (.*)$/m.exec(body)?.[1];
  expect(Number(sum) * 1000).toBeCloseTo(milliseconds, 6);
});

test('metrics have the pool, the calls in progress and memory', async () => {
  const text = await metrics();
  expect(gaugeOf(text, 'clipurse_calls_in_progress')).toBe(0);
  expect(text).toMatch(/^clipurse_pool_connections\{state="wanted"\} 0$/m);
  expect(gaugeOf(text, 'clipurse_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});

describe('the port of the metrics', () => {
  test.each(['GET', 'HEAD'])(
    'is the only one: %s /metrics on the public port is an unknown page',
    async (method) => {
      const response = await fetch(`${server.url}/metrics`, { method });
      expect(response.status).toBe(404);
      expect((await server.app.inject({ url: '/metrics', remoteAddress: '::1' })).json()).toEqual({
        code: 404,
        msg: 'There is nothing at this path.',
        data: null,
      });
    },
  );

  test('answers GET and HEAD of /metrics, and nothing else', async () => {
    const ask = async (path: string, method: string) => {
      const response = await fetch(new URL(path, metricsUrl), { method });
      const { status, headers } = response;
      return { status, type: headers.get('content-type'), empty: (await response.text()) === '' };
    };
    const type = 'text/plain; version=0.0.4; charset=utf-8';
    expect(await ask('/metrics?name=any', 'GET')).toEqual({ status: 200, type, empty: false });
    expect(await ask('/metrics', 'HEAD')).toEqual({ status: 200, type, empty: true });
    const nothing = { status: 404, type: null, empty: true };
    expect(await ask('/metrics', 'POST')).toEqual(nothing);
    expect(await ask('/', 'GET')).toEqual(nothing);
    expect(await ask('/index.php/api/video/list', 'GET')).toEqual(nothing);
  });
});
