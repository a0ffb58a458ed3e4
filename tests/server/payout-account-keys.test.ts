import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { seedDemo } from '../../server/demo/seed.ts';
import { fillAccountKeys } from '../../server/domain/payout-accounts/account-keys.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { refusalOf } from './support.ts';

setUpDomain({
  empty: ['payout_info', 'withdrawal', 'payout_account'],
  settings: { 'withdraw.accounts_shared_max': '2' },
});

const take = async (method: string, country: string, account: string) =>
  updateWdinfo(domain.context(), await domain.user(), {
    ...{ country, method, account },
    recipient_name: 'Ada',
  });
const SHARED = { reason: 'account_shared' };

test('a third person with the same account is refused, however the account is spelt', async () => {
  await seedDemo(domain.pool, domain.now());
  const cases = [
    [
      'mpesa',
      'KE',
      '0712345678',
      '+254712345678',
      ['0712 345 678', '\u202a0712345678', '٠٧١٢٣٤٥٦٧٨'],
    ],
    ['pix', 'BR', '52998224725', '529.982.247-25', ['529 98224725', '52998224725\u2060']],
  ] as const;
  for (const [method, country, one, two, others] of cases) {
    await take(method, country, one);
    await take(method, country, two);
    for (const other of others) {
      expect(await refusalOf(take(method, country, other)), other).toEqual(SHARED);
    }
  }
});

test('a second person with the same e-mail account is refused, however it is spelt', async () => {
  await seedDemo(domain.pool, domain.now());
  await take('paypal', 'DE', 'bob@example.com');
  for (const other of ['BOB@example.com', 'bob\u200b@example.com', 'bob@EXAMPLE.com']) {
    expect(await refusalOf(take('paypal', 'DE', other)), other).toEqual(SHARED);
  }
});

test('one mailbox is one account, by the rules of its provider, and is stored as it was typed', async () => {
  await seedDemo(domain.pool, domain.now());
  await take('paypal', 'DE', 'm.e+2@gmail.com');
  for (const other of ['me+1@gmail.com', 'ME@googlemail.com', 'm.e@gmail.com']) {
    expect(await refusalOf(take('paypal', 'DE', other)), other).toEqual(SHARED);
  }
  await take('pix', 'BR', 'ada+1@outlook.com');
  expect(await refusalOf(take('pix', 'BR', 'ada+2@outlook.com'))).toEqual(SHARED);
  for (const other of ['"me"@gmail.com', '"m\\e+3"@gmail.com']) {
    expect(await refusalOf(take('paypal', 'DE', other)), other).toEqual(SHARED);
  }
  // at other providers these addresses may be of different people; in the last address `+1` is no tag
  for (const one of ['m.e@mail.example', 'me@mail.example', 'me+1@mail.example', '+1@gmail.com']) {
    await take('paypal', 'DE', one);
  }
  expect(await refusalOf(take('paypal', 'DE', '"me"@mail.example'))).toEqual(SHARED);
  const { rows } = await domain.pool.query(
    "select account, account_key from payout_info where account like '%@gmail.com' order by 1",
  );
  expect(rows).toEqual([
    { account: '+1@gmail.com', account_key: 'email:+1@gmail.com' },
    { account: 'm.e+2@gmail.com', account_key: 'email:me@gmail.com' },
  ]);
});

test('three phone numbers with the same ending are three accounts', async () => {
  await seedDemo(domain.pool, domain.now());
  for (const account of ['081234567890', '085234567890', '089234567890']) {
    await take('dana', 'ID', account);
  }
  const { rows } = await domain.pool.query(
    'select account, account_key from payout_info order by 1',
  );
  expect(rows).toEqual(
    ['+6281234567890', '+6285234567890', '+6289234567890'].map((account) => {
      return { account, account_key: `phone:dana:${account}` };
    }),
  );
});

test('phone numbers of two countries with the same ending are two accounts of one provider', async () => {
  await seedDemo(domain.pool, domain.now());
  await take('mtn_momo', 'GH', '+233201234567');
  await take('mtn_momo', 'UG', '+256201234567');
  const { rows } = await domain.pool.query('select account_key from payout_info order by 1');
  expect(rows.map(({ account_key }) => account_key)).toEqual([
    'phone:mtn_momo:+233201234567',
    'phone:mtn_momo:+256201234567',
  ]);
});

test('accounts that were stored without a key get one and stay unchanged', async () => {
  await seedDemo(domain.pool, domain.now());
  const { userId } = await domain.user();
  const row = (method: string, type: string, account: string, user: bigint) =>
    domain.pool.query(
      `insert into payout_info (user_id, country, method, account_type, recipient_name, account, updated_at)
       values ($4, 'KE', $1, $2, 'Ada', $3, now())`,
      [method, type, account, user],
    );
  await row('mpesa', 'phone', '0712 345 678', userId);
  await row('mpesa', 'phone', 'no phone', userId + 1n);
  await row('gone', 'wallet_id', 'Ab 1', userId + 2n);
  await row('paypal', 'email', 'm.e+2@gmail.com', userId + 3n);
  await fillAccountKeys(domain.pool);
  const { rows } = await domain.pool.query(
    'select account, account_key from payout_info order by user_id',
  );
  expect(rows).toEqual([
    { account: '0712 345 678', account_key: 'phone:mpesa:+254712345678' },
    { account: 'no phone', account_key: 'phone:mpesa:no phone' },
    { account: 'Ab 1', account_key: 'wallet_id:ab1' },
    { account: 'm.e+2@gmail.com', account_key: 'email:me@gmail.com' },
  ]);
});

test('an update gives a stored mailbox the key that all its spellings share', async () => {
  await seedDemo(domain.pool, domain.now());
  for (const [account, key] of [
    ['m.e+2@gmail.com', 'email:m.e+2@gmail.com'],
    ['bo@mail.example', 'email:bo@mail.example'],
  ]) {
    await take('paypal', 'DE', account ?? '');
    await domain.pool.query('update payout_info set account_key = $2 where account = $1', [
      ...[account, key],
    ]);
  }
  const migration = '../../server/database/migrations/0140_mailbox_keys.sql';
  await domain.pool.query(await readFile(new URL(migration, import.meta.url), 'utf8'));
  await fillAccountKeys(domain.pool);
  const { rows } = await domain.pool.query('select account_key from payout_info order by 1');
  expect(rows.map(({ account_key }) => account_key)).toEqual([
    'email:bo@mail.example',
    'email:me@gmail.com',
  ]);
  expect(await refusalOf(take('paypal', 'DE', 'me+1@gmail.com'))).toEqual(SHARED);
  const locks = await domain.pool.query(
    "select from payout_account where account_key like 'email:m.e%'",
  );
  expect(locks.rowCount).toBe(0);
});
