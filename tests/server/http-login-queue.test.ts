import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../server/domain/passwords.ts';
import { PASSWORD } from './forms.ts';
import { restoreRealHashes } from './hashes.ts';
import type { Received } from './http/client.ts';
import { UNAVAILABLE } from './http/expected.ts';
import { startServer, type TestServer } from './http/server.ts';

/**
 * Accounts that log in from one address, and simultaneous log-ins of each account: together more than
 * the password queue takes.
 */
const ACCOUNTS = 14;
const TIMES = 20;
const HONEST = 15;

restoreRealHashes();
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ config: { trustProxy: true }, limits: { calls: 1000 } });
  await server.domain.configure({
    'limit.requests_per_minute': '0',
    'limit.login_attempts': '0',
    'limit.address_logins': '0',
    'limit.address_login_attempts': '0',
  });
});
afterAll(() => server.close());

/** Makes accounts with the same password. @returns their user names */
async function accounts(count: number): Promise<string[]> {
  const hash = await hashPassword(PASSWORD, 'a test');
  const made = await Promise.all(Array.from({ length: count }, () => server.domain.user()));
  const { rows } = await server.domain.pool.query<{ username: string }>(
    'update account set password_hash = $1 where user_id = any($2) returning username',
    [hash, made.map(({ userId }) => userId)],
  );
  return rows.map(({ username }) => username);
}

const logIn = (username: string, address: string): Promise<Received> =>
  server
    .visitor()
    .send(
      'checkIn',
      { tab: 'login', username, password: PASSWORD },
      { 'x-forwarded-for': address },
    );

test('many correct log-ins from one address at once delay no log-in from other addresses', async () => {
  const greedy = await accounts(ACCOUNTS);
  const honest = await accounts(HONEST);
  const full = Promise.withResolvers<Received>();
  const flood = Array.from({ length: ACCOUNTS * TIMES }, async (_, at) => {
    const received = await logIn(greedy[at % ACCOUNTS] ?? '', '198.51.100.1');
    if (received.status !== 200) full.resolve(received);
    return received;
  });
  // all limits are off, so only the full queue rejects a log-in
  expect(await Promise.race([full.promise, Promise.all(flood)])).toMatchObject(UNAVAILABLE);
  const others = await Promise.all(honest.map((name, at) => logIn(name, `203.0.113.${at}`)));
  expect(others.map(({ envelope }) => envelope.code)).toEqual(Array(HONEST).fill(1));
  const codes = new Set((await Promise.all(flood)).map(({ envelope }) => envelope.code));
  expect(codes).toEqual(new Set([1, 503]));
});
