import { afterAll, describe, expect, test } from 'vitest';
import { PASSED, startLimited, statuses } from './http/limited.ts';
import type { TestServer } from './http/server.ts';

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function limited(trustProxy: string[]): Promise<TestServer> {
  const server = await startLimited(trustProxy);
  servers.push(server);
  return server;
}

describe('networks of IPv6 addresses', () => {
  test('a /56 may send twice as many requests as one address, and a /48 four times as many', async () => {
    const server = await limited(['127.0.0.1']);
    const ask = (times: number, from: string) => statuses(server, times, from);
    expect(await ask(3, '2001:db8:1:100::1')).toEqual([PASSED, PASSED, PASSED]);
    expect(await ask(3, '2001:db8:1:101::1')).toEqual([PASSED, PASSED, PASSED]);
    expect(await ask(1, '2001:db8:1:102::1')).toEqual([429]);
    expect(await ask(3, '2001:db8:1:200::1')).toEqual([PASSED, PASSED, PASSED]);
    expect(await ask(4, '2001:db8:1:300::1')).toEqual([PASSED, PASSED, PASSED, 429]);
    expect(await ask(1, '2001:db8:1:400::1')).toEqual([429]);
    expect(await ask(1, '2001:db8:2:100::1')).toEqual([PASSED]);
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
