import { describe, expect, test } from 'vitest';
import { Authenticator } from '../authenticator.ts';
import { Client } from './client.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { outcomes } from './outcomes.ts';
import { holder, logIn, ORIGIN, optionsFor, PASSWORD, reasonOf } from './passkeys.setup.ts';
import type { TestServer } from './server.ts';

const QUARTER_MS = 15 * 60_000;

export function passkeyCalls(server: () => TestServer): void {
  describe('passkeys', () => {
    adding(server);
    limiting(server);
    keeping(server);
    entering(server);
  });
}

function adding(server: () => TestServer): void {
  test('are part of a member’s account safety, like the mailed link as a way back', async () => {
    const { client, add } = await holder(server);
    const safety = async () => (await expectAnswer(client, 'withdrawConfig')).account_safety;
    const before = { has_way_back: true, has_passkey: false, has_withdrawn: false };
    expect(await safety()).toEqual(before);
    await add();
    expect(await safety()).toEqual({ ...before, has_passkey: true });
  });

  test('are added by the password, named after the device, and their member is told by mail', async () => {
    const { client, ask, list, id } = await holder(server);
    const device = new Authenticator(ORIGIN);
    const agent = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
    const { passkey } = await expectAnswer(
      client,
      'addPasskey',
      { response: device.create(await ask()) },
      agent,
    );
    expect(await list()).toEqual([
      {
        passkey,
        name: 'Firefox, Linux',
        created_at: server().domain.now().toISOString(),
        used_at: null,
      },
    ]);
    const { rows } = await server().domain.pool.query(
      `select kind from mail join account using (email_key) where account.user_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ kind: 'passkey' }]);
    const audit = await server().domain.pool.query(
      `select action from audit where who = 'user ' || $1::text order by audit_id desc limit 1`,
      [id],
    );
    expect(audit.rows).toEqual([{ action: 'passkey added' }]);
  });

  test('have a stable handle that does not identify the member', async () => {
    const { ask, id, username } = await holder(server);
    const [one, two] = [JSON.parse(await ask()), JSON.parse(await ask())];
    expect(one.user.id).toBe(two.user.id);
    expect(one.challenge).not.toBe(two.challenge);
    const handle = Buffer.from(one.user.id, 'base64url');
    expect(handle).toHaveLength(32);
    expect(handle.toString('latin1')).not.toContain(username);
    // only the first eight bytes: random bytes may contain a short number by chance
    expect(handle.readBigUInt64BE()).not.toBe(BigInt(id));
    expect(one).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });
}

function limiting(server: () => TestServer): void {
  test('require the password, and wrong passwords are limited as at a log-in', async () => {
    const { domain } = server();
    const { client } = await holder(server);
    await domain.configure({ 'limit.login_attempts': '1' });
    domain.advance(QUARTER_MS - (domain.now().getTime() % QUARTER_MS));
    const wrong = { password: 'wrong' };
    await expectRefusal(client, 'passkeyOptions', wrong, 'invalid_credentials');
    const wait = { retry_after: 900 };
    await expectRefusal(client, 'passkeyOptions', wrong, 'too_many_attempts', wait);
    await domain.configure({ 'limit.login_attempts': '20' });
  });

  test('are added once by two requests with the same options', async () => {
    const { client, ask, list } = await holder(server);
    const options = await ask();
    const received = await Promise.all(
      [1, 2].map(() =>
        client.send('addPasskey', { response: new Authenticator(ORIGIN).create(options) }),
      ),
    );
    expect(outcomes(received)).toEqual({ ok: 1, invalid_credentials: 1 });
    expect(await list()).toHaveLength(1);
  });

  test('are at most ten', async () => {
    const { client, add, ask, list } = await holder(server);
    const options = await Promise.all(Array.from({ length: 10 }, ask));
    for (let each = 0; each < 9; each += 1) await add();
    const received = await Promise.all(
      options.map((each) =>
        client.send('addPasskey', { response: new Authenticator(ORIGIN).create(each) }),
      ),
    );
    expect(received.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    expect(await list()).toHaveLength(10);
    const { status, envelope } = await client.send('passkeyOptions', { password: PASSWORD });
    expect(status).toBe(400);
    expect(JSON.stringify(envelope.data)).toContain('passkeys');
  });
}

function keeping(server: () => TestServer): void {
  test('are renamed and removed by their owner only', async () => {
    const { client, add, list, visitor } = await holder(server);
    const other = await holder(server);
    const { passkey, device } = await add();
    await expectAnswer(other.client, 'renamePasskey', { passkey, name: 'Not mine' });
    await expectAnswer(other.client, 'removePasskey', { passkey });
    await expectAnswer(client, 'renamePasskey', { passkey, name: '  Der Schlüssel 🔑 ' });
    expect((await list()).map(({ name }) => name)).toEqual(['Der Schlüssel 🔑']);
    expect(await logIn(visitor, device)).toBe('in');
    await expectAnswer(client, 'removePasskey', { passkey });
    await expectAnswer(client, 'removePasskey', { passkey });
    expect(await list()).toEqual([]);
    expect(await logIn(visitor, device)).toBe('invalid_credentials');
  });

  test('are listed by last use, the newest first', async () => {
    const { add, list, visitor } = await holder(server);
    const first = await add();
    server().domain.advance(1000);
    const second = await add();
    const order = async () => (await list()).map(({ passkey }) => passkey);
    expect(await order()).toEqual([second.passkey, first.passkey]);
    server().domain.advance(1000);
    expect(await logIn(visitor, first.device)).toBe('in');
    expect(await order()).toEqual([first.passkey, second.passkey]);
    expect((await list())[0]?.used_at).toBe(server().domain.now().toISOString());
  });
}

function entering(server: () => TestServer): void {
  test('begin a session like a password, and make the device a known one', async () => {
    const { add, visitor, id, username } = await holder(server);
    const { device } = await add();
    const input = { response: device.get(await optionsFor(visitor)), keep: true };
    const { userInfo } = await expectAnswer(visitor, 'logInByPasskey', input);
    expect(userInfo).toMatchObject({ id, username });
    const session = new Client(server().url, userInfo.token);
    expect((await expectAnswer(session, 'info')).userInfo.id).toBe(id);
    const { rows } = await server().domain.pool.query(
      `select keep, (select count(*)::int from known_device where user_id = $1) as devices
       from session where user_id = $1 order by created_at desc, keep desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ keep: true, devices: 2 }]);
  });

  test('log in once with one signature, also if it is sent several times at once', async () => {
    const { add, visitor } = await holder(server);
    const { device } = await add();
    const response = device.get(await optionsFor(visitor));
    const received = await Promise.all(
      [1, 2, 3].map(() => visitor.send('logInByPasskey', { response })),
    );
    expect(outcomes(received)).toEqual({ ok: 1, invalid_credentials: 2 });
  });

  test('log in to their own account if another member has sent the same credential id', async () => {
    const [owner, thief] = [await holder(server), await holder(server)];
    const { device } = await owner.add();
    const copy = new Authenticator(ORIGIN, device.id);
    const response = copy.create(await thief.ask());
    await expectRefusal(thief.client, 'addPasskey', { response }, 'invalid_credentials');
    expect(await reasonOf(owner.visitor, copy.get(await optionsFor(owner.visitor)))).toBe(
      'invalid_credentials',
    );
    expect(await logIn(owner.visitor, device)).toBe('in');
  });
}
