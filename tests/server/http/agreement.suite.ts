import { describe, expect, test } from 'vitest';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { holder, optionsFor, PASSWORD } from './passkeys.setup.ts';
import type { TestServer } from './server.ts';

/** Publishes a version of an operator's page; minor corrections are rows of the same version. */
const show = ({ domain }: TestServer, page: string, version: number) =>
  domain.pool.query(
    `insert into operator_page (page, version, language, sha256, markdown, published_at)
     values ($1, $2, 'en', sha256('x'), 'x', $3)`,
    [page, version, domain.now()],
  );

export function agreementCalls(server: () => TestServer): void {
  describe('agree', () => {
    test('is required after a change of terms or privacy, and stored with version and time', async () => {
      const { domain } = server();
      const { client, id, username, visitor, add } = await holder(server);
      const { device } = await add();
      const open = async () => (await expectAnswer(client, 'info')).userInfo.to_agree;
      expect(await open()).toBeUndefined();
      await show(server(), 'imprint', 4);
      expect(await open()).toBeUndefined();
      await show(server(), 'terms', 2);
      await show(server(), 'privacy', 1);
      expect(await open()).toBe('terms:2,privacy:1');
      await show(server(), 'terms', 3);
      const before = { agreed: 'terms:2,privacy:1' };
      await expectRefusal(client, 'agree', before, 'agreement_needed');
      expect(await open()).toBe('terms:3,privacy:1');
      const response = device.get(await optionsFor(visitor));
      const byPasskey = await expectAnswer(visitor, 'logInByPasskey', { response });
      expect(byPasskey.userInfo.to_agree).toBe('terms:3,privacy:1');
      const byPassword = { tab: 'login', username, password: PASSWORD } as const;
      const { userInfo } = await expectAnswer(visitor, 'checkIn', byPassword);
      expect(userInfo.to_agree).toBe('terms:3,privacy:1');
      domain.advance(1_000);
      const time = domain.now();
      const now = { agreed: 'terms:3,privacy:1' };
      expect(await expectAnswer(client, 'agree', now)).toEqual({});
      domain.advance(1_000);
      await expectAnswer(client, 'agree', now);
      expect(await open()).toBeUndefined();
      const { rows } = await domain.pool.query(
        'select what, version, stated_at from consent where user_id = $1 order by what',
        [id],
      );
      expect(rows).toEqual([
        { what: 'privacy', version: 1, stated_at: time },
        { what: 'terms', version: 3, stated_at: time },
      ]);
      // a minor correction is the same version
      await show(server(), 'terms', 3);
      expect(await open()).toBeUndefined();
      await domain.pool.query('delete from operator_page');
    });
  });
}
