import { afterAll, expect, test, vi } from 'vitest';
import { domain, form, login, register, serial, setUpAccounts } from './accounts.setup.ts';
import { refusalOf } from './support.ts';

/** A spy on the real hash function. */
const derive = vi.hoisted(() => vi.fn());
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  derive.mockImplementation(crypto.argon2);
  return { ...crypto, argon2: derive };
});
vi.resetModules();
afterAll(() => vi.resetModules());
const { checkIn } = await import('../../server/domain/accounts.ts');

setUpAccounts();

const visitor = { address: '203.0.113.7', country: null, device: 'a-device' };
const email = () => `anna${serial}@example.org`;
const stranger = () => `stranger${serial}@example.org`;

/** Records a call: its statements with the rows that they write, and its hashes. */
async function workOf(call: object) {
  const statements: unknown[] = [];
  derive.mockClear();
  const query = async (asked: string | { text: string }, values?: unknown[]) => {
    const done = await domain.pool.query(asked as string, values);
    const isWrite = done.command !== 'SELECT';
    statements.push([typeof asked === 'string' ? asked : asked.text, isWrite && done.rowCount]);
    return done;
  };
  const db = new Proxy(domain.pool, {
    get: (pool, name) => (name === 'query' ? query : Reflect.get(pool, name, pool)),
  });
  const refusal = await refusalOf(checkIn(domain.context({ db, visitor }), null, call as never));
  const hashes = derive.mock.calls.map(([kind, { memory, passes, parallelism, tagLength }]) => ({
    ...{ kind, memory, passes, parallelism, tagLength },
  }));
  return { refusal, statements, hashes };
}

test('a refused log-in does the same work for each reason', async () => {
  await domain.configure({ 'limit.login_attempts': '20', 'limit.address_login_attempts': '300' });
  const { id } = await register();
  const unknown = await workOf(login({ username: stranger() }));
  expect(unknown).toMatchObject({
    refusal: { reason: 'invalid_credentials' },
    hashes: [{ kind: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }],
  });
  const wrong = { password: 'not the password' };
  expect(await workOf(login(wrong))).toEqual(unknown);
  expect(await workOf(login({ ...wrong, username: email() }))).toEqual(unknown);
  await domain.pool.query('update account set blocked_at = now() where user_id = $1', [id]);
  expect(await workOf(login())).toEqual(unknown);
});

test('a locked name reveals nothing about the e-mail of the same account', async () => {
  await domain.configure({ 'limit.login_attempts': '3' });
  await register();
  const password = 'wrong';
  const asked = async (username: string) =>
    (await refusalOf(checkIn(domain.context(), null, login({ username, password })))).reason;
  const locked = ['invalid_credentials', 'invalid_credentials', 'invalid_credentials'];
  for (const name of [`Anna_${serial}`, email(), stranger()]) {
    const reasons = [await asked(name), await asked(name), await asked(name), await asked(name)];
    expect(reasons).toEqual([...locked, 'too_many_attempts']);
  }
});

test('a taken name with its account’s e-mail causes the same work as with another e-mail', async () => {
  await register();
  const password = 'not-the-same-word';
  const pair = await workOf(form({ password }));
  expect(pair.refusal).toEqual({ reason: 'username_taken' });
  expect(pair.hashes).toHaveLength(1);
  expect(await workOf(form({ password, email: stranger() }))).toEqual(pair);
});

test('registrations refused for a taken name or e-mail are limited; successful ones do not count', async () => {
  await domain.configure({ 'limit.refused_registrations_per_hour': '3' });
  await register();
  const ask = (overrides: object) => refusalOf(register(overrides));
  const free = { username: `free_${serial}`, email: stranger() };
  expect(await ask({ ...free, password: 'password1' })).toEqual({ reason: 'weak_password' });
  expect(await ask({ ...free, email: email() })).toEqual({ reason: 'email_taken' });
  await register(free);
  expect(await ask({ email: `other${serial}@example.org` })).toEqual({ reason: 'username_taken' });
  const held = { reason: 'too_many_attempts', retry_after: 3_600 };
  expect(await ask({ username: 'another', email: email() })).toEqual(held);
  expect(await ask({ username: 'another', email: 'another@example.org' })).toEqual(held);
  domain.advance(3_600_000);
  const { username } = await register({ username: `last_${serial}`, email: 'last@example.org' });
  expect(username).toBe(`last_${serial}`);
});
