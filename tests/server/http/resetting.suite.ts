import { describe, expect, test } from 'vitest';
import { makeResetLink } from '../../../server/domain/reset-links.ts';
import { Client } from './client.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { outcomes } from './outcomes.ts';
import type { TestServer } from './server.ts';

const OLD = 'seven green lanterns';
const NEW = 'eleven paper boats';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let serial = 0;

/** Registers a member, and makes a link to a new password. */
async function memberWithResetLink(server: () => TestServer) {
  serial += 1;
  const username = `forgetful_${serial}`;
  const form = { tab: 'register', username, email: `${username}@mail.example` } as const;
  const visitor = server().visitor();
  const { userInfo } = await expectAnswer(visitor, 'checkIn', { ...form, password: OLD });
  const { pool, now } = server().domain;
  const link = () => makeResetLink(pool, BigInt(userInfo.id), now());
  const login = async (password: string) =>
    (await visitor.send('checkIn', { tab: 'login', username, password })).envelope.data?.reason ??
    'in';
  const { code } = await link();
  return { ...userInfo, visitor, link, login, code };
}

export function resettingCalls(server: () => TestServer): void {
  describe('resetPassword', () => {
    using(server);
    refusing(server);
    limiting(server);
  });
}

function using(server: () => TestServer): void {
  test('sets the password that the link’s member chooses, once', async () => {
    const { visitor, token, login, code } = await memberWithResetLink(server);
    const client = new Client(server().url, token);
    await expectAnswer(client, 'info');
    server().domain.advance(1000);
    expect(await expectAnswer(visitor, 'resetPassword', { code, password: NEW })).toEqual({});
    expect([await login(OLD), await login(NEW)]).toEqual(['invalid_credentials', 'in']);
    expect((await client.send('info')).envelope.code).toBe(409);
    const again = { code, password: 'twelve paper boats' };
    await expectRefusal(visitor, 'resetPassword', again, 'link_over');
    expect(await login(NEW)).toBe('in');
  });

  test('is possible to the last millisecond of the link’s day', async () => {
    const { visitor, login, code } = await memberWithResetLink(server);
    server().domain.advance(DAY_MS - 1);
    await expectAnswer(visitor, 'resetPassword', { code, password: NEW });
    expect(await login(NEW)).toBe('in');
  });

  test('succeeds for one of several concurrent requests', async () => {
    const { visitor, login, code } = await memberWithResetLink(server);
    const chosen = ['one of two boats', 'two of two boats', 'six of two boats'];
    const received = await Promise.all(
      chosen.map((password) => visitor.send('resetPassword', { code, password })),
    );
    expect(outcomes(received)).toEqual({ ok: 1, link_over: 2 });
    const winner = received.findIndex(({ envelope }) => envelope.code === 1);
    for (const [at, password] of chosen.entries()) {
      expect(await login(password)).toBe(at === winner ? 'in' : 'invalid_credentials');
    }
  });
}

function refusing(server: () => TestServer): void {
  test('has the same answer for unknown, replaced and expired codes', async () => {
    const { visitor, link, login, code } = await memberWithResetLink(server);
    const newer = await link();
    const refused = (given: string) =>
      visitor.send('resetPassword', { code: given, password: NEW });
    const texts = [await refused('nobody-has-it'), await refused(code)].map(({ text }) => text);
    server().domain.advance(DAY_MS);
    texts.push((await refused(newer.code)).text);
    expect(new Set(texts).size).toBe(1);
    await expectRefusal(visitor, 'resetPassword', { code, password: NEW }, 'link_over');
    expect(await login(OLD)).toBe('in');
  });

  test('leaves the link valid if the new password is weak or too short', async () => {
    const { visitor, username, code } = await memberWithResetLink(server);
    for (const password of ['password123', `${username}1`]) {
      await expectRefusal(visitor, 'resetPassword', { code, password }, 'weak_password');
    }
    const short = await visitor.send('resetPassword', { code, password: 'x1!y2?z' });
    expect(short).toMatchObject({
      status: 400,
      envelope: { data: { fields: { password: 'at least 8 characters' } } },
    });
    await expectAnswer(visitor, 'resetPassword', { code, password: NEW });
  });
}

function limiting(server: () => TestServer): void {
  test('limits invalid codes by the address, not valid ones', async () => {
    const { domain } = server();
    const { visitor, link, code } = await memberWithResetLink(server);
    await domain.configure({ 'limit.address_login_attempts': '2' });
    domain.advance(15 * MINUTE_MS - (domain.now().getTime() % (15 * MINUTE_MS)));
    const wrong = { code: 'guessed', password: NEW };
    await expectRefusal(visitor, 'resetPassword', wrong, 'link_over');
    await expectAnswer(visitor, 'resetPassword', { code, password: NEW });
    await expectRefusal(visitor, 'resetPassword', wrong, 'link_over');
    const good = { code: (await link()).code, password: OLD };
    const wait = { retry_after: 900 };
    await expectRefusal(visitor, 'resetPassword', good, 'too_many_attempts', wait);
    domain.advance(15 * MINUTE_MS);
    await expectAnswer(visitor, 'resetPassword', good);
    await domain.configure({
      'limit.address_login_attempts': '300',
      'limit.address_logins': '1',
    });
    domain.advance(15 * MINUTE_MS);
    await expectRefusal(visitor, 'resetPassword', wrong, 'link_over');
    await expectRefusal(visitor, 'resetPassword', wrong, 'too_many_attempts', wait);
    await domain.configure({ 'limit.address_logins': '600' });
  });
}
