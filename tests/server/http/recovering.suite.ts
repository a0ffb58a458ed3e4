import { describe, expect, test } from 'vitest';
import { Client } from './client.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { outcomes } from './outcomes.ts';
import type { TestServer } from './server.ts';

const OLD = 'seven green lanterns';
const NEW = 'eleven paper boats';
const QUARTER_MS = 15 * 60_000;

let serial = 0;

/** Registers a member with recovery codes. */
async function memberWithCodes(server: () => TestServer) {
  serial += 1;
  const username = `prudent_${serial}`;
  const form = { tab: 'register', username, email: `${username}@mail.example` } as const;
  const visitor = server().visitor();
  const { userInfo } = await expectAnswer(visitor, 'checkIn', { ...form, password: OLD });
  const client = new Client(server().url, userInfo.token);
  const make = async (password = OLD) =>
    (await expectAnswer(client, 'makeRecoveryCodes', { password })).codes;
  const codes = await make();
  const recover = (code = '', password = NEW, name: string = username) =>
    visitor.send('recoverAccount', { username: name, code, password });
  const login = async (password: string) =>
    (await visitor.send('checkIn', { tab: 'login', username, password })).envelope.data?.reason ??
    'in';
  return { ...userInfo, username, email: form.email, visitor, client, make, codes, recover, login };
}

export function recoveringCalls(server: () => TestServer): void {
  describe('recovery codes', () => {
    making(server);
    using(server);
    refusing(server);
  });
}

function making(server: () => TestServer): void {
  test('are ten different ones, shown once, and stored as hashes only', async () => {
    const { codes, id } = await memberWithCodes(server);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes)
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
    const { rows } = await server().domain.pool.query(
      "select encode(code_hash, 'escape') as stored from recovery_code where user_id = $1",
      [id],
    );
    expect(rows).toHaveLength(10);
    const stored = JSON.stringify(rows);
    expect(codes.filter((code) => stored.includes(code.replaceAll('-', '')))).toEqual([]);
  });

  test('that are shorter, from earlier versions, are valid until they are used', async () => {
    const { domain } = server();
    const { id, recover } = await memberWithCodes(server);
    await domain.pool.query(
      `insert into recovery_code (user_id, code_hash, made_at)
       values ($1, sha256(convert_to($1::bigint || ':7K2M9QXV0RTB4HWZ', 'UTF8')), $2)`,
      [id, domain.now()],
    );
    expect((await recover('7K2M-9QXV-0RTB-4HWZ')).envelope.code).toBe(1);
    expect((await recover('7K2M-9QXV-0RTB-4HWZ')).envelope.data?.reason).toBe(
      'invalid_credentials',
    );
  });

  test('end the earlier ones when new ones are made', async () => {
    const { codes, make, recover } = await memberWithCodes(server);
    const [newer] = await make();
    expect((await recover(codes[0])).envelope.data?.reason).toBe('invalid_credentials');
    expect((await recover(newer)).envelope.code).toBe(1);
  });

  test('require the password, and wrong passwords are limited as at a log-in', async () => {
    const { domain } = server();
    const { client, codes, recover } = await memberWithCodes(server);
    await domain.configure({ 'limit.login_attempts': '1' });
    domain.advance(QUARTER_MS - (domain.now().getTime() % QUARTER_MS));
    const wrong = { password: 'wrong' };
    await expectRefusal(client, 'makeRecoveryCodes', wrong, 'invalid_credentials');
    const wait = { retry_after: 900 };
    await expectRefusal(client, 'makeRecoveryCodes', wrong, 'too_many_attempts', wait);
    await domain.configure({ 'limit.login_attempts': '20' });
    // the refused calls have not ended the codes
    expect((await recover(codes[3])).envelope.code).toBe(1);
  });
}

function using(server: () => TestServer): void {
  test('set a new password once, however they are typed, and end all sessions', async () => {
    const { codes, client, visitor, recover, login, username, email } =
      await memberWithCodes(server);
    server().domain.advance(1000);
    const [first = '', second = ''] = codes;
    const typed = ` ${first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    const form = { username, code: typed, password: NEW };
    expect(await expectAnswer(visitor, 'recoverAccount', form)).toEqual({});
    expect([await login(OLD), await login(NEW)]).toEqual(['invalid_credentials', 'in']);
    expect((await client.send('info')).envelope.code).toBe(409);
    expect((await recover(first, OLD)).envelope.data?.reason).toBe('invalid_credentials');
    expect((await recover(second, 'twelve paper boats', email)).envelope.code).toBe(1);
    expect(await login('twelve paper boats')).toBe('in');
  });

  test('are used by one of two concurrent requests', async () => {
    const { codes, recover } = await memberWithCodes(server);
    const received = await Promise.all(
      ['one of two boats', 'two of two boats'].map((password) => recover(codes[0], password)),
    );
    expect(outcomes(received)).toEqual({ ok: 1, invalid_credentials: 1 });
  });
}

function refusing(server: () => TestServer): void {
  test('have the same answer for an unknown name, a wrong code, and another member’s', async () => {
    const { codes, recover, id, login } = await memberWithCodes(server);
    const other = await memberWithCodes(server);
    const texts = [
      await recover(codes[0], NEW, 'nobody_has_this_name'),
      await recover('0000-0000-0000-0000'),
      await recover(other.codes[0]),
    ].map(({ text }) => text);
    await server().domain.pool.query('update account set blocked_at = now() where user_id = $1', [
      id,
    ]);
    texts.push((await recover(codes[0])).text);
    expect(new Set(texts).size).toBe(1);
    await server().domain.pool.query('update account set blocked_at = null where user_id = $1', [
      id,
    ]);
    expect(await login(OLD)).toBe('in');
  });

  test('stay valid if the new password is weak', async () => {
    const {
      codes: [code = ''],
      recover,
      visitor,
      username,
    } = await memberWithCodes(server);
    const weak = { username, code, password: `${username}1` };
    await expectRefusal(visitor, 'recoverAccount', weak, 'weak_password');
    expect((await recover(code)).envelope.code).toBe(1);
  });

  test('are limited by the name', async () => {
    const { domain } = server();
    const {
      visitor,
      username,
      codes: [code = ''],
    } = await memberWithCodes(server);
    await domain.configure({ 'limit.login_attempts': '2' });
    domain.advance(QUARTER_MS - (domain.now().getTime() % QUARTER_MS));
    const wrong = { username, code: 'guessed', password: NEW };
    await expectRefusal(visitor, 'recoverAccount', wrong, 'invalid_credentials');
    await expectRefusal(visitor, 'recoverAccount', wrong, 'invalid_credentials');
    const good = { username, code, password: NEW };
    const wait = { retry_after: 900 };
    await expectRefusal(visitor, 'recoverAccount', good, 'too_many_attempts', wait);
    await domain.configure({ 'limit.login_attempts': '20' });
  });
}
