import { afterAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from './http/server.ts';

const LIST = '/index.php/api/video/list';

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** A server that lets three requests a minute pass, ten seconds into a minute. */
async function limited(trustProxy: string[]): Promise<TestServer> {
  const server = await startServer({ config: { trustProxy } });
  servers.push(server);
  await server.domain.configure({ 'limit.requests_per_minute': '3' });
  server.domain.advance(10_000);
  return server;
}

/** The statuses of so many requests, one after the other. */
async function statuses(server: TestServer, times: number, from: string): Promise<number[]> {
  const headers = { 'x-forwarded-for': from };
  const seen = [];
  for (let time = 0; time < times; time += 1) {
    seen.push((await server.visitor().raw(LIST, { headers })).status);
  }
  return seen;
}

describe('networks of IPv6 addresses', () => {
  test('a /56 may ask twice as often as one address, and a /48 four times', async () => {
    const server = await limited(['127.0.0.1']);
    const ask = (times: number, from: string) => statuses(server, times, from);
    expect(await ask(3, '2001:db8:1:100::1')).toEqual([200, 200, 200]);
    expect(await ask(3, '2001:db8:1:101::1')).toEqual([200, 200, 200]);
    expect(await ask(1, '2001:db8:1:102::1')).toEqual([429]);
    expect(await ask(3, '2001:db8:1:200::1')).toEqual([200, 200, 200]);
    expect(await ask(4, '2001:db8:1:300::1')).toEqual([200, 200, 200, 429]);
    expect(await ask(1, '2001:db8:1:400::1')).toEqual([429]);
    expect(await ask(1, '2001:db8:2:100::1')).toEqual([200]);
  });

  test('the log-ins and registrations of a /48 are counted too', async () => {
    const server = await limited(['127.0.0.1']);
    await server.domain.configure({
      'limit.requests_per_minute': '0',
      'limit.address_logins': '1',
      'limit.refused_registrations_per_hour': '1',
    });
    const reasons = async (fields: Record<string, string>) => {
      const seen = [];
      for (const subnet of ['100', '200', '300', '400', '500']) {
        const from = { 'x-forwarded-for': `2001:db8:1:${subnet}::1` };
        const { envelope } = await server.visitor().send('checkIn', fields, from);
        seen.push(envelope.data?.reason);
      }
      return seen;
    };
    const password = 'seven green lamps';
    expect(await reasons({ tab: 'login', username: 'nobody', password })).toEqual([
      ...Array(4).fill('invalid_credentials'),
      'too_many_attempts',
    ]);
    const weak = { username: 'anna', email: 'anna@mail.example', password: 'password' };
    expect(await reasons({ tab: 'register', ...weak })).toEqual([
      ...Array(4).fill('weak_password'),
      'too_many_attempts',
    ]);
  });
});
