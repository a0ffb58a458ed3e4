import { describe, expect, test } from 'vitest';
import { codeIn } from '../mail.support.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { deliver, person } from './email.suite.ts';
import { startServer, type TestServer } from './server.ts';

const HOUR_MS = 60 * 60_000;
const REQUIRED = 'withdraw.email_confirmed_required';
const INFO = {
  ...{ country: 'PH', method: 'gcash', recipient_name: 'Maria Cruz', account: '0917 123 4567' },
};

/** Registers a member with a balance and a payout account. */
async function earner(server: () => TestServer) {
  const { domain } = server();
  const member = await person(server);
  await domain.pool.query(
    `insert into payout_method (method, name, account_type, countries, account_pattern,
       account_hint, position)
     values ('gcash', 'GCash', 'phone', '{PH}', '^.+$', 'any', 1) on conflict do nothing`,
  );
  await expectAnswer(member.mine, 'updateWdinfo', INFO);
  await expectAnswer(member.mine, 'handleLoginReward');
  const asks = async () => (await member.mine.send('withdraw', { amount: '1' })).envelope.data;
  const term = async () => (await expectAnswer(member.mine, 'withdrawConfig')).email_confirmed;
  const linkCode = async () => {
    await expectAnswer(member.mine, 'sendConfirmLink');
    const [mail] = await deliver(server());
    expect(mail?.to).toBe(member.email);
    return { code: mail ? codeIn(mail, 'reset#confirm') : '' };
  };
  return { ...member, asks, term, linkCode };
}

export function emailConfirmation(server: () => TestServer): void {
  describe('the present e-mail', () => {
    test('is required before a withdrawal, and confirmed by the link on any device', async () => {
      const { mine, email, visitor, asks, term, linkCode } = await earner(server);
      const unconfirmed = { email, confirmed: false };
      expect(await expectAnswer(mine, 'myEmail')).toEqual(unconfirmed);
      expect(await term()).toBeUndefined();
      // the setting's default: required if mails are sent
      await server().domain.configure({ [REQUIRED]: '' });
      expect(await term()).toBe(false);
      expect(await asks()).toMatchObject({ reason: 'requirements_unmet' });
      const link = await linkCode();
      expect(await expectAnswer(visitor, 'confirmEmail', link)).toEqual({ changed: false });
      expect(await expectAnswer(mine, 'sendConfirmLink')).toEqual({ email, confirmed: true });
      expect(await deliver(server())).toEqual([]);
      expect(await term()).toBe(true);
      expect(await asks()).toMatchObject({ withdrawal: { status: 'pending' } });
      await server().domain.configure({ [REQUIRED]: 'false' });
    });

    test('is confirmed by the link of an e-mail change', async () => {
      const { mine, visitor, codeFor, wants } = await person(server);
      await expectAnswer(visitor, 'confirmEmail', { code: await codeFor() });
      const confirmed = { email: wants.email, confirmed: true };
      expect(await expectAnswer(mine, 'myEmail')).toEqual(confirmed);
    });

    test('gets at most three mails an hour', async () => {
      const { domain } = server();
      const { mine, email } = await person(server);
      domain.advance(HOUR_MS - (domain.now().getTime() % HOUR_MS));
      for (const _ of [1, 2, 3]) await expectAnswer(mine, 'sendConfirmLink');
      const wait = { retry_after: HOUR_MS / 1_000 };
      await expectRefusal(mine, 'sendConfirmLink', {}, 'too_many_attempts', wait);
      // only the last link is valid, so only the last mail is sent
      const mails = await deliver(server());
      expect(mails.filter(({ to }) => to === email)).toHaveLength(1);
    });

    test('is never required by a server that sends no mails, even if the setting says so', async () => {
      const without = await startServer();
      const { mine, term, asks } = await earner(() => without);
      expect((await mine.send('sendConfirmLink')).status).toBe(404);
      for (const value of ['', 'true']) {
        await without.domain.configure({ [REQUIRED]: value });
        expect(await term()).toBeUndefined();
      }
      const safety = async () => (await expectAnswer(mine, 'withdrawConfig')).account_safety;
      const none = { has_way_back: false, has_passkey: false, has_withdrawn: false };
      expect(await safety()).toEqual(none);
      expect(await asks()).toMatchObject({ withdrawal: { status: 'pending' } });
      expect(await safety()).toEqual({ ...none, has_withdrawn: true });
      await without.domain.pool.query(
        `insert into recovery_code (user_id, code_hash, made_at)
         select user_id, decode(repeat('00', 32), 'hex'), now() from account`,
      );
      expect(await safety()).toEqual({ ...none, has_way_back: true, has_withdrawn: true });
      await without.close();
    });
  });
}
