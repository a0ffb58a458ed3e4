import { describe, expect, test } from 'vitest';
import { Client } from './client.ts';
import { expectAnswer } from './coverage.ts';
import type { TestServer } from './server.ts';

const PASSWORD = 'seven green lanterns';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const MINUTE_MS = 60_000;

let serial = 0;

/** Registers a member on an Android phone, and logs in on an iPhone a minute later. */
async function person(server: () => TestServer) {
  serial += 1;
  const username = `session_${serial}`;
  const form = { username, password: PASSWORD };
  const logIn = async (agent: string, email?: string) => {
    const input = email
      ? ({ tab: 'register', email, ...form } as const)
      : ({ tab: 'login', ...form } as const);
    const headers = { 'user-agent': agent };
    const { userInfo } = await expectAnswer(server().visitor(), 'checkIn', input, headers);
    return { id: userInfo.id, client: new Client(server().url, userInfo.token) };
  };
  const { id, client } = await logIn(ANDROID, `${username}@mail.example`);
  server().domain.advance(MINUTE_MS);
  const begun = server().domain.now().toISOString();
  const { client: other } = await logIn(IPHONE);
  return { id, mine: client, other, begun, logIn };
}

const listOf = async (client: Client) => (await expectAnswer(client, 'sessions')).list;
const codeOf = async (client: Client) => (await client.send('info')).envelope.code;

async function nameOfOther(client: Client): Promise<string> {
  const found = (await listOf(client)).find(({ here }) => !here);
  if (!found) throw new Error('there is no other session');
  return found.session;
}

export function sessionCalls(server: () => TestServer): void {
  describe('sessions', () => listing(server));
  describe('ending sessions', () => ending(server));
}

function listing(server: () => TestServer): void {
  test('are listed with device, log-in and last use, the own one first', async () => {
    const { mine, other, begun } = await person(server);
    const phone = { browser: 'Chrome', system: 'Android', country: null };
    const tablet = { browser: 'Safari', system: 'iOS', country: null };
    const [first, second, ...more] = await listOf(mine);
    expect(first).toMatchObject({ ...phone, here: true, seen_at: first?.created_at });
    expect(Date.parse(first?.created_at ?? '')).toBe(Date.parse(begun) - MINUTE_MS);
    expect(second).toMatchObject({ ...tablet, here: false, created_at: begun, seen_at: begun });
    expect(more).toEqual([]);
    const ofOther = await listOf(other);
    expect(ofOther.map(({ here, session }) => [here, session])).toEqual([
      [true, second?.session],
      [false, first?.session],
    ]);
  });

  test('are listed without tokens and their hashes', async () => {
    const { mine, id } = await person(server);
    const { rows } = await server().domain.pool.query<{ hash: string }>(
      "select encode(token_hash, 'hex') as hash from session where user_id = $1",
      [id],
    );
    const text = JSON.stringify(await listOf(mine));
    expect(rows).toHaveLength(2);
    for (const { hash } of rows) expect(text).not.toContain(hash.slice(0, 16));
    expect(text).not.toContain(mine.token);
  });

  test.each([
    'expires_at = created_at',
    "created_at = (select password_changed_at - '1s'::interval from account where account.user_id = session.user_id)",
  ])('are not listed once they are over: %s', async (over) => {
    const { mine, id } = await person(server);
    await server().domain.pool.query(
      `update session set ${over} where user_id = $1 and browser = 'Safari'`,
      [id],
    );
    expect(await listOf(mine)).toHaveLength(1);
  });

  test('are not listed if the operator requires a new log-in', async () => {
    const { mine, begun } = await person(server);
    const { domain } = server();
    await domain.configure({ 'session.not_before': begun });
    expect((await mine.send('sessions')).envelope.code).toBe(303);
    await domain.configure({ 'session.not_before': '' });
    expect(await listOf(mine)).toHaveLength(2);
  });
}

function ending(server: () => TestServer): void {
  test('one session ends at once, also if it is ended twice, and the others go on', async () => {
    const { mine, other, id } = await person(server);
    const session = await nameOfOther(mine);
    expect([await codeOf(mine), await codeOf(other)]).toEqual([1, 1]);
    await expectAnswer(mine, 'endSession', { session });
    expect([await codeOf(mine), await codeOf(other)]).toEqual([1, 401]);
    await expectAnswer(mine, 'endSession', { session });
    expect(await listOf(mine)).toHaveLength(1);
    const { rows } = await server().domain.pool.query(
      "select what from audit where action = 'sessions ended' and who = $1",
      [`user ${id}`],
    );
    expect(rows).toEqual([{ what: { user_id: id, sessions: 1 } }]);
  });

  test('a session cannot be ended by another member', async () => {
    const { mine } = await person(server);
    const stranger = await person(server);
    await expectAnswer(stranger.mine, 'endSession', { session: await nameOfOther(mine) });
    expect(await listOf(mine)).toHaveLength(2);
    await expectAnswer(stranger.mine, 'endOtherSessions');
    expect(await listOf(mine)).toHaveLength(2);
  });

  test('all other sessions end, and this one goes on', async () => {
    const { mine, other, logIn } = await person(server);
    const third = (await logIn('curl/8.5.0')).client;
    await expectAnswer(mine, 'endOtherSessions');
    expect([await codeOf(mine), await codeOf(other), await codeOf(third)]).toEqual([1, 401, 401]);
    expect(await listOf(mine)).toHaveLength(1);
  });
}
