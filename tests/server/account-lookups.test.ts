import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { attachKeys, type DataKey, keysOf } from '../../server/database/data-keys.ts';
import { inTransaction } from '../../server/database/database.ts';
import { countWrongLookups, lookupHash, moveLookups } from '../../server/domain/account-lookups.ts';
import { checkIn } from '../../server/domain/accounts.ts';
import { forgetKey } from '../../server/domain/at-rest/forget-key.ts';
import { finishSealing, setWritingKey } from '../../server/domain/at-rest/sealing.ts';
import { eraseAccount } from '../../server/domain/deletion/delete-account.ts';
import { mailEmailLink } from '../../server/domain/email-links.ts';
import { confirmEmail } from '../../server/domain/email-proof.ts';
import { findAccount } from '../../server/domain/find-account.ts';
import { foldAccounts } from '../../server/domain/folding.ts';
import { insertAccount } from '../../server/domain/new-account.ts';
import { findInviters } from '../../server/domain/registration.ts';
import { hashToken } from '../../server/domain/sessions.ts';
import { keysFrom, makeKey, provideKeysAndSealEmails } from './data-keys.support.ts';
import { registerForm } from './forms.ts';
import {
  createTestDomain,
  outcomes,
  refusalOf,
  type TestDomain,
  untilLockWait,
} from './support.ts';

/** SQL: removes the trigger and the unique constraints, which a distributed database lacks. */
const DISTRIBUTED = `drop trigger account_lookups on account;
  alter table account drop constraint account_username, drop constraint account_email,
    drop constraint account_invite_code`;
const domains: TestDomain[] = [];
const NO_LIMITS = {
  'limit.registrations_per_hour': '0',
  'limit.refused_registrations_per_hour': '0',
  'limit.login_attempts': '0',
  'limit.address_login_attempts': '0',
};
beforeAll(async () => {
  for (const change of ['', DISTRIBUTED]) {
    const domain = await createTestDomain();
    await domain.pool.query(change);
    await domain.configure(NO_LIMITS);
    domains.push(domain);
  }
});
afterEach(async () => {
  for (const { pool } of domains)
    expect(await countWrongLookups(pool)).toEqual({ missing: 0, stray: 0 });
});
afterAll(() => Promise.all(domains.map((domain) => domain.drop())));

let person = 0;
const next = () => {
  person += 1;
  return person;
};

/** Runs a test on both databases. */
const onBoth = (title: string, work: (domain: TestDomain) => Promise<void>) =>
  test.each([
    ['its unique constraints', 0],
    ['only its primary key', 1],
  ] as const)(`the table account has %s: ${title}`, (_, at) => work(domains[at] as TestDomain));

async function register(domain: TestDomain, overrides: object = {}, number = next()) {
  const form = registerForm(number, overrides);
  const { userInfo } = await checkIn(domain.context(), null, form);
  return { ...form, ...userInfo, userId: BigInt(userInfo.id) };
}

const lookupsOf = async ({ pool }: TestDomain, userId: bigint) => {
  const { rows } = await pool.query<{ lookup_hash: Buffer }>(
    'select lookup_hash from account_lookup where user_id = $1',
    [userId],
  );
  return rows.map(({ lookup_hash }) => lookup_hash.toString('hex')).sort();
};

onBoth('a name, an address and an invite code find the registered account', async (domain) => {
  const { userId, username, email, invite_code: code } = await register(domain);
  const hashes = [
    lookupHash('username', username.toLowerCase()),
    lookupHash('email', email.toLowerCase()),
    lookupHash('invite_code', code),
  ];
  expect(await lookupsOf(domain, userId)).toEqual(
    hashes.map((each) => each.toString('hex')).sort(),
  );
  for (const name of [username, email]) expect(await findAccount(domain.pool, name)).toBe(userId);
  expect(await findInviters(domain.pool, code)).toEqual([userId]);
});

const registerTwelve = (domain: TestDomain, names: object) =>
  outcomes(
    Array.from({ length: 12 }, () => checkIn(domain.context(), null, registerForm(next(), names))),
  );

onBoth('twelve registrations with one name or address at once: one succeeds', async (domain) => {
  const [username, email] = [`Anna_${next()}`, `anna${next()}@example.org`];
  expect(await registerTwelve(domain, { username })).toEqual({ ok: 1, username_taken: 11 });
  expect(await registerTwelve(domain, { email })).toEqual({ ok: 1, email_taken: 11 });
});

/** Mails a link that confirms an address. @returns the link’s code */
async function linkTo(domain: TestDomain, userId: bigint, plain: string): Promise<string> {
  const code = `${userId} wants ${plain}`;
  const address = { plain, key: plain };
  await mailEmailLink(
    domain.pool,
    { kind: 'confirm', userId, address, sessionHash: null },
    domain.now(),
  );
  await domain.pool.query(
    `update email_link set code_hash = $2 where user_id = $1 and kind = 'confirm'`,
    [userId, hashToken(code)],
  );
  return code;
}
const confirm = (domain: TestDomain, code: string) =>
  confirmEmail(domain.context(), null, { code });

onBoth(
  'three changes to one address and a registration with it at once: one succeeds',
  async (domain) => {
    const email = `wanted${next()}@example.org`;
    const owners = [await register(domain), await register(domain), await register(domain)];
    const codes = await Promise.all(owners.map(({ userId }) => linkTo(domain, userId, email)));
    const results = await outcomes([
      ...codes.map((code) => confirm(domain, code)),
      checkIn(domain.context(), null, registerForm(next(), { email })),
    ]);
    expect(results.ok).toBe(1);
    const { link_over = 0, email_taken = 0 } = results;
    expect(link_over + email_taken).toBe(3);
    const { rows } = await domain.pool.query('select user_id from account where email_key = $1', [
      email,
    ]);
    expect(rows).toEqual([{ user_id: await findAccount(domain.pool, email) }]);
  },
);

onBoth(
  'requests for an address wait for a transaction that takes it, and are refused',
  async (domain) => {
    const email = `wanted${next()}@example.org`;
    const [first, second] = [await register(domain), await register(domain)];
    const code = await linkTo(domain, second.userId, email);
    const { ends } = await inTransaction(domain.pool, async (db) => {
      const { userId, email: from } = first;
      const change = 'update account set email = $2, email_key = $2 where user_id = $1';
      await db.query(change, [userId, email]);
      await moveLookups(db, 'email', [{ userId, from, to: email }]);
      const form = registerForm(next(), { email });
      // both promises reject when the transaction ends: `outcomes` must handle them by then
      const told = outcomes([confirm(domain, code), checkIn(domain.context(), null, form)]);
      await untilLockWait(domain.pool, told, 2);
      return { ends: told };
    });
    expect(await ends).toEqual({ link_over: 1, email_taken: 1 });
  },
);

onBoth('the new address finds the account, the former address does not', async (domain) => {
  const { userId, email } = await register(domain);
  await confirm(domain, await linkTo(domain, userId, 'second@example.org'));
  expect(await findAccount(domain.pool, email)).toBe(null);
  expect(await findAccount(domain.pool, 'second@example.org')).toBe(userId);
});

onBoth(
  'a deleted account leaves no look-ups, and its names may be registered again',
  async (domain) => {
    const first = await register(domain);
    await eraseAccount(domain.pool, first.userId, null, domain.now());
    expect(await lookupsOf(domain, first.userId)).toEqual([]);
    expect(await refusalOf(findInviters(domain.pool, first.invite_code))).toEqual({
      reason: 'invalid_invite_code',
    });
    const { username, email } = first;
    const second = await register(domain, { username, email });
    expect(await findAccount(domain.pool, username)).toBe(second.userId);
  },
);

onBoth('a registration that is killed before it commits leaves nothing', async (domain) => {
  const form = registerForm(next());
  const keys = { username: form.username.toLowerCase(), email: form.email, skeletons: [] };
  const killed = inTransaction(domain.pool, async (db) => {
    // the connection breaks: without a listener, its error would end the process
    db.on('error', () => {});
    const hashes = { passwordHash: 'x', blockHash: Buffer.from('x') };
    await insertAccount({ ...domain.context(), db }, { ...form, keys }, [], hashes);
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
    await domain.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await db.query('select 1');
  });
  await expect(killed).rejects.toThrow();
  expect(await findAccount(domain.pool, form.username)).toBe(null);
  const { userInfo } = await checkIn(domain.context(), null, form);
  expect(await findAccount(domain.pool, form.username)).toBe(BigInt(userInfo.id));
});

onBoth('keys that are folded again find their account, the former keys do not', async (domain) => {
  const [number, ids] = [next(), new Map<string, bigint>()];
  for (const name of ['STRAẞE', 'strasse', 'Çağrı']) {
    const { userId, username } = await register(domain);
    const former = `${name.toLowerCase()}${number}`;
    await domain.pool.query(
      'update account set username = $2, username_key = $3, key_folding = 1 where user_id = $1',
      [userId, `${name}${number}`, former],
    );
    // does the trigger’s work: the distributed database has no trigger
    await domain.pool.query('update account_lookup set lookup_hash = $2 where lookup_hash = $1', [
      lookupHash('username', username.toLowerCase()),
      lookupHash('username', former),
    ]);
    ids.set(name, userId);
  }
  expect(await foldAccounts(domain.pool)).toBe(1);
  for (const [typed, name] of [
    ['STRAẞE', 'STRAẞE'],
    ['straSSe', 'strasse'],
    ['ÇAĞRI', 'Çağrı'],
  ] as const)
    expect(await findAccount(domain.pool, `${typed}${number}`), typed).toBe(ids.get(name));
});

onBoth(
  'an account is found after e-mails are sealed; if the key is lost, by its name alone',
  async (domain) => {
    const { userId, email, username } = await register(domain);
    const [lost, newest] = [makeKey(), makeKey()];
    const id = await provideKeysAndSealEmails(domain, lost);
    await finishSealing(domain.pool);
    const sealed = await register(domain);
    for (const one of [{ userId, email }, sealed])
      expect(await findAccount(domain.pool, one.email)).toBe(one.userId);
    expect(await countWrongLookups(domain.pool)).toEqual({ missing: 0, stray: 0 });
    const readable = [sealed.userId, sealed.email];
    await domain.pool.query('update account set email = $2 where user_id = $1', readable);
    attachKeys(domain.pool, keysFrom(newest));
    await inTransaction(domain.pool, async (db) => {
      await setWritingKey(db, keysOf(db).all()[0] as DataKey);
      await forgetKey(db, id, domain.now());
    });
    expect(await findAccount(domain.pool, email)).toBe(null);
    expect(await findAccount(domain.pool, username)).toBe(userId);
    expect(await findAccount(domain.pool, sealed.email)).toBe(sealed.userId);
  },
);
