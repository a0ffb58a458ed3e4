import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Client } from './http/client.ts';
import { TOO_MANY } from './http/expected.ts';
import { PASSED, startLimited, statuses } from './http/limited.ts';
import { startServer, type TestServer } from './http/server.ts';

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function limited(trustProxy: boolean | string[]): Promise<TestServer> {
  const server = await startLimited(trustProxy);
  servers.push(server);
  return server;
}

describe('requests of an address', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await limited(false);
  });

  test('are limited per minute, and the answer says when to retry', async () => {
    expect(await statuses(server, 3)).toEqual([PASSED, PASSED, PASSED]);
    const received = await server.visitor().send('checkIn');
    expect(received).toMatchObject(TOO_MANY);
    expect(received.headers.get('retry-after')).toBe('50');
    server.domain.advance(50_000);
    expect(await statuses(server, 4)).toEqual([PASSED, PASSED, PASSED, 429]);
  });

  test('count for each path, except files and /healthz', async () => {
    const visitor = server.visitor();
    await visitor.raw('/index.php/api/user/info');
    await visitor.raw('/index.php/api/user/checkIn', { method: 'POST', body: '{' });
    expect(await statuses(server, 2)).toEqual([PASSED, 429]);
    expect((await visitor.raw('/healthz')).status).toBe(200);
    expect((await fetch(`${server.url}/media/clips/lanterns.webp`)).status).toBe(200);
  });

  test('are not limited with 0, and a change takes effect at once', async () => {
    await server.domain.configure({ 'limit.requests_per_minute': '0' });
    expect(await statuses(server, 10)).toEqual(Array(10).fill(PASSED));
  });

  test('are counted by the socket’s address if no proxy is trusted', async () => {
    expect(await statuses(server, 3, '198.51.100.1')).toEqual([PASSED, PASSED, PASSED]);
    expect(await statuses(server, 1, '198.51.100.2')).toEqual([429]);
  });
});

describe('requests of a user', () => {
  test('are counted by the user, not by the address that others share', async () => {
    const server = await limited(false);
    await server.domain.configure({ 'limit.user_requests_per_minute': '4' });
    const [one, other] = [await server.user(), await server.user()];
    const ask = async ({ client }: typeof one, times: number) => {
      const seen = [];
      for (let time = 0; time < times; time += 1) seen.push((await client.send('info')).status);
      return seen;
    };
    // the first request with a token that is new to this process counts for the address
    expect(await ask(one, 6)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await ask(other, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(server, 2)).toEqual([PASSED, 429]);
    // requests of visitors from the same address do not count for a member
    server.domain.advance(50_000);
    await statuses(server, 4);
    expect(await ask(other, 4)).toEqual([200, 200, 200, 200]);
  });

  test('count once for each claim that they carry; claims beyond the limit are made later', async () => {
    const server = await limited(false);
    await server.domain.configure({ 'limit.user_requests_per_minute': '30' });
    const { client } = await server.user();
    await client.send('info');
    let next = 0;
    const claims = () =>
      Array.from({ length: 20 }, () => {
        next += 1;
        return { key: `claim-${next}`, call: 'record', id: 1_000_000 + next };
      });
    const send = async (sent: unknown) => {
      const { status, envelope } = await client.send('sendClaims', { claims: sent });
      const results = (envelope.data?.results ?? []) as { reason: string | null }[];
      return { status, reasons: results.map(({ reason }) => reason) };
    };
    const made = (times: number) => Array(times).fill('unknown_video');
    expect(await send(claims())).toEqual({ status: 200, reasons: made(20) });
    const second = claims();
    // the claims beyond the limit are answered like failed ones: the client sends them again
    const untried = Array(10).fill(null);
    expect(await send(second)).toEqual({ status: 200, reasons: [...made(10), ...untried] });
    expect(await send(second.slice(10))).toEqual({ status: 429, reasons: [] });
    server.domain.advance(50_000);
    expect(await send(second.slice(10))).toEqual({ status: 200, reasons: made(10) });
  });

  test('with unknown tokens count for the address', async () => {
    const server = await limited(false);
    const made = new Client(server.url, 'a'.repeat(43));
    for (const status of [200, 200, 200, 429]) {
      expect((await made.send('info')).status).toBe(status);
    }
    const user = await server.user();
    server.domain.advance(50_000);
    await user.client.send('info');
    await user.client.send('logout');
    // the next request finds that the token is no longer valid
    for (const status of [200, 200, 200, 429]) {
      expect((await user.client.send('info')).status).toBe(status);
    }
  });
});

describe('a device cookie', () => {
  const COOKIE =
    /^clipurse_device=([\w-]{43}); Path=\/index\.php\/api\/user\/checkIn; Max-Age=34560000; HttpOnly; SameSite=Strict$/;

  test('is set by a successful log-in, and admits the device while the account is limited', async () => {
    const server = await startServer();
    servers.push(server);
    await server.domain.configure({ 'limit.login_attempts': '2' });
    const account = { username: 'Anna', email: 'anna@mail.example', password: 'seven green lamps' };
    const visitor = server.visitor();
    const made = await visitor.send('checkIn', { tab: 'register', ...account });
    const [, device] = COOKIE.exec(made.headers.get('set-cookie') ?? '') ?? [];
    expect(device).toBeDefined();
    const login = { tab: 'login', username: 'Anna' };
    for (const _ of [1, 2]) {
      const wrong = await visitor.send('checkIn', { ...login, password: 'wrong one' });
      expect(wrong.headers.get('set-cookie')).toBe(null);
    }
    const right = { ...login, password: account.password };
    expect((await visitor.send('checkIn', right)).envelope.data).toMatchObject({
      reason: 'too_many_attempts',
    });
    const cookie = `theme=dark; clipurse_device=${device}`;
    const known = await visitor.send('checkIn', right, { cookie });
    expect(known.envelope.code).toBe(1);
    expect(known.headers.get('set-cookie')).toContain(`clipurse_device=${device};`);
  });

  test('is Secure if the app’s address is https', async () => {
    const server = await startServer({ config: { publicUrl: 'https://clips.example' } });
    servers.push(server);
    const account = { username: 'Anna', email: 'anna@mail.example', password: 'seven green lamps' };
    const made = await server.visitor().send('checkIn', { tab: 'register', ...account });
    expect(made.headers.get('set-cookie')).toMatch(/; Secure$/);
  });
});

describe('behind a proxy', () => {
  test.each([
    ['a word', 'unknown'],
    ['half an address', '203.0.113'],
    ['a text too long for an index', randomBytes(6000).toString('hex')],
  ])('%s in place of an address counts for the connection', async (_name, junk) => {
    const server = await limited(true);
    const sent = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': junk },
      body: JSON.stringify({ tab: 'login', username: 'somebody', password: 'of all people' }),
    };
    const post = () => server.visitor().raw('/index.php/api/user/checkIn', sent);
    expect((await post()).envelope.data).toMatchObject({ reason: 'invalid_credentials' });
    expect(await statuses(server, 3)).toEqual([PASSED, PASSED, 429]);
  });

  test('each visitor is counted alone, an IPv6 household by its /64', async () => {
    const server = await limited(['127.0.0.1']);
    expect(await statuses(server, 4, '198.51.100.1')).toEqual([PASSED, PASSED, PASSED, 429]);
    expect(await statuses(server, 1, '198.51.100.2')).toEqual([PASSED]);
    expect(await statuses(server, 3, '2001:db8:1:2::1')).toEqual([PASSED, PASSED, PASSED]);
    expect(await statuses(server, 1, '2001:db8:1:2:aaaa::9')).toEqual([429]);
    expect(await statuses(server, 1, '2001:db8:1:3::1')).toEqual([PASSED]);
  });

  test('a proxy that is not trusted cannot name an address', async () => {
    const server = await limited(['10.0.0.0/8']);
    expect(await statuses(server, 3, '198.51.100.1')).toEqual([PASSED, PASSED, PASSED]);
    expect(await statuses(server, 1, '198.51.100.2')).toEqual([429]);
  });

  test('a proxy’s country header is used if the proxy is trusted and the header is set', async () => {
    const ask = async (
      trustProxy: boolean | string[],
      country: string,
      countryHeader: string | null = 'cf-ipcountry',
    ) => {
      const server = await startServer({ config: { trustProxy, countryHeader } });
      servers.push(server);
      const headers = { 'cf-ipcountry': country, 'x-forwarded-for': '198.51.100.1' };
      const { envelope } = await server.visitor().send('getAppConfig', {}, headers);
      return envelope.data?.country;
    };
    expect(await ask(true, 'IN')).toBe('IN');
    expect(await ask(['127.0.0.0/8'], 'IN')).toBe('IN');
    expect(await ask(true, 'IN', null)).toBe(null);
    expect(await ask(true, 'IN', 'x-country')).toBe(null);
    for (const no of ['XX', 'QZ', 'India', 'IN, US']) expect(await ask(true, no)).toBe(null);
    expect(await ask(['10.0.0.0/8'], 'IN')).toBe(null);
    expect(await ask(false, 'IN')).toBe(null);
  });
});
