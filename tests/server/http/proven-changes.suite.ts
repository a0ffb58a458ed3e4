import { describe, expect, test } from 'vitest';
import { textOf } from '../../../server/push/texts.ts';
import { codeIn } from '../mail.support.ts';
import type { CallName } from './client.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { deliver, person } from './email.suite.ts';
import { passkeyOf } from './passkeys.setup.ts';
import type { TestServer } from './server.ts';

const MINUTE_MS = 60_000;
const PASSWORD = 'seven green lanterns';
const NEW = 'eleven paper boats';

/** Calls that require a proof, without the password that older apps send with them. */
const asking: readonly [CallName, (email: string) => object][] = [
  ['changeEmail', (email) => ({ email })],
  ['changePassword', () => ({ new_password: NEW })],
  ['endSession', () => ({ session: 'a'.repeat(32) })],
  ['endOtherSessions', () => ({})],
  ['deleteAccount', () => ({})],
];

export function provenChanges(server: () => TestServer): void {
  describe('changes that require a proof of identity', () => {
    asks(server);
    provesNothing(server);
    tells(server);
  });
}

function asks(server: () => TestServer): void {
  test.each(asking)(
    '%s: requires a proof from ten minutes after the log-in on, and accepts a passkey',
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

  test('a weak password is reported only to a proven session', async () => {
    const { mine, logsInAs, username } = await person(server);
    await expectRefusal(mine, 'changePassword', { new_password: 'password123' }, 'weak_password');
    server().domain.advance(10 * MINUTE_MS);
    await expectRefusal(mine, 'changePassword', { new_password: 'password123' }, 'proof_too_old');
    // an older app sends the password, which is a proof
    await expectAnswer(mine, 'changePassword', { password: PASSWORD, new_password: NEW });
    await expectAnswer(mine, 'endOtherSessions');
    expect(await logsInAs(username)).toBe('invalid_credentials');
  });
}

function provesNothing(server: () => TestServer): void {
  test('the link to a new e-mail proves nothing for the session that requested it', async () => {
    const { mine, wants, visitor, codeFor } = await person(server);
    const code = await codeFor();
    server().domain.advance(10 * MINUTE_MS);
    expect(await expectAnswer(visitor, 'confirmEmail', { code })).toEqual({ changed: true });
    // the session goes on, but a thief with the phone has proven nothing
    await expectRefusal(mine, 'changeEmail', { email: `next.${wants.email}` }, 'proof_too_old');
    await expectRefusal(mine, 'deleteAccount', {}, 'proof_too_old');
    await expectAnswer(mine, 'proveByPassword', { password: PASSWORD });
    await expectAnswer(mine, 'changeEmail', { email: `next.${wants.email}` });
    const mail = (await deliver(server())).find(({ to }) => to === `next.${wants.email}`);
    expect(mail && codeIn(mail, 'reset#confirm')).toBeTruthy();
  });
}

function tells(server: () => TestServer): void {
  test('a new password, and an added or a removed passkey, are told by mail and by push', async () => {
    const { id, mine, email } = await person(server);
    const { pool } = server().domain;
    await pool.query("update session set fcm_token = 'told-' || user_id where user_id = $1", [id]);
    await passkeyOf(mine, PASSWORD);
    const [passkey] = (await expectAnswer(mine, 'passkeys')).list;
    await expectAnswer(mine, 'removePasskey', { passkey: passkey?.passkey ?? '' });
    // an unknown passkey changes nothing, so nobody is told
    await expectAnswer(mine, 'removePasskey', { passkey: '0'.repeat(32) });
    await expectAnswer(mine, 'changePassword', { new_password: NEW });
    const mails = (await deliver(server())).filter(({ to }) => to === email);
    const said = mails.map(
      ({ text }) => /has a new passkey|no longer logs in|was changed/.exec(text)?.[0],
    );
    expect(said.sort()).toEqual(['has a new passkey', 'no longer logs in', 'was changed']);
    const { rows } = await pool.query<{ detail: string }>(
      "select distinct detail from push where user_id = $1 and kind = 'account_changed' order by 1",
      [id],
    );
    const titles = rows.map(({ detail }) => textOf('account_changed', detail, 'en', null).title);
    expect(titles.sort()).toEqual([
      'A passkey was added',
      'A passkey was removed',
      'Your password was changed',
    ]);
  });
}
