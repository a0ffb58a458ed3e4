import { describe, expect, test } from 'vitest';
import { Authenticator } from '../authenticator.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { outcomes } from './outcomes.ts';
import { holder, ORIGIN, optionsFor, PASSWORD } from './passkeys.setup.ts';
import type { TestServer } from './server.ts';

const MINUTE_MS = 60_000;
const INFO = { country: 'IN', method: 'test_upi', recipient_name: 'Amira Khan' };

/** Makes a member who logged in ten minutes ago. @returns also a change that requires a proof now */
async function memberWithoutProof(server: () => TestServer) {
  const user = await holder(server);
  const { device, passkey } = await user.add();
  await expectAnswer(user.client, 'updateWdinfo', { ...INFO, account: `${user.username}@upi` });
  server().domain.advance(10 * MINUTE_MS);
  const other = { ...INFO, account: `${user.username}.2@upi` };
  const options = async () => (await expectAnswer(user.client, 'proofOptions')).options ?? '';
  return { ...user, device, passkey, other, options };
}

/** Runs after the suite of withdrawals, which adds the payout method. */
export function provingCalls(server: () => TestServer): void {
  describe('a proof of identity', () => {
    asking(server);
    byPasskey(server);
  });
}

function asking(server: () => TestServer): void {
  test('is required ten minutes after the log-in, and by password is valid for as long', async () => {
    const { client, other, passkey } = await memberWithoutProof(server);
    await expectRefusal(client, 'updateWdinfo', other, 'proof_too_old');
    await expectRefusal(client, 'removePasskey', { passkey }, 'proof_too_old');
    await expectRefusal(client, 'proveByPassword', { password: 'wrong' }, 'invalid_credentials');
    await expectRefusal(client, 'updateWdinfo', other, 'proof_too_old');
    await expectAnswer(client, 'proveByPassword', { password: PASSWORD });
    server().domain.advance(10 * MINUTE_MS - 1);
    await expectAnswer(client, 'updateWdinfo', other);
    await expectAnswer(client, 'removePasskey', { passkey });
    server().domain.advance(1);
    const third = { ...other, recipient_name: 'Somebody Else' };
    await expectRefusal(client, 'updateWdinfo', third, 'proof_too_old');
    // the account is already stored, so this changes nothing
    await expectAnswer(client, 'updateWdinfo', other);
  });

  test('is valid for its own session only', async () => {
    const { client, other, username, visitor } = await memberWithoutProof(server);
    const form = { tab: 'login', username, password: PASSWORD } as const;
    await expectAnswer(visitor, 'checkIn', form);
    await expectRefusal(client, 'updateWdinfo', other, 'proof_too_old');
  });

  test('has the same limit of attempts as a log-in', async () => {
    const { domain } = server();
    const { client, options, device } = await memberWithoutProof(server);
    await domain.configure({ 'limit.login_attempts': '1' });
    domain.advance(15 * MINUTE_MS - (domain.now().getTime() % (15 * MINUTE_MS)));
    const response = device.get(await options());
    await expectRefusal(client, 'proveByPassword', { password: 'wrong' }, 'invalid_credentials');
    const wait = { retry_after: 900 };
    const good = { password: PASSWORD };
    await expectRefusal(client, 'proveByPassword', good, 'too_many_attempts', wait);
    await expectRefusal(client, 'proveByPasskey', { response }, 'too_many_attempts', wait);
    await domain.configure({ 'limit.login_attempts': '20' });
  });
}

function byPasskey(server: () => TestServer): void {
  test('by the member’s own passkey is valid once per signature', async () => {
    const { client, other, device, options } = await memberWithoutProof(server);
    const response = device.get(await options());
    const received = await Promise.all(
      [1, 2].map(() => client.send('proveByPasskey', { response })),
    );
    expect(outcomes(received)).toEqual({ ok: 1, invalid_credentials: 1 });
    server().domain.advance(10 * MINUTE_MS);
    await expectAnswer(client, 'proveByPasskey', { response: device.get(await options()) });
    await expectAnswer(client, 'updateWdinfo', other);
  });

  test('is refused with another member’s passkey, an unknown passkey, or a signature for a log-in', async () => {
    const { client, other, device, options, visitor } = await memberWithoutProof(server);
    const thief = await memberWithoutProof(server);
    const responses = [
      thief.device.get(await options()),
      new Authenticator(ORIGIN).get(await options(), { handle: 'AAAA' }),
      device.get(await optionsFor(visitor)),
      device.get(await thief.options()),
      'no JSON',
    ];
    for (const response of responses) {
      await expectRefusal(client, 'proveByPasskey', { response }, 'invalid_credentials');
    }
    await expectRefusal(client, 'updateWdinfo', other, 'proof_too_old');
  });

  test('has no options for a passkey if the member has none', async () => {
    const { client } = await holder(server);
    expect(await expectAnswer(client, 'proofOptions')).toEqual({ options: null });
  });
}
