import { describe, expect, test } from 'vitest';
import { keyForms } from '../../../server/domain/sealed-emails.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { startServer, type TestServer } from './server.ts';

const MINUTE_MS = 60_000;

export function forgettingCalls(server: () => TestServer): void {
  describe('forgotPassword', () => {
    test('answers the same for every address, and stores only the request', async () => {
      const { domain } = server();
      await domain.user({ username: 'Forgetful' });
      const visitor = server().visitor();
      for (const email of ['Forgetful@example.org', 'nobody@example.org']) {
        expect(await expectAnswer(visitor, 'forgotPassword', { email })).toEqual({});
      }
      const { rows } = await domain.pool.query(
        'select email_key, user_id, code_hash from mail order by mail_id',
      );
      const asked = { user_id: null, code_hash: null };
      const formsOf = await keyForms(domain.pool);
      const keptOf = (email: string) => ({ email_key: formsOf([email]).at(-1), ...asked });
      expect(rows).toEqual(['forgetful@example.org', 'nobody@example.org'].map(keptOf));
    });

    test.each(['nobody', 'a@b@c', 'me@example.org\r\nBcc: you@example.org'])(
      'refuses %j as an address',
      async (email) => {
        expect(await server().visitor().send('forgotPassword', { email })).toMatchObject({
          status: 400,
          envelope: { data: { fields: { email: 'an e-mail address' } } },
        });
      },
    );

    test('is limited by network, over all e-mail addresses together', async () => {
      const { domain } = server();
      await domain.configure({ 'limit.address_login_attempts': '2' });
      domain.advance(15 * MINUTE_MS - (domain.now().getTime() % (15 * MINUTE_MS)));
      const visitor = server().visitor();
      await expectAnswer(visitor, 'forgotPassword', { email: 'one@example.org' });
      await expectAnswer(visitor, 'forgotPassword', { email: 'two@example.org' });
      const third = { email: 'three@example.org' };
      const wait = { retry_after: 900 };
      await expectRefusal(visitor, 'forgotPassword', third, 'too_many_attempts', wait);
      await domain.configure({ 'limit.address_login_attempts': '300' });
    });

    test('is unavailable on a server that sends no mails, and the app’s settings say so', async () => {
      const without = await startServer();
      const visitor = without.visitor();
      const answer = await visitor.send('forgotPassword', { email: 'one@example.org' });
      expect([
        answer.status,
        (await without.domain.pool.query('select from mail')).rowCount,
      ]).toEqual([404, 0]);
      expect((await expectAnswer(visitor, 'getAppConfig')).reset_by_mail).toBe(false);
      expect((await expectAnswer(server().visitor(), 'getAppConfig')).reset_by_mail).toBe(true);
      await without.close();
    });
  });
}
