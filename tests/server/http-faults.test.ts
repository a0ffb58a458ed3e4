import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, isUnavailable } from '../../server/database/database.ts';
import type { KeyLack } from '../../server/domain/at-rest/running-servers.ts';
import type { Received } from './http/client.ts';
import { expectAnswer } from './http/coverage.ts';
import { UNAVAILABLE } from './http/expected.ts';
import { type DatabaseProxy, startProxy } from './http/proxy.ts';
import { expectReady } from './http/ready.ts';
import { startServer, type TestServer } from './http/server.ts';
import { NO_TIME_LIMITS } from './support.ts';

let server: TestServer;
let proxy: DatabaseProxy;
const running: { lack: KeyLack | null } = { lack: null };

beforeAll(async () => {
  server = await startServer({
    running,
    // all clients have one address: the default limits per address are too low
    limits: { connections: 1000, calls: 1000 },
    pool: async (url) => {
      proxy = await startProxy(url);
      return createPool({ url: proxy.url, limits: NO_TIME_LIMITS });
    },
  });
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

const expectUnavailable = (received: Received) => {
  expect(received).toMatchObject(UNAVAILABLE);
  expect(received.headers.get('retry-after')).toBe('1');
};

test('while the database answers the server is alive and ready', async () => {
  const visitor = server.visitor();
  expect((await visitor.raw('/healthz')).envelope.data).toEqual({ status: 'alive' });
  const ready = async () => (await visitor.raw('/readyz')).envelope.data;
  await expect.poll(ready).toEqual({ status: 'ready' });
  for (const path of ['/healthz', '/readyz']) {
    const status = async () => (await fetch(server.url + path, { method: 'HEAD' })).status;
    await expect.poll(status).toBe(200);
  }
});

test('without the newest data key a server is ready unless another server has it, and reports the lack', async () => {
  const ready = () => server.visitor().raw('/readyz');
  running.lack = { keyId: 'abcd', isElsewhere: false };
  expect((await ready()).envelope.data).toEqual({
    ...{ status: 'ready', data_key: 'this server lacks the newest data key abcd' },
  });
  running.lack = { keyId: 'abcd', isElsewhere: true };
  expectUnavailable(await ready());
  running.lack = null;
  expect((await ready()).status).toBe(200);
});

test('while the database cannot be reached calls are 503; they work again once it is back', async () => {
  const { client } = await server.user();
  await expectAnswer(client, 'info');
  await proxy.cut();
  expectUnavailable(await client.send('info'));
  expectUnavailable(await client.send('withdraw', { amount: '1' }, { 'idempotency-key': 'k' }));
  expectUnavailable(await client.raw('/readyz'));
  expect((await client.raw('/healthz')).status).toBe(200);
  await proxy.mend();
  await expectAnswer(client, 'info');
  await expectReady(server.url);
});

test('metrics are served without the database, as far as possible', async () => {
  await proxy.cut();
  const text = await server.metrics.metrics();
  await proxy.mend();
  expect(text).toMatch(/^clipurse_request_seconds_count\{.*route="\/healthz"/m);
  expect(text).toMatch(/^clipurse_held_units Nan$/m);
});

describe('overload', () => {
  test('512 calls are processed, the others are rejected and may retry', async () => {
    const { domain } = server;
    const { client } = await server.user();
    await expectAnswer(client, 'playable');
    const blocker = await domain.pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table progress');
    let shed = 0;
    const others = Promise.withResolvers<void>();
    const all = Array.from({ length: 600 }, async () => {
      const received = await client.send('incrementShare');
      if (received.status === 503) shed += 1;
      if (shed === 88) others.resolve();
      return received;
    });
    await others.promise;
    await blocker.query('commit');
    blocker.release();
    const received = await Promise.all(all);
    for (const late of received.filter(({ status }) => status === 503)) expectUnavailable(late);
    expect(received.filter(({ envelope }) => envelope.code === 1)).toHaveLength(512);
    expect(await expectAnswer(client, 'incrementShare')).toEqual({ shares: 513 });
  });
});

test('a database that hangs delays no call beyond its timeout', async () => {
  let hanging: DatabaseProxy | undefined;
  const impatient = await startServer({
    callTimeoutMs: 4_000,
    pool: async (url) => {
      hanging = await startProxy(url);
      return createPool({ url: hanging.url });
    },
  });
  const { client } = await impatient.user();
  await expectAnswer(client, 'info');
  hanging?.freeze();
  const claim = client.send('claimTask', { task: 'download_app' });
  const [call, ready] = await Promise.all([claim, client.raw('/readyz')]);
  await hanging?.close();
  await impatient.close();
  expectUnavailable(call);
  expectUnavailable(ready);
});

test('a database connection that was lost silently is replaced', async () => {
  let lost: DatabaseProxy | undefined;
  const patient = await startServer({
    callTimeoutMs: 8_000,
    pool: async (url) => {
      lost = await startProxy(url);
      return createPool({ url: lost.url, max: 1, queryTimeoutMs: 2_000 });
    },
  });
  const { client } = await patient.user();
  await expectAnswer(client, 'info');
  lost?.freeze();
  const answer = await client.send('info');
  lost?.thaw();
  // the server gives up the lost connection, and opens another
  await expectAnswer(client, 'info');
  await lost?.close();
  await patient.close();
  expectUnavailable(answer);
});

test('a missing socket of the database is a 503, another missing file is a fault', () => {
  const missing = (syscall: string) =>
    Object.assign(new Error('no such file or directory'), { code: 'ENOENT', syscall });
  expect([isUnavailable(missing('connect')), isUnavailable(missing('open'))]).toEqual([
    true,
    false,
  ]);
});

test.each([
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
])('a database that cannot be reached by name or route (%s) is a 503', (code) => {
  expect(isUnavailable(Object.assign(new Error(`connect ${code}`), { code }))).toBe(true);
});
