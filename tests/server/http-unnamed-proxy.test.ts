import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { TOKEN_HEADER } from '../../contract/envelope.ts';
import { Client } from './http/client.ts';
import { expectAnswer } from './http/coverage.ts';
import { startServer, type TestServer } from './http/server.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function serve(trustProxy: boolean | string[] = false): Promise<TestServer> {
  const server = await startServer({ config: { trustProxy } });
  open.push(() => server.close());
  // the log of the start has a warning that no app is built
  server.logLines.length = 0;
  return server;
}

/**
 * Starts a proxy on the server's machine, which sets x-forwarded-for to an address, if any, as nginx can.
 */
async function proxyOf(server: TestServer, addressOf: () => string | null): Promise<string> {
  const proxy: Server = createServer((incoming, outgoing) => {
    const address = addressOf();
    const headers = { ...incoming.headers, ...(address ? { 'x-forwarded-for': address } : {}) };
    const { method = 'GET', url = '/' } = incoming;
    const passed = ask(new URL(url, server.url), { method, headers }, (answer: IncomingMessage) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  open.push(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** Makes this many new people, and sends two requests for each. */
async function sendFromNewUsers(server: TestServer, url: string, people: number): Promise<void> {
  for (let person = 0; person < people; person += 1) {
    const { token } = await server.user();
    for (let time = 0; time < 2; time += 1) await expectAnswer(new Client(url, token), 'info');
  }
}

const warnings = (server: TestServer): string[] =>
  server.logLines
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 40)
    .map(({ msg }) => msg);

async function gauge(server: TestServer): Promise<number> {
  const text = await server.metrics.metrics();
  return Number(/^clipurse_unnamed_proxies (.*)$/m.exec(text)?.[1]);
}

const WARNING =
  '20 people came from the address 127.0.0.1 within an hour: it is a proxy, whose x-forwarded-for ' +
  'the server does not trust, so limits count all people behind it as one. Set TRUST_PROXY so that it names ' +
  '127.0.0.1';

test.each([false, ['10.0.0.0/8']])(
  'TRUST_PROXY %j: the twentieth person within an hour behind an unnamed proxy is logged once, and counted',
  async (trustProxy) => {
    const server = await serve(trustProxy);
    const url = await proxyOf(server, () => '203.0.113.9');
    await sendFromNewUsers(server, url, 19);
    expect([warnings(server), await gauge(server)]).toEqual([[], 0]);
    await sendFromNewUsers(server, url, 11);
    expect([warnings(server), await gauge(server)]).toEqual([[WARNING], 1]);
    server.domain.advance(2 * 3_600_000);
    await sendFromNewUsers(server, url, 20);
    expect([warnings(server), await gauge(server)]).toEqual([[WARNING], 1]);
  },
);

test('people of different hours are not added up', async () => {
  const server = await serve();
  const url = await proxyOf(server, () => '203.0.113.9, 127.0.0.1');
  await sendFromNewUsers(server, url, 19);
  server.domain.advance(3_600_000);
  await sendFromNewUsers(server, url, 19);
  expect([warnings(server), await gauge(server)]).toEqual([[], 0]);
  await sendFromNewUsers(server, url, 1);
  expect(warnings(server)).toEqual([WARNING]);
});

test.each<[string, boolean | string[], string | null]>([
  ['a proxy that the settings name', ['127.0.0.1'], '203.0.113.9'],
  ['any proxy, if all proxies are trusted', true, '203.0.113.9'],
  ['direct visitors on the server’s machine', false, null],
  ['visitors on the server’s machine behind a proxy', false, '127.0.0.1'],
  ['a header without an address', false, 'unknown'],
])('nothing is reported for %s', async (_, trustProxy, address) => {
  const server = await serve(trustProxy);
  await sendFromNewUsers(server, await proxyOf(server, () => address), 25);
  expect([warnings(server), await gauge(server)]).toEqual([[], 0]);
});

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:172.16.0.9', '172.16.0.9'],
  ['fd00::7', 'fd00::7'],
  ['198.51.100.7', null],
  ['2001:db8::7', null],
])('a connection from %s: the proxy %s is named', async (remoteAddress, named) => {
  const server = await serve();
  for (let person = 0; person < 20; person += 1) {
    const { token } = await server.user();
    const headers = { [TOKEN_HEADER]: token, 'x-forwarded-for': '203.0.113.9' };
    const url = '/index.php/api/user/info';
    const { statusCode } = await server.app.inject({ url, remoteAddress, headers });
    expect(statusCode).toBe(200);
  }
  const told = named === null ? [] : [expect.stringContaining(`so that it names ${named}`)];
  expect(warnings(server)).toEqual(told);
});
