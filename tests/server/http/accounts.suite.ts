import { describe, expect, test } from 'vitest';
import { solve } from '../../../bench/farm/proof.ts';
import { Client } from './client.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { startServer, type TestServer } from './server.ts';

const PASSWORD = 'seven green lanterns';
const DAY_MS = 24 * 60 * 60 * 1000;

let serial = 0;
function newcomer() {
  serial += 1;
  const username = `newcomer_${serial}`;
  return {
    tab: 'register',
    username,
    email: `${username}@mail.example`,
    password: PASSWORD,
  } as const;
}

export function accountCalls(server: () => TestServer): void {
  describe('checkIn, register', () => registering(server));
  describe('checkIn, register with a statement', () => stating(server));
  describe('checkIn, register with a proof', () => proving(server));
  describe('checkIn, log in', () => loggingIn(server));
  describe('info, logout, getAppConfig', () => sessions(server));
  describe('info', () => choosingLanguages(server));
}

function registering(server: () => TestServer): void {
  test('makes an account and begins a session', async () => {
    const visitor = server().visitor();
    const input = { ...newcomer(), keep: true, language: 'hi-IN', country: 'IN' };
    const { userInfo } = await expectAnswer(visitor, 'checkIn', { ...input, invite_code: '' });
    expect(userInfo).toEqual({
      id: expect.any(Number),
      username: input.username,
      email: input.email,
      balance: '0.0000',
      local_amount: '0.00',
      local_currency: 'USD',
      country: 'IN',
      language: 'hi-IN',
      invite_code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
      created_at: server().domain.now().toISOString(),
      token: expect.stringMatching(/^\d+-[\w-]{43}$/),
    });
    const again = await expectAnswer(new Client(server().url, userInfo.token), 'info');
    expect(again.userInfo).toEqual(userInfo);
  });

  test('counts the newcomer as the inviter’s friend', async () => {
    const inviter = await server().user();
    const { userInfo } = await expectAnswer(inviter.client, 'info');
    const friend = { ...newcomer(), invite_code: userInfo.invite_code };
    await expectAnswer(server().visitor(), 'checkIn', friend);
    const invited = await expectAnswer(inviter.client, 'invitedUsers', { page: 1, limit: 10 });
    expect(invited.counts).toEqual({ level1: 1, level2: 0, level3: 0 });
  });

  test('refuses names and e-mails that are taken, in upper or lower case', async () => {
    const first = newcomer();
    await expectAnswer(server().visitor(), 'checkIn', first);
    const sameName = { ...newcomer(), username: first.username.toUpperCase() };
    await expectRefusal(server().visitor(), 'checkIn', sameName, 'username_taken');
    const sameMail = { ...newcomer(), email: first.email.toUpperCase() };
    await expectRefusal(server().visitor(), 'checkIn', sameMail, 'email_taken');
  });

  test('refuses a password that is easy to guess', async () => {
    const weak = { ...newcomer(), password: 'password123' };
    await expectRefusal(server().visitor(), 'checkIn', weak, 'weak_password');
  });

  test('refuses an unknown invite code, and a blocked inviter’s', async () => {
    const unknown = { ...newcomer(), invite_code: 'NOBODYS' };
    await expectRefusal(server().visitor(), 'checkIn', unknown, 'invalid_invite_code');
    const inviter = await server().user();
    const { userInfo } = await expectAnswer(inviter.client, 'info');
    await block(server(), inviter.userId);
    const blocked = { ...newcomer(), invite_code: userInfo.invite_code };
    await expectRefusal(server().visitor(), 'checkIn', blocked, 'invalid_invite_code');
  });
}

function stating(server: () => TestServer): void {
  test('requires agreement to the operator’s pages, and the age', async () => {
    const { domain } = server();
    await domain.pool.query(
      `insert into operator_page (page, version, language, sha256, markdown, published_at)
       values ('terms', 3, 'en', sha256('x'), 'x', now())`,
    );
    const { pages } = await expectAnswer(server().visitor(), 'getAppConfig');
    expect(pages).toEqual([{ page: 'terms', version: 3 }]);
    await expectRefusal(server().visitor(), 'checkIn', newcomer(), 'agreement_needed');
    const stated = { ...newcomer(), agreed: 'terms:3', age: 18 };
    await expectAnswer(server().visitor(), 'checkIn', stated);
    await domain.pool.query('delete from operator_page');
  });

  test('refuses newcomers from a closed country', async () => {
    const { domain } = server();
    await domain.configure({ 'product.closed_countries': 'KP' });
    const closed = { ...newcomer(), country: 'KP' };
    await expectRefusal(server().visitor(), 'checkIn', closed, 'country_closed');
    await domain.configure({ 'product.closed_countries': '' });
  });
}

function proving(server: () => TestServer): void {
  test('requires a proof of work after enough registrations from an address block', async () => {
    const { domain } = server();
    await domain.configure({ 'register.proof_after': '1' });
    // the registrations of the hour before no longer count
    domain.advance(60 * 60_000);
    await expectAnswer(server().visitor(), 'checkIn', { ...newcomer(), proof: '' });
    const next = { ...newcomer(), proof: '' };
    const challenge = expect.stringContaining('"algorithm":"ARGON2ID"');
    await expectRefusal(server().visitor(), 'checkIn', next, 'proof_needed', { challenge });
    const { envelope } = await server().visitor().send('checkIn', next);
    const { proof } = await solve(String(envelope.data?.challenge));
    await expectAnswer(server().visitor(), 'checkIn', { ...next, proof });
    await domain.configure({ 'register.proof_after': '0' });
  });
}

function choosingLanguages(server: () => TestServer): void {
  test('info stores a chosen language, and keeps it otherwise', async () => {
    const { client } = await server().user();
    const languageAfter = async (input: { language?: string }) =>
      (await expectAnswer(client, 'info', input)).userInfo.language;
    expect(await languageAfter({ language: 'pt-PT' })).toBe('pt-PT');
    expect(await languageAfter({})).toBe('pt-PT');
    expect((await client.send('info', { language: 'no such language' })).status).toBe(400);
    expect(await languageAfter({})).toBe('pt-PT');
  });
}

function loggingIn(server: () => TestServer): void {
  test('takes the user name or the e-mail, and stores language and country', async () => {
    const account = newcomer();
    await expectAnswer(server().visitor(), 'checkIn', account);
    for (const username of [account.username, account.email, account.email.toUpperCase()]) {
      const told = { country: 'KE', language: 'sw' };
      const input = { tab: 'login', username, password: PASSWORD, ...told } as const;
      const { userInfo } = await expectAnswer(server().visitor(), 'checkIn', input);
      expect(userInfo).toMatchObject({ username: account.username, ...told });
    }
  });

  test('is refused for a while after too many attempts', async () => {
    const { domain } = server();
    const account = newcomer();
    await expectAnswer(server().visitor(), 'checkIn', account);
    await domain.configure({ 'limit.login_attempts': '2' });
    // a new window of 15 minutes: earlier attempts no longer count
    domain.advance(15 * 60_000 - (domain.now().getTime() % (15 * 60_000)));
    const wrong = { tab: 'login', username: account.username, password: 'wrong one' } as const;
    await expectRefusal(server().visitor(), 'checkIn', wrong, 'invalid_credentials');
    await expectRefusal(server().visitor(), 'checkIn', wrong, 'invalid_credentials');
    const right = { ...wrong, password: PASSWORD };
    const wait = { retry_after: 900 };
    await expectRefusal(server().visitor(), 'checkIn', right, 'too_many_attempts', wait);
    await domain.configure({ 'limit.login_attempts': '20' });
    domain.advance(15 * 60_000);
    await expectAnswer(server().visitor(), 'checkIn', right);
  });
}

function sessions(server: () => TestServer): void {
  test('logout ends its own session only', async () => {
    const account = newcomer();
    const first = await expectAnswer(server().visitor(), 'checkIn', account);
    const login = { tab: 'login', username: account.username, password: PASSWORD } as const;
    const second = await expectAnswer(server().visitor(), 'checkIn', login);
    const client = new Client(server().url, first.userInfo.token);
    expect(await expectAnswer(client, 'logout')).toEqual({});
    expect((await client.send('info')).envelope.code).toBe(401);
    await expectAnswer(new Client(server().url, second.userInfo.token), 'info');
  });

  test('without keep, a session ends 24 hours after its last use', async () => {
    const { domain } = server();
    const { client } = await server().user();
    domain.advance(DAY_MS - 60_000);
    await expectAnswer(client, 'info');
    domain.advance(DAY_MS - 60_000);
    await expectAnswer(client, 'info');
    domain.advance(DAY_MS);
    expect((await client.send('info')).envelope.code).toBe(401);
  });

  test('with keep, a session ends 30 days after its last use', async () => {
    const { domain } = server();
    const { userInfo } = await expectAnswer(server().visitor(), 'checkIn', {
      ...newcomer(),
      keep: true,
    });
    const client = new Client(server().url, userInfo.token);
    domain.advance(30 * DAY_MS - 1);
    await expectAnswer(client, 'info');
    domain.advance(30 * DAY_MS);
    expect((await client.send('info')).envelope.code).toBe(401);
  });

  test('getAppConfig has the key for web push if Firebase is not set up', async () => {
    const without = await startServer();
    const { push, web_push } = await expectAnswer(without.visitor(), 'getAppConfig');
    await without.close();
    expect({ push, web_push }).toEqual({
      push: null,
      web_push: { vapid_key: expect.stringMatching(/^[\w-]{87}$/) },
    });
  });
}

export async function block({ domain }: TestServer, userId: bigint): Promise<void> {
  await domain.pool.query('update account set blocked_at = $2 where user_id = $1', [
    userId,
    domain.now(),
  ]);
}
