import { createHmac } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { attachKeys, DataKeys } from '../../server/database/data-keys.ts';
import { inTransaction } from '../../server/database/database.ts';
import { finishSealing } from '../../server/domain/at-rest/sealing.ts';
import type { Caller } from '../../server/domain/context.ts';
import { readTimeline } from '../../server/domain/letters/timeline.ts';
import { lockPayoutAccount } from '../../server/domain/payout-accounts/sealed.ts';
import { updateWdinfo, wdinfo } from '../../server/domain/payout-methods.ts';
import { personJson } from '../../server/domain/personal-data/export.ts';
import { withdrawals } from '../../server/domain/withdrawals.ts';
import { keysFrom, makeKey, provideKeys } from './data-keys.support.ts';
import { columnsContaining } from './erased.support.ts';
import { domain, run } from './operator.setup.ts';
import { ask, file, inFolder, method, readOut, setUpBatch, setUpPayouts } from './payouts.setup.ts';
import { prove, refusalOf, untilLockWait } from './support.ts';

setUpPayouts();
setUpBatch();
beforeEach(async () => {
  await domain.pool.query(
    'truncate data_key, payout_account, payout_info, withdrawal, payout_batch, kept_answer',
  );
  attachKeys(domain.pool, keysFrom());
  await domain.configure({ 'withdraw.accounts_shared_max': '2' });
});

const IBAN = 'DE89370400440532013000';
const OTHER = 'FR1420041010050500013M02606';
/** The accounts as they are stored and displayed. */
const WORDS = [IBAN, OTHER, 'DE89 3704', 'FR14 2004'];

async function payTo(user: Caller, account: string) {
  await prove(domain, user);
  const info = { country: 'DE', method, account, recipient_name: 'Ada' };
  return updateWdinfo(domain.context(), user, info);
}
const exportWith = (key: Buffer, format: string) =>
  run(
    [
      ...['payouts', 'export', '--method', method, '--format', format],
      ...['--out', inFolder(file), '--as', 'ann', '--yes'],
    ],
    { DATA_KEY: key.toString('hex') },
  );
const setDebtor = () =>
  domain.configure({
    'payout.debtor_name': 'Clips',
    'payout.debtor_iban': 'DE02120300000000202051',
    'payout.debtor_bic': 'BYLADEM1001',
  });
const SHARED = { reason: 'account_shared' };

/** Expects the data export, the app and the operator’s timeline to show the account. */
async function expectReadable(user: Caller, account: string, times: number): Promise<void> {
  const told = await personJson(domain.pool, user.userId, domain.now());
  expect(told.split(`"account":"${account}"`)).toHaveLength(times + 1);
  const end = account.slice(-4);
  const { list } = await wdinfo(domain.context(), user, {});
  expect(list[0]?.account.replaceAll(' ', '').endsWith(end)).toBe(true);
  const range = { from: new Date(0), to: null, page: 1, after: null, limit: 100 };
  const { rows } = await readTimeline(domain.pool, user.userId, range, domain.now());
  const accounts = rows.flatMap(({ facts }) => ('account' in facts ? [facts.account] : []));
  expect(accounts).toEqual(Array.from({ length: times }, () => account));
}

test('no column has a payout account in plain text; its owner can read it, and the payout file has it', async () => {
  const key = makeKey();
  await provideKeys(domain, key);
  const { user } = await ask(method, { account: IBAN });
  await setDebtor();
  expect(await exportWith(key, 'pain.001')).toMatchObject({ status: 0 });
  expect(await readOut(file)).toContain(`<IBAN>${IBAN}</IBAN>`);
  await expectReadable(user, IBAN, 2);
  await payTo(user, OTHER);
  expect(await columnsContaining(domain.pool, WORDS)).toEqual([]);
  const mine = await withdrawals(domain.context(), user, { page: 1, limit: 10 });
  expect(mine.list[0]?.account).toMatch(/30 ?00$/);
});

test('with a data key, the payee version cannot be computed from the database alone', async () => {
  const { user } = await ask(method, { account: IBAN });
  const versionOf = async () => (await wdinfo(domain.context(), user, {})).list[0]?.version;
  const whole = JSON.stringify([String(user.userId), 'DE', method, 'Ada Lovelace', IBAN]);
  const { rows } = await domain.pool.query("select value from secret where name = 'payee_version'");
  const tried = () => createHmac('sha256', rows[0].value).update(whole).digest('base64url');
  expect(await versionOf()).toBe(tried());
  const [old, next] = [makeKey(), makeKey()];
  await provideKeys(domain, old);
  const sealed = await versionOf();
  expect(sealed).not.toBe(tried());
  expect(await versionOf()).toBe(sealed);
  await provideKeys(domain, next, old);
  expect(await versionOf()).not.toBe(sealed);
});

test('an account copied to another person’s row is unreadable, and is not paid', async () => {
  const key = makeKey();
  await provideKeys(domain, key);
  const thief = await ask(method, { account: OTHER });
  const { user } = await ask(method, { account: IBAN });
  for (const table of ['payout_info', 'withdrawal']) {
    await domain.pool.query(
      `update ${table} set account = (select account from ${table} where user_id = $1)
       where user_id = $2`,
      [thief.user.userId, user.userId],
    );
  }
  const why = `the payout account of ${user.userId} was changed, or belongs to another row`;
  await expect(wdinfo(domain.context(), user, {})).rejects.toThrow(why);
  expect(await exportWith(key, 'csv')).toMatchObject({ status: 1, err: `failed: ${why}` });
  const { rowCount } = await domain.pool.query('select from payout_batch');
  expect(rowCount).toBe(0);
});

test('a shared account is refused before and after existing rows are encrypted', async () => {
  const before = await ask(method, { account: IBAN });
  await provideKeys(domain, makeKey());
  await payTo(await domain.user(), 'DE89 3704 0044 0532 0130 00');
  expect(await refusalOf(payTo(await domain.user(), IBAN))).toEqual(SHARED);
  await finishSealing(domain.pool);
  expect(await refusalOf(payTo(await domain.user(), IBAN))).toEqual(SHARED);
  expect(await columnsContaining(domain.pool, WORDS)).toEqual([]);
  await expectReadable(before.user, IBAN, 2);
  // saving the same account again is no change of the payee
  await payTo(before.user, IBAN);
  const { rows } = await domain.pool.query(
    'select is_changed from payout_info where user_id = $1',
    [before.user.userId],
  );
  expect(rows).toEqual([{ is_changed: false }]);
});

test('a payout account that a server of the previous version stored counts towards the limit of shared accounts', async () => {
  await payTo(await domain.user(), IBAN);
  const { rows } = await domain.pool.query('select account, account_key from payout_info');
  await provideKeys(domain, makeKey());
  await finishSealing(domain.pool);
  const { userId } = await domain.user();
  await domain.pool.query(
    `insert into payout_info select $1, country, method, account_type, recipient_name, $2, updated_at,
       $3 from payout_info`,
    [userId, rows[0].account, rows[0].account_key],
  );
  expect(await refusalOf(payTo(await domain.user(), IBAN))).toEqual(SHARED);
});

test('a rotation leaves no row with the old key, and shared accounts are found throughout', async () => {
  const [old, next] = [makeKey(), makeKey()];
  const oldId = await provideKeys(domain, old);
  const { user } = await ask(method, { account: IBAN });
  expect(await exportWith(old, 'csv')).toMatchObject({ status: 0 });
  await payTo(await domain.user(), IBAN);
  await provideKeys(domain, next, old);
  expect(await refusalOf(payTo(await domain.user(), IBAN))).toEqual(SHARED);
  expect(await finishSealing(domain.pool)).toBeGreaterThanOrEqual(5);
  // without the old key
  attachKeys(domain.pool, keysFrom(next));
  expect(await refusalOf(payTo(await domain.user(), IBAN))).toEqual(SHARED);
  await expectReadable(user, IBAN, 2);
  expect(await columnsContaining(domain.pool, [`${oldId}.`, ...WORDS])).toEqual([]);
});

test('a server without the newest key writes no account, and says which key it lacks', async () => {
  const [old, next] = [makeKey(), makeKey()];
  await provideKeys(domain, old);
  const user = await domain.user();
  await payTo(user, IBAN);
  const id = await provideKeys(domain, next, old);
  attachKeys(domain.pool, keysFrom(old));
  await expect(payTo(user, OTHER)).rejects.toThrow(`sealed with the data key ${id}`);
  // the server still reads rows that are encrypted with the old key
  expect((await wdinfo(domain.context(), user, {})).list).toHaveLength(1);
});

test.each(['new', 'known'])(
  'two transactions lock a %s payout account at once: the second waits, and both get the same name',
  async (which) => {
    await provideKeys(domain, makeKey());
    if (which === 'known')
      await inTransaction(domain.pool, (db) => lockPayoutAccount(db, 'iban:new'));
    const [named, looked] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const first = inTransaction(domain.pool, async (db) => {
      named.resolve(await lockPayoutAccount(db, 'iban:new'));
      await looked.promise;
    });
    const name = await named.promise;
    const second = inTransaction(domain.pool, (db) => lockPayoutAccount(db, 'iban:new'));
    await untilLockWait(domain.pool);
    looked.resolve();
    await first;
    expect(await second).toBe(name);
  },
);

test('keys are read as hex and base64; any other text is refused, and the error does not quote it', () => {
  const hex = 'ab'.repeat(32);
  const base64 = Buffer.alloc(32, 0xab).toString('base64');
  const [one, other] = [hex, base64].map((text) => new DataKeys({ given: [text], file: '' }).all());
  expect(one).toEqual(other);
  for (const text of ['ab'.repeat(31), `${hex}00`, 'hidden']) {
    expect(() => new DataKeys({ given: [text], file: '' })).toThrow(
      /^each key in DATA_KEY .* makes a key$/,
    );
  }
});
