import { expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { sendConfirmLink } from '../../server/domain/email-confirmation.ts';
import { mailEmailLink } from '../../server/domain/email-links.ts';
import { changePassword } from '../../server/domain/password-change.ts';
import { hashPassword } from '../../server/domain/passwords.ts';
import { makeResetLink, resetPassword } from '../../server/domain/reset-links.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { untilLockWait } from './support.ts';

setUpDomain();

const PASSWORD = 'seven green lanterns';
const NEW = 'eleven paper boats';

/** Ways to change the password. */
const ways: Readonly<Record<string, (user: Caller) => Promise<unknown>>> = {
  'the user': (user) =>
    changePassword(domain.context(), user, { password: PASSWORD, new_password: NEW }),
  'a reset link': async ({ userId }) => {
    const { code } = await makeResetLink(domain.pool, userId, domain.now());
    return resetPassword(domain.context(), null, { code, password: NEW });
  },
};

test.each(Object.entries(ways))(
  'a pending link to another e-mail is deleted when the password is changed by %s',
  async (_way, setPassword) => {
    const user = await domain.user();
    await domain.pool.query('update account set password_hash = $2 where user_id = $1', [
      user.userId,
      await hashPassword(PASSWORD, '192.0.2.1'),
    ]);
    const address = { plain: 'thief@example.org', key: 'thief@example.org' };
    const setting = await inTransaction(domain.pool, async (db) => {
      const link = { kind: 'confirm', userId: user.userId, address, sessionHash: null } as const;
      await mailEmailLink(db, link, domain.now());
      // locks the row as a request for the link does, while the old password is still valid
      await db.query('select from account where user_id = $1 for share', [user.userId]);
      const waiting = setPassword(user);
      await untilLockWait(domain.pool, waiting);
      return { waiting };
    });
    await setting.waiting;
    const left = await domain.pool.query('select from email_link where user_id = $1', [
      user.userId,
    ]);
    expect(left.rowCount).toBe(0);
  },
);

test('a link to confirm an e-mail is not made if the e-mail has changed meanwhile', async () => {
  const user = await domain.user();
  const changing = await inTransaction(domain.pool, async (db) => {
    await db.query("update account set email = 'next', email_key = 'next' where user_id = $1", [
      user.userId,
    ]);
    const waiting = sendConfirmLink(domain.context(), user, {});
    await untilLockWait(domain.pool, waiting);
    return { waiting };
  });
  await expect(changing.waiting).rejects.toThrow('another one');
  const left = await domain.pool.query('select from email_link where user_id = $1', [user.userId]);
  expect(left.rowCount).toBe(0);
});
