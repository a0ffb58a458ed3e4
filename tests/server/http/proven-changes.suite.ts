import { describe, expect, test } from 'vitest';
import { codeIn } from '../mail.support.ts';
import type { CallName } from './client.ts';
import { deliver, person } from './email.suite.ts';
import { passkeyOf } from './passkeys.setup.ts';
import { expectAnswer, expectRefusal } from './proofs.ts';
import type { TestServer } from './server.ts';

const MINUTE_MS = 60_000;
const PASSWORD = 'seven green lanterns';
const NEW = 'eleven paper boats';

/** What asks for a proof, without the password that apps of before send with it. */
const asking: readonly [CallName, (email: string) => object][] = [
  ['changeEmail', (email) => ({ email })],
  ['changePassword', () => ({ new_password: NEW })],
  ['endSession', () => ({ session: 'a'.repeat(32) })],
  ['endOtherSessions', () => ({})],
  ['deleteAccount', () => ({})],
];

export function provenChanges(server: () => TestServer): void {
  describe('what changes who gets in', () => {
    asks(server);
    provesNothing(server);
  });
}

function asks(server: () => TestServer): void {
  test.each(asking)(
    '%s: asks for a proof ten minutes after the log-in, and goes by a passkey',
    async (name, inputOf) => {
      const { mine, wants } = await person(server);
      const device = await passkeyOf(mine, PASSWORD);
      const input = inputOf(wants.email) as never;
      server().domain.advance(10 * MINUTE_MS);
      await expectRefusal(mine, name, input, 'proof_too_old');
      expect((await expectAnswer(mine, 'sessions')).list).toHaveLength(2);
      const { options } = await expectAnswer(mine, 'proofOptions');
      await expectAnswer(mine, 'proveByPasskey', { response: device.get(options ?? '') });
      server().domain.advance(10 * MINUTE_MS - 1);
      await expectAnswer(mine, name, input);
    },
  );

  test('a password that is easy to guess is told to whoever has proven it alone', async () => {
    const { mine, logsInAs, username } = await person(server);
    await expectRefusal(mine, 'changePassword', { new_password: 'password123' }, 'weak_password');
    server().domain.advance(10 * MINUTE_MS);
    await expectRefusal(mine, 'changePassword', { new_password: 'password123' }, 'proof_too_old');
    // an app of before sends the password, and has proven it by that
    await expectAnswer(mine, 'changePassword', { password: PASSWORD, new_password: NEW });
    await expectAnswer(mine, 'endOtherSessions');
    expect(await logsInAs(username)).toBe('invalid_credentials');
  });
}

function provesNothing(server: () => TestServer): void {
  test('the link to another e-mail is no proof for the session that asked for it', async () => {
    const { mine, wants, visitor, codeFor } = await person(server);
    const code = await codeFor();
    server().domain.advance(10 * MINUTE_MS);
    expect(await expectAnswer(visitor, 'confirmEmail', { code })).toEqual({ changed: true });
    // it goes on, but whoever has the phone has shown nothing
    await expectRefusal(mine, 'changeEmail', { email: `next.${wants.email}` }, 'proof_too_old');
    await expectRefusal(mine, 'deleteAccount', {}, 'proof_too_old');
    await expectAnswer(mine, 'proveByPassword', { password: PASSWORD });
    await expectAnswer(mine, 'changeEmail', { email: `next.${wants.email}` });
    const mail = (await deliver(server())).find(({ to }) => to === `next.${wants.email}`);
    expect(mail && codeIn(mail, 'reset#confirm')).toBeTruthy();
  });
}
