import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { TOO_MANY } from './http/expected.ts';
import { startServer, type TestServer } from './http/server.ts';

const LIST = '/index.php/api/video/list';

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** A server that lets three requests a minute pass, ten seconds into a minute. */
async function limited(trustProxy: boolean | string[]): Promise<TestServer> {
  const server = await startServer({ config: { trustProxy } });
  servers.push(server);
  await server.bank.configure({ 'limit.requests_per_minute': '3' });
  server.bank.pass(10_000);
  return server;
}

/** The statuses of so many requests, one after the other. */
async function statuses(server: TestServer, times: number, from?: string): Promise<number[]> {
  const headers: Record<string, string> = from === undefined ? {} : { 'x-forwarded-for': from };
  const seen = [];
  for (let time = 0; time < times; time += 1) {
    seen.push((await server.visitor().raw(LIST, { headers })).status);
  }
  return seen;
}

describe('requests of an address', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await limited(false);
  });

  test('are limited a minute, and the answer says when to come again', async () => {
    expect(await statuses(server, 3)).toEqual([200, 200, 200]);
    const received = await server.visitor().raw(LIST);
    expect(received).toMatchObject(TOO_MANY);
    expect(received.headers.get('retry-after')).toBe('50');
    server.bank.pass(50_000);
    expect(await statuses(server, 4)).toEqual([200, 200, 200, 429]);
  });

  test('count whatever they ask for, but not files, health and metrics', async () => {
    const visitor = server.visitor();
    await visitor.raw('/index.php/api/user/info');
    await visitor.raw('/index.php/api/user/checkIn', { method: 'POST', body: '{' });
    expect(await statuses(server, 2)).toEqual([200, 429]);
    expect((await visitor.raw('/healthz')).status).toBe(200);
    expect((await fetch(`${server.url}/media/clips/lanterns.webp`)).status).toBe(200);
  });

  test('are not limited with 0, and a change holds at once', async () => {
    await server.bank.configure({ 'limit.requests_per_minute': '0' });
    expect(await statuses(server, 10)).toEqual(Array(10).fill(200));
  });

  test('are counted by the socket’s address where no proxy is trusted', async () => {
    expect(await statuses(server, 3, '198.51.100.1')).toEqual([200, 200, 200]);
    expect(await statuses(server, 1, '198.51.100.2')).toEqual([429]);
  });
});

describe('behind a proxy', () => {
  test('each visitor is counted alone, an IPv6 household by its /64', async () => {
    const server = await limited(['127.0.0.1']);
    expect(await statuses(server, 4, '198.51.100.1')).toEqual([200, 200, 200, 429]);
    expect(await statuses(server, 1, '198.51.100.2')).toEqual([200]);
    expect(await statuses(server, 3, '2001:db8:1:2::1')).toEqual([200, 200, 200]);
    expect(await statuses(server, 1, '2001:db8:1:2:aaaa::9')).toEqual([429]);
    expect(await statuses(server, 1, '2001:db8:1:3::1')).toEqual([200]);
  });

  test('that is not the trusted one, what it says does not count', async () => {
    const server = await limited(['10.0.0.0/8']);
    expect(await statuses(server, 3, '198.51.100.1')).toEqual([200, 200, 200]);
    expect(await statuses(server, 1, '198.51.100.2')).toEqual([429]);
  });

  test('its word on the country is taken, and only where it is trusted', async () => {
    const ask = async (trustProxy: boolean | string[], country: string) => {
      const server = await limited(trustProxy);
      const headers = { 'cf-ipcountry': country, 'x-forwarded-for': '198.51.100.1' };
      const { envelope } = await server.visitor().send('getAppConfig', {}, headers);
      return envelope.data?.country;
    };
    expect(await ask(true, 'IN')).toBe('IN');
    expect(await ask(['127.0.0.0/8'], 'IN')).toBe('IN');
    expect(await ask(true, 'XX')).toBe(null);
    expect(await ask(true, 'India')).toBe(null);
    expect(await ask(['10.0.0.0/8'], 'IN')).toBe(null);
    expect(await ask(false, 'IN')).toBe(null);
  });
});
