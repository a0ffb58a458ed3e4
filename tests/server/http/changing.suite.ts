import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../../server/database/database.ts';
import { makeResetLink } from '../../../server/domain/reset-links.ts';
import { untilLockWait } from '../support.ts';
import { Client, type Received } from './client.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { outcomes } from './outcomes.ts';
import type { TestServer } from './server.ts';

const OLD = 'seven green lanterns';
const NEW = 'eleven paper boats';
const WINDOW_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

let serial = 0;

/** Registers a member, who is logged in on two devices. */
async function person(server: () => TestServer) {
  serial += 1;
  const username = `changing_${serial}`;
  const visitor = server().visitor();
  const form = { tab: 'register', username, email: `${username}@mail.example` } as const;
  const { userInfo } = await expectAnswer(visitor, 'checkIn', { ...form, password: OLD });
  const login = (password: string) => visitor.send('checkIn', { tab: 'login', username, password });
  const again = { tab: 'login', username, password: OLD } as const;
  const { token } = (await expectAnswer(visitor, 'checkIn', again)).userInfo;
  const enters = async (password: string) => (await login(password)).envelope.data?.reason ?? 'in';
  const [mine, other] = [userInfo.token, token].map((each) => new Client(server().url, each));
  if (!mine || !other) throw new Error('nobody');
  const about = () =>
    server().domain.pool.query(
      `select who, what from audit where action = 'password changed' and who = $1`,
      [`user ${userInfo.id}`],
    );
  return { id: userInfo.id, username, mine, other, enters, about };
}

/**
 * Sends requests, and locks a row of the member until each request waits for the row. Otherwise a
 * request could end the session of another request before the server has read that session: the
 * answer would be 409.
 */
async function together(
  { domain: { pool } }: TestServer,
  { table, id }: { table: 'account' | 'reset_link'; id: number },
  sendAll: () => Promise<Received>[],
): Promise<Received[]> {
  const { answers } = await inTransaction(pool, async (db) => {
    await db.query(`select from ${table} where user_id = $1 for no key update`, [id]);
    const sent = sendAll();
    const answers = Promise.all(sent);
    await untilLockWait(pool, answers, sent.length);
    return { answers };
  });
  return answers;
}

const codeOf = async (client: Client) => (await client.send('info')).envelope.code;
const changes = (new_password: string, password = OLD) => ({ password, new_password });

export function changingCalls(server: () => TestServer): void {
  describe('changePassword', () => {
    changing(server);
    atOnce(server);
    refusing(server);
    limiting(server);
  });
}

function changing(server: () => TestServer): void {
  test('sets the new password; the session that sent it goes on, all others end', async () => {
    const { id, mine, other, enters, about } = await person(server);
    const answered = await expectAnswer(mine, 'changePassword', changes(NEW));
    expect(answered).toEqual({});
    // the clock still has the time at which the sessions began
    expect([await codeOf(mine), await codeOf(other)]).toEqual([1, 409]);
    expect([await enters(OLD), await enters(NEW)]).toEqual(['invalid_credentials', 'in']);
    server().domain.advance(HOUR_MS);
    expect([await codeOf(mine), await codeOf(other)]).toEqual([1, 409]);
    expect((await about()).rows).toEqual([{ who: `user ${id}`, what: { user_id: id } }]);
  });

  test('ends a link to a new password, unless the change is refused', async () => {
    const { id, mine, enters } = await person(server);
    const { pool, now } = server().domain;
    const link = await makeResetLink(pool, BigInt(id), now());
    await expectRefusal(mine, 'changePassword', changes(NEW, 'wrong'), 'invalid_credentials');
    expect((await pool.query('select from reset_link where user_id = $1', [id])).rowCount).toBe(1);
    await expectAnswer(mine, 'changePassword', changes(NEW));
    const used = { code: link.code, password: 'twelve paper boats' };
    await expectRefusal(server().visitor(), 'resetPassword', used, 'link_over');
    expect(await enters(NEW)).toBe('in');
  });

  test('accepts the present password as the new one, and ends the other sessions', async () => {
    const { mine, other, enters } = await person(server);
    await expectAnswer(mine, 'changePassword', changes(OLD));
    expect([await codeOf(mine), await codeOf(other)]).toEqual([1, 409]);
    expect(await enters(OLD)).toBe('in');
  });

  test('succeeds again when repeated after a lost answer, within an hour', async () => {
    const { mine, enters, about } = await person(server);
    server().domain.advance(HOUR_MS);
    await expectAnswer(mine, 'changePassword', changes(NEW));
    await expectAnswer(mine, 'changePassword', changes(NEW));
    const another = changes('twelve paper boats');
    await expectRefusal(mine, 'changePassword', another, 'invalid_credentials');
    expect([(await about()).rowCount, await enters(NEW)]).toEqual([1, 'in']);
    server().domain.advance(HOUR_MS);
    await expectRefusal(mine, 'changePassword', changes(NEW), 'invalid_credentials');
  });
}

function atOnce(server: () => TestServer): void {
  test('succeeds for exactly one of three concurrent changes from two devices', async () => {
    const { id, mine, other, enters, about } = await person(server);
    const chosen = ['one of three boats', 'two of three boats', 'six of three boats'];
    const received = await together(server(), { table: 'account', id }, () =>
      chosen.map((each, at) => (at === 1 ? other : mine).send('changePassword', changes(each))),
    );
    expect(outcomes(received)).toEqual({ ok: 1, invalid_credentials: 2 });
    const winner = received.findIndex(({ envelope }) => envelope.code === 1);
    for (const [at, password] of chosen.entries()) {
      expect(await enters(password)).toBe(at === winner ? 'in' : 'invalid_credentials');
    }
    const codes = [await codeOf(mine), await codeOf(other)];
    expect(codes).toEqual(winner === 1 ? [409, 1] : [1, 409]);
    expect((await about()).rowCount).toBe(1);
  });

  test('and a concurrent link to a new password: one of them succeeds, without a deadlock', async () => {
    const { id, mine, enters } = await person(server);
    const { pool, now } = server().domain;
    const { code } = await makeResetLink(pool, BigInt(id), now());
    const received = await together(server(), { table: 'reset_link', id }, () => [
      mine.send('changePassword', changes(NEW)),
      server().visitor().send('resetPassword', { code, password: 'twelve paper boats' }),
    ]);
    const isChanged = received[0]?.envelope.code === 1;
    const refused = isChanged ? 'link_over' : 'invalid_credentials';
    expect(outcomes(received)).toEqual({ ok: 1, [refused]: 1 });
    expect(await enters(isChanged ? NEW : 'twelve paper boats')).toBe('in');
    expect(await enters(isChanged ? 'twelve paper boats' : NEW)).toBe('invalid_credentials');
  });
}

function refusing(server: () => TestServer): void {
  test('with a wrong, a weak or a short password changes nothing', async () => {
    const { username, mine, other, enters, about } = await person(server);
    await expectRefusal(mine, 'changePassword', changes(NEW, 'wrong'), 'invalid_credentials');
    for (const weak of ['password123', `${username}1`, 'Clipurse2026']) {
      await expectRefusal(mine, 'changePassword', changes(weak), 'weak_password');
    }
    // without the present password, the answer does not show whether the new one is weak
    await expectRefusal(mine, 'changePassword', changes('password123', 'x'), 'invalid_credentials');
    expect(await mine.send('changePassword', changes('x1!y2?z'))).toMatchObject({
      status: 400,
      envelope: { data: { fields: { new_password: 'at least 8 characters' } } },
    });
    expect([await codeOf(other), await enters(OLD), (await about()).rowCount]).toEqual([
      1,
      'in',
      0,
    ]);
  });
}

function limiting(server: () => TestServer): void {
  test('wrong passwords are limited by account, apart from log-ins; answers are not stored under a key', async () => {
    const { domain } = server();
    const { mine, enters } = await person(server);
    await domain.configure({ 'limit.login_attempts': '2' });
    domain.advance(WINDOW_MS - (domain.now().getTime() % WINDOW_MS));
    for (const guess of ['one', 'two', 'three']) await enters(guess);
    expect(await enters(OLD)).toBe('too_many_attempts');
    const wrong = changes(NEW, 'wrong');
    for (const key of ['k1', 'k1']) {
      const headers = { 'idempotency-key': key };
      await expectRefusal(mine, 'changePassword', wrong, 'invalid_credentials', {}, headers);
    }
    const wait = { retry_after: 900 };
    await expectRefusal(mine, 'changePassword', changes(NEW), 'too_many_attempts', wait);
    domain.advance(WINDOW_MS);
    const headers = { 'idempotency-key': 'k2' };
    await expectAnswer(mine, 'changePassword', changes(NEW), headers);
    // the database must not store a hash of the request either
    const path = '/api/user/changePassword';
    const kept = await domain.pool.query('select from kept_answer where path = $1', [path]);
    expect(kept.rowCount).toBe(0);
    await domain.configure({ 'limit.login_attempts': '20' });
  });

  test('wrong passwords are limited by address, together with log-ins', async () => {
    const { domain } = server();
    const { mine } = await person(server);
    await domain.configure({ 'limit.address_login_attempts': '2' });
    domain.advance(WINDOW_MS - (domain.now().getTime() % WINDOW_MS));
    const visitor = server().visitor();
    await visitor.send('checkIn', { tab: 'login', username: 'nobody_here', password: 'none' });
    await expectRefusal(mine, 'changePassword', changes(NEW, 'wrong'), 'invalid_credentials');
    const wait = { retry_after: 900 };
    await expectRefusal(mine, 'changePassword', changes(NEW), 'too_many_attempts', wait);
    await domain.configure({
      'limit.address_login_attempts': '300',
      'limit.address_logins': '1',
    });
    domain.advance(WINDOW_MS);
    await expectRefusal(mine, 'changePassword', changes(NEW, 'wrong'), 'invalid_credentials');
    await expectRefusal(mine, 'changePassword', changes(NEW), 'too_many_attempts', wait);
    await domain.configure({ 'limit.address_logins': '600' });
  });
}
