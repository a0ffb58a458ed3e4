import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Authenticator } from '../authenticator.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { holder, logIn, ORIGIN, optionsFor, PASSWORD, reasonOf } from './passkeys.setup.ts';
import type { TestServer } from './server.ts';

const QUARTER_MS = 15 * 60_000;

export function refusedPasskeys(server: () => TestServer): void {
  describe('passkeys that are refused', () => {
    refusing(server);
    refusingMade(server);
    ending(server);
  });
}

function refusing(server: () => TestServer): void {
  test('have the same answer for every fault of a log-in', async () => {
    const { add, visitor, id } = await holder(server);
    const { device } = await add();
    const stranger = new Authenticator(ORIGIN);
    const send = async (response: string) =>
      (await visitor.send('logInByPasskey', { response })).text;
    const wrong = async (faults: Parameters<Authenticator['get']>[1]) =>
      send(device.get(await optionsFor(visitor), faults));
    const { domain } = server();
    const set = (value: string) =>
      domain.pool.query(`update account set blocked_at = ${value} where user_id = $1`, [id]);
    const texts = [
      await send('no JSON'),
      await send(stranger.get(await optionsFor(visitor), { handle: 'AAAA' })),
      await wrong({ origin: 'https://clips.example.evil' }),
      await wrong({ crossOrigin: true }),
      await wrong({ rpId: 'clips.example' }),
      await wrong({ isUnverified: true }),
      await wrong({ handle: 'AAAA' }),
      await wrong({ type: 'webauthn.create' }),
      await send(device.get(JSON.stringify({ challenge: 'AAAA', rpId: 'localhost' }))),
    ];
    const late = device.get(await optionsFor(visitor));
    domain.advance(5 * 60_000);
    texts.push(await send(late));
    await set('now()');
    texts.push(await send(device.get(await optionsFor(visitor))));
    await set('null');
    expect(new Set(texts).size).toBe(1);
    expect(await logIn(visitor, device)).toBe('in');
    // the counter of a cloned authenticator is lower
    expect(await reasonOf(visitor, device.get(await optionsFor(visitor), { counter: 1 }))).toBe(
      'invalid_credentials',
    );
  });
}

function refusingMade(server: () => TestServer): void {
  test('are not added if their creation differs from the options', async () => {
    const { client, ask, list } = await holder(server);
    const other = await holder(server);
    const make = async (
      faults: Parameters<Authenticator['create']>[1],
      options = ask(),
      device = new Authenticator(ORIGIN),
    ) => {
      const response = device.create(await options, faults);
      await expectRefusal(client, 'addPasskey', { response }, 'invalid_credentials');
    };
    await make({}, other.ask());
    await make(
      {},
      optionsFor(other.visitor).then((text) =>
        JSON.stringify({ ...JSON.parse(text), rp: { id: 'localhost' }, user: { id: 'AAAA' } }),
      ),
    );
    await make({ origin: 'https://clips.example.evil' });
    await make({ isUnverified: true });
    await make({ type: 'webauthn.get' });
    // with a certificate, whose revocation list would be fetched from any URL that it names
    const certificate = new Map([['x5c', [new Uint8Array([1])]]]);
    await make({
      attestation: new Map<string, unknown>([
        ['fmt', 'packed'],
        ['attStmt', certificate],
      ]),
    });
    await make({ attestation: new Map<string, unknown>([['fmt', 'tpm']]) });
    // a text that Postgres cannot store, and more transports than exist
    await make({ transports: ['usb\u0000'] });
    await make({ transports: Array(17).fill('usb') });
    // a credential id that is longer than WebAuthn allows
    await make({}, ask(), new Authenticator(ORIGIN, randomBytes(3_000).toString('base64url')));
    const late = await ask();
    server().domain.advance(5 * 60_000);
    await make({}, Promise.resolve(late));
    expect(await list()).toEqual([]);
  });

  test('are limited by the address', async () => {
    const { domain } = server();
    const { visitor, add } = await holder(server);
    const { device } = await add();
    await domain.configure({ 'limit.address_login_attempts': '1' });
    domain.advance(QUARTER_MS - (domain.now().getTime() % QUARTER_MS));
    await expectRefusal(visitor, 'logInByPasskey', { response: 'wrong' }, 'invalid_credentials');
    const response = device.get(await optionsFor(visitor));
    const wait = { retry_after: 900 };
    await expectRefusal(visitor, 'logInByPasskey', { response }, 'too_many_attempts', wait);
    await domain.configure({ 'limit.address_login_attempts': '100' });
  });
}

function ending(server: () => TestServer): void {
  test('stay after a password change by the old password; pending options do not', async () => {
    const { client, visitor, add, ask, list } = await holder(server);
    const { device } = await add();
    const options = await ask();
    const change = { password: PASSWORD, new_password: 'eleven paper boats' };
    await expectAnswer(client, 'changePassword', change);
    const response = new Authenticator(ORIGIN).create(options);
    await expectRefusal(client, 'addPasskey', { response }, 'invalid_credentials');
    expect(await list()).toHaveLength(1);
    expect(await logIn(visitor, device)).toBe('in');
  });

  test('are removed by a new password that is set without the old one', async () => {
    const { client, visitor, add, username } = await holder(server);
    const { device } = await add();
    const { codes } = await expectAnswer(client, 'makeRecoveryCodes', { password: PASSWORD });
    const form = { username, code: codes[0] ?? '', password: 'eleven paper boats' };
    await expectAnswer(visitor, 'recoverAccount', form);
    expect(await logIn(visitor, device)).toBe('invalid_credentials');
  });
}
