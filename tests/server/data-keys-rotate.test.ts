import { beforeEach, expect, test } from 'vitest';
import { attachKeys, keysOf } from '../../server/database/data-keys.ts';
import { inTransaction } from '../../server/database/database.ts';
import { finishSealing } from '../../server/domain/at-rest/sealing.ts';
import { sendConfirmLink } from '../../server/domain/email-confirmation.ts';
import { findAccount } from '../../server/domain/find-account.ts';
import { foldAccounts } from '../../server/domain/folding.ts';
import { emailWriter, makeLookupKey, storedEmail } from '../../server/domain/sealed-emails.ts';
import { keysFrom, makeKey, provideKeys, provideKeysAndSealEmails } from './data-keys.support.ts';
import { diagnose } from './doctor.setup.ts';
import { columnsContaining } from './erased.support.ts';
import { domain, run, setUpOperator } from './operator.setup.ts';
import { untilLockWait } from './support.ts';

setUpOperator();
beforeEach(async () => {
  await domain.pool.query(
    'truncate data_key, email_lookup, mail, email_link, limit_window, account, account_lookup cascade',
  );
  attachKeys(domain.pool, keysFrom());
});

/** Registers a user as a server of the previous version does: the e-mail is not encrypted. */
const registerReadable = async (username: string, email: string, folding = 2) => {
  const { userId } = await domain.user({ username });
  await domain.pool.query(
    `update account set email = $2, email_key = lower($2), key_folding = $3 where user_id = $1`,
    [userId, email, folding],
  );
  return userId;
};

const hex = (key: Buffer) => key.toString('hex');
const idOf = (key: Buffer) => keysFrom(key).all()[0]?.id ?? '';
const ADDRESS = '@rotated.example';

test('a new DATA_KEY also encrypts existing e-mails, and the old key can be removed after that', async () => {
  const [old, next] = [makeKey(), makeKey()];
  const userId = await registerReadable('Anna', `anna${ADDRESS}`);
  await provideKeys(domain, old);
  await finishSealing(domain.pool);
  const { status, out } = await run(['keys', 'rotate'], {
    ...{ DATA_KEY: hex(next), DATA_KEY_OLD: hex(old) },
  });
  expect([status, out]).toEqual([0, expect.stringContaining(idOf(next))]);
  attachKeys(domain.pool, keysFrom(next));
  expect(await findAccount(domain.pool, `anna${ADDRESS}`)).toBe(userId);
  expect(await columnsContaining(domain.pool, [ADDRESS, `${idOf(old)}.`])).toEqual([]);
});

test('a new DATA_KEY replaces a key by which not all rows were encrypted yet', async () => {
  const [old, next] = [makeKey(), makeKey()];
  // the state of a new external Postgres, and of a killed rotation
  await provideKeysAndSealEmails(domain, old);
  const userId = await registerReadable('Anna', `anna${ADDRESS}`);
  const { out } = await run(['keys', 'rotate'], {
    ...{ DATA_KEY: hex(next), DATA_KEY_OLD: hex(old) },
  });
  expect(out).toContain(idOf(next));
  attachKeys(domain.pool, keysFrom(next));
  expect(await findAccount(domain.pool, `anna${ADDRESS}`)).toBe(userId);
  expect(await columnsContaining(domain.pool, [ADDRESS, `${idOf(old)}.`])).toEqual([]);
});

test('rows that a server of the previous version wrote after the rotation are encrypted by the current key', async () => {
  const key = makeKey();
  await provideKeysAndSealEmails(domain, key);
  await finishSealing(domain.pool);
  const rotate = () => run(['keys', 'rotate'], { DATA_KEY: hex(key) });
  expect(await rotate()).toMatchObject({
    status: 1,
    err: expect.stringContaining('set a new key'),
  });
  const looked = () => diagnose({ DATA_KEY: hex(key) });
  expect((await looked()).verdicts['data key']).toBe('good');
  const userId = await registerReadable('Late', `late${ADDRESS}`);
  const { verdicts, says } = await looked();
  expect(verdicts['data key']).toBe('warning');
  expect(says['data key']).toMatch(/^1 rows .* written unencrypted after/);
  expect(await rotate()).toMatchObject({ status: 0 });
  expect((await looked()).verdicts['data key']).toBe('good');
  expect(await columnsContaining(domain.pool, [ADDRESS])).toEqual([]);
  expect(await findAccount(domain.pool, `LATE${ADDRESS}`)).toBe(userId);
  expect(await rotate()).toMatchObject({ status: 1 });
});

test('an e-mail that was encrypted before its case was folded is found', async () => {
  const email = `Straße${ADDRESS}`;
  const userId = await registerReadable('Folded', email, 1);
  await provideKeysAndSealEmails(domain, makeKey());
  await finishSealing(domain.pool);
  expect(await foldAccounts(domain.pool)).toBe(0);
  for (const form of [email, `STRASSE${ADDRESS}`]) {
    expect(await findAccount(domain.pool, form)).toBe(userId);
  }
  expect(await columnsContaining(domain.pool, [ADDRESS])).toEqual([]);
});

test('a link to confirm an e-mail is sent although the e-mail is being encrypted at that moment', async () => {
  const email = `asking${ADDRESS}`;
  const userId = await registerReadable('Asking', email);
  await provideKeys(domain, makeKey());
  const asking = await inTransaction(domain.pool, async (db) => {
    // encrypts as `keys rotate` does, after the address was read and before the link is written
    await db.query('lock table data_key in exclusive mode');
    const waiting = sendConfirmLink(domain.context(), { userId, token: 'token' }, {});
    await untilLockWait(domain.pool, waiting);
    const { rows } = await db.query('select key_id from data_key');
    await makeLookupKey(db, keysOf(db).find(rows[0].key_id));
    const sealed = storedEmail(await emailWriter(db), userId, { plain: email, key: email });
    await db.query('update account set email = $2, email_key = $3 where user_id = $1', [
      ...[userId, sealed.email, sealed.email_key],
    ]);
    return { waiting };
  });
  expect(await asking.waiting).toEqual({ email, confirmed: false });
  const { rowCount } = await domain.pool.query('select from mail join email_link using (link_id)');
  expect(rowCount).toBe(1);
});
