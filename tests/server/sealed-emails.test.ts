import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attachKeys, keysOf } from '../../server/database/data-keys.ts';
import { inTransaction } from '../../server/database/database.ts';
import { checkIn, findUserInfo } from '../../server/domain/accounts.ts';
import { finishSealing } from '../../server/domain/at-rest/sealing.ts';
import { eraseAccount } from '../../server/domain/deletion/delete-account.ts';
import { mailEmailLink } from '../../server/domain/email-links.ts';
import { findAccount } from '../../server/domain/find-account.ts';
import { findCollisions } from '../../server/domain/folding.ts';
import { forgotPassword } from '../../server/domain/forgot-password.ts';
import { personJson } from '../../server/domain/personal-data/export.ts';
import { makeLookupKey } from '../../server/domain/sealed-emails.ts';
import { keysFrom, makeKey, provideKeys, provideKeysAndSealEmails } from './data-keys.support.ts';
import { columnsContaining } from './erased.support.ts';
import { loginForm, registerForm } from './forms.ts';
import { sendDue } from './mail.setup.ts';
import { type MailServer, startMailServer } from './mail.support.ts';
import { domain, run, setUpOperator } from './operator.setup.ts';
import { refusalOf, untilLockWait } from './support.ts';

setUpOperator();
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
});
afterAll(() => mailServer.close());
beforeEach(async () => {
  mailServer.mails.length = 0;
  await domain.pool.query(
    'truncate data_key, email_lookup, mail, email_link, limit_window, account, account_lookup cascade',
  );
  attachKeys(domain.pool, keysFrom());
});

const register = async (person: number) => {
  const { userInfo } = await checkIn(domain.context(), null, registerForm(person));
  return { userId: BigInt(userInfo.id), email: userInfo.email };
};
const logIn = (person: number, username: string) =>
  checkIn(domain.context(), null, loginForm(person, { username }));
const forget = (email: string) => forgotPassword(domain.context(), null, { email });
const linkTo = (userId: bigint, email: string, kind: 'confirm' | 'undo') =>
  mailEmailLink(
    domain.pool,
    { kind, userId, address: { plain: email, key: email }, sessionHash: null },
    domain.now(),
  );
const recipients = () => mailServer.mails.flatMap(({ to }) => to);
const told = (userId: bigint) => personJson(domain.pool, userId, domain.now());
/** Each test has another number, because the log of changes keeps all names. */
let person = 0;
beforeEach(() => {
  person += 1;
});
const keyOf = async (userId: bigint) =>
  (await domain.pool.query('select email_key from account where user_id = $1', [userId])).rows[0]
    .email_key;

test('no column of the database has a readable e-mail, but its member, the mails and the operator get it readable', async () => {
  const key = makeKey();
  await provideKeysAndSealEmails(domain, key);
  const { userId } = await register(person);
  expect((await logIn(person, `ANNA${person}@example.org`)).userInfo.email).toBe(
    `anna${person}@example.org`,
  );
  for (const email of [`anna${person}@example.org`, 'nobody1@example.org']) await forget(email);
  await linkTo(userId, 'next1@example.org', 'confirm');
  await linkTo(userId, 'before1@example.org', 'undo');
  const words = [`anna${person}@`, 'nobody1@', 'next1@', 'before1@'];
  const hashes = words.map((word) =>
    createHash('sha256').update(`${word}example.org`).digest('base64url'),
  );
  expect(await columnsContaining(domain.pool, [...words, ...hashes])).toEqual([]);
  const json = await told(userId);
  for (const word of [
    `"email":"anna${person}@`,
    `"email_key":"anna${person}@`,
    '"email":"next1@',
  ]) {
    expect(json).toContain(word);
  }
  expect(json).not.toContain('\\u0001');
  await sendDue(mailServer.url);
  expect(recipients().sort()).toEqual(
    [`anna${person}@example.org`, 'before1@example.org', 'next1@example.org'].sort(),
  );

  const env = { DATA_KEY: key.toString('hex') };
  const show = await run(['users', 'show', `anna${person}@example.org`, '--as', 'ann'], env);
  expect(show.out).toContain(`anna${person}@example.org`);
  const what = { words: [`Anna_${person}`], user_id: Number(userId) };
  const { rows } = await domain.pool.query(
    "select who, what from audit where action = 'users show'",
  );
  expect(rows).toEqual([{ who: 'ann', what }]);
  for (const words of [
    ['find', `Anna${person}@EXAMPLE.org`],
    ['find', `anna_${person}`],
    ['block', `anna${person}@example.org`],
  ]) {
    const { out } = await run(['users', ...words], env);
    expect([out.includes('a…@example.org'), out.includes(`anna${person}@`)]).toEqual([true, false]);
  }
  expect((await run(['users', 'find', `anna${person}@exa`], env)).out).toBe('no user is found');
  expect(await columnsContaining(domain.pool, words)).toEqual([]);
});

test('an e-mail that was copied into another person’s row cannot be read, and gets no mail', async () => {
  await provideKeysAndSealEmails(domain, makeKey());
  const [thief, victim] = [await register(person), await register(person + 100)];
  await domain.pool.query(
    'update account set email = (select email from account where user_id = $1) where user_id = $2',
    [thief.userId, victim.userId],
  );
  const why = `the e-mail of ${victim.userId} was changed, or belongs to another row`;
  await expect(findUserInfo(domain.context(), victim.userId, 't')).rejects.toThrow(why);
  await forget(victim.email);
  await expect(sendDue(mailServer.url)).rejects.toThrow(why);
  expect(recipients()).toEqual([]);
});

test('an account with a readable e-mail is found, mailed and kept unique until all are sealed', async () => {
  const before = await register(person);
  await forget(`anna${person}@example.org`);
  await linkTo(before.userId, 'next1@example.org', 'confirm');
  await provideKeysAndSealEmails(domain, makeKey());
  const taken = { reason: 'email_taken' };
  const again = () =>
    refusalOf(
      checkIn(
        domain.context(),
        null,
        registerForm(person + 200, { email: `ANNA${person}@example.org` }),
      ),
    );
  expect(await again()).toEqual(taken);
  await logIn(person, `anna${person}@example.org`);
  await forget(`anna${person}@example.org`);
  await sendDue(mailServer.url);
  expect(new Set(recipients())).toEqual(
    new Set([`anna${person}@example.org`, 'next1@example.org']),
  );

  await forget(`anna${person}@example.org`);
  await finishSealing(domain.pool);
  expect(await columnsContaining(domain.pool, [`anna${person}@`, 'next1@'])).toEqual([]);
  expect(await again()).toEqual(taken);
  await logIn(person, `anna${person}@example.org`);
  mailServer.mails.length = 0;
  await sendDue(mailServer.url);
  expect(recipients()).toEqual([`anna${person}@example.org`]);
  expect(await told(before.userId)).toContain(`"email":"anna${person}@example.org"`);
});

test('a queued mail to a readable address is replaced by a later request', async () => {
  await register(person);
  await forget(`anna${person}@example.org`);
  await provideKeysAndSealEmails(domain, makeKey());
  await forget(`anna${person}@example.org`);
  await finishSealing(domain.pool);
  const { rowCount } = await domain.pool.query('select from mail');
  expect(rowCount).toBe(1);
});

test('a second account that a server of the previous version registered with the same address is found by its name', async () => {
  await provideKeysAndSealEmails(domain, makeKey());
  const first = await register(person);
  const { userId } = await domain.user({ username: 'Twice' });
  await domain.pool.query(
    'update account set email = $2, email_key = lower($2) where user_id = $1',
    [userId, `Anna${person}@example.org`],
  );
  await finishSealing(domain.pool);
  expect(await columnsContaining(domain.pool, [`anna${person}@`])).toEqual([]);
  expect(await findAccount(domain.pool, `anna${person}@example.org`)).toBe(first.userId);
  expect(await findAccount(domain.pool, 'twice')).toBe(userId);
  expect(await findCollisions(domain.pool)).toMatchObject([
    { username: 'Twice', other_username: `Anna_${person}` },
  ]);
  expect(await told(userId)).toContain(`"email":"Anna${person}@example.org"`);
});

test('a registration waits for a server that stores the same address readable, and is then refused', async () => {
  await provideKeys(domain, makeKey());
  const form = registerForm(person, { email: 'held@example.org' });
  let registering: Promise<unknown> | undefined;
  await inTransaction(domain.pool, async (db) => {
    // the lock of `keys rotate`: the registration has checked the address before, and waits
    await db.query('lock table data_key in exclusive mode');
    registering = refusalOf(checkIn(domain.context(), null, form));
    await untilLockWait(domain.pool, registering);
    await db.query(
      `insert into account (username, username_key, email, email_key, password_hash, invite_code,
         created_at, password_changed_at)
       values ('first', 'first', 'held@example.org', 'held@example.org', '', 'FIRST', now(), now())`,
    );
    const { rows } = await db.query('select key_id from data_key');
    await makeLookupKey(db, keysOf(db).find(rows[0].key_id));
  });
  expect(await registering).toEqual({ reason: 'email_taken' });
});

test('a rotation does not change the hashes of addresses, and leaves nothing of the old key', async () => {
  const [old, next] = [makeKey(), makeKey()];
  const oldId = await provideKeysAndSealEmails(domain, old);
  const { userId } = await register(person);
  await forget(`anna${person}@example.org`);
  const hash = await keyOf(userId);
  await provideKeys(domain, next, old);
  await logIn(person, `anna${person}@example.org`);
  await finishSealing(domain.pool);
  attachKeys(domain.pool, keysFrom(next));
  expect(await columnsContaining(domain.pool, [`${oldId}.`])).toEqual([]);
  expect(await keyOf(userId)).toBe(hash);
  expect((await logIn(person, `anna${person}@example.org`)).userInfo.email).toBe(
    `anna${person}@example.org`,
  );
  await sendDue(mailServer.url);
  expect(recipients()).toEqual([`anna${person}@example.org`]);
});

test.each([
  ['readable', false],
  ['sealed', true],
])(
  'erasing leaves no word of an e-mail that is %s, not even in the log of changes',
  async (_how, isSealed) => {
    await provideKeysAndSealEmails(domain, makeKey());
    const { userId, email } = isSealed
      ? await register(person)
      : {
          ...(await domain.user({ username: `Anna${person}` })),
          email: `anna${person}@example.org`,
        };
    for (const to of [email, 'nobody@example.org']) await forget(to);
    // a row as an earlier version wrote it
    await domain.pool.query(
      `insert into audit (at, who, action, what) values (now(), 'ann', 'ledger correct', $1)`,
      [{ words: [`ANNA${person}@example.org`, '1'] }],
    );
    await eraseAccount(domain.pool, userId, null, domain.now());
    expect(await columnsContaining(domain.pool, [`anna${person}`])).toEqual([]);
    expect(await findAccount(domain.pool, `anna${person}@example.org`)).toBeNull();
    const { rowCount } = await domain.pool.query('select from mail');
    expect(rowCount).toBe(1);
  },
);
