import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../server/domain/settlement.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { prove, refusalOf, untilLockWait } from './support.ts';

setUpDomain({
  connections: 30,
  empty: ['payout_info', 'withdrawal', 'payout_account'],
  settings: { 'withdraw.accounts_shared_max': '2', 'reward.download_app': '5' },
});
beforeAll(() =>
  domain.pool.query(
    `insert into payout_method values
       ('gcash', 'GCash', 'phone', '{PH}', '^(\\+63|0)9\\d{9}$', '09171234567', 1),
       ('paypal', 'PayPal', 'email', '{PH}', '^.+@.+$', 'a@b.example', 2),
       ('card', 'Card', 'bank_card', '{PH}', '^[\\d -]+$', '4111', 3)`,
  ),
);

async function saveAccount(user: Caller, method: string, account: string, db?: pg.PoolClient) {
  await prove(domain, user);
  const info = { country: 'PH', method, account, recipient_name: 'Maria Cruz' };
  return updateWdinfo(domain.context(db && { db }), user, info);
}
const SHARED = { reason: 'account_shared' };

test('two users may share an account and save it again; a third is refused', async () => {
  const [one, two, three] = [await domain.user(), await domain.user(), await domain.user()];
  await saveAccount(one, 'gcash', '09171234567');
  await saveAccount(two, 'gcash', '09171234567');
  expect(await refusalOf(saveAccount(three, 'gcash', '09171234567'))).toEqual(SHARED);
  await saveAccount(one, 'gcash', '09171234567');
  await saveAccount(three, 'gcash', '09179999999');
  const { rows } = await domain.pool.query('select account from payout_info order by user_id');
  expect(rows.map(({ account }) => account)).toEqual([
    '+639171234567',
    '+639171234567',
    '+639179999999',
  ]);
});

test('a user keeps a shared account when the limit of sharing is lowered', async () => {
  const [one, two] = [await domain.user(), await domain.user()];
  await saveAccount(one, 'gcash', '09171112222');
  await saveAccount(two, 'gcash', '09171112222');
  await domain.configure({ 'withdraw.accounts_shared_max': '1' });
  await saveAccount(two, 'gcash', '09171112222');
  expect(await refusalOf(saveAccount(await domain.user(), 'gcash', '09171112222'))).toEqual(SHARED);
});

// e-mail addresses are easy to get: only one user may be paid to each
test.each([
  ['gcash', ['09171234567', '+639171234567'], '09171234567'],
  ['paypal', ['maria@mail.example'], 'MARIA@mail.example'],
  ['paypal', ['Jose@Mail.Example'], 'jose@mail.example'],
  ['card', ['4111 1111 1111 1111', '4111111111111111'], '4111-1111-1111-1111'],
])('an account of %s is the same in each spelling', async (method, written, again) => {
  for (const account of written) await saveAccount(await domain.user(), method, account);
  expect(await refusalOf(saveAccount(await domain.user(), method, again))).toEqual(SHARED);
});

test('leaving a shared account lets another user save it, unless money was paid there or is pending', async () => {
  const leave = (user: Caller) => saveAccount(user, 'paypal', `left-${user.userId}@mail.example`);
  const account = (user: Caller) => saveAccount(user, 'gcash', '09175550000');
  const people = await Promise.all(Array.from({ length: 6 }, () => domain.user()));
  const [one, two, three, four, five, six] = people as [
    Caller,
    Caller,
    Caller,
    Caller,
    Caller,
    Caller,
  ];
  for (const user of [one, two]) await account(user);
  await leave(one);
  await account(three);
  await leave(three);
  await account(four);
  await claimTask(domain.context(), four, { task: 'download_app' });
  const { withdrawal } = await withdraw(domain.context(), four, { amount: '1' });
  await leave(four);
  expect(await refusalOf(account(five))).toEqual(SHARED);
  await rejectWithdrawal(domain.pool, withdrawal.id, 'no', domain.now());
  await account(five);
  await claimTask(domain.context(), five, { task: 'download_app' });
  const paid = await withdraw(domain.context(), five, { amount: '1' });
  await approveWithdrawal(domain.pool, paid.withdrawal.id, domain.now());
  await leave(five);
  expect(await refusalOf(account(six))).toEqual(SHARED);
});

test('thirty users save one payout account at once: two succeed', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => domain.user()));
  const results = await Promise.allSettled(
    people.map((user) => saveAccount(user, 'gcash', '09176660000')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('with withdraw.accounts_shared_max 0 any number of users share an account', async () => {
  await domain.configure({ 'withdraw.accounts_shared_max': '0' });
  for (let user = 0; user < 4; user += 1)
    await saveAccount(await domain.user(), 'gcash', '09177770000');
});

test('leaving a shared account during a withdrawal request to it does not let another user save it', async () => {
  const [one, two, three] = [await domain.user(), await domain.user(), await domain.user()];
  const account = (user: Caller) => saveAccount(user, 'gcash', '09176660000');
  for (const user of [one, two]) await account(user);
  await claimTask(domain.context(), two, { task: 'download_app' });
  const db = await domain.pool.connect();
  try {
    await db.query('begin');
    await withdraw(domain.context({ db }), two, { amount: '1' });
    const leaves = saveAccount(two, 'paypal', 'two@mail.example');
    const comes = leaves.then(() => refusalOf(account(three)));
    await untilLockWait(domain.pool, comes);
    await db.query('commit');
    expect(await comes).toEqual(SHARED);
  } finally {
    db.release();
  }
});

test('leaving a shared account and saving it again at once does not let another user save it', async () => {
  const [one, two, three] = [await domain.user(), await domain.user(), await domain.user()];
  const account = (user: Caller, db?: pg.PoolClient) =>
    saveAccount(user, 'gcash', '09178880000', db);
  for (const user of [one, two]) await account(user);
  const [leaving, coming] = [await domain.pool.connect(), await domain.pool.connect()];
  try {
    for (const db of [leaving, coming]) await db.query('begin');
    await saveAccount(two, 'paypal', 'back@mail.example', leaving);
    const back = account(two, coming);
    await untilLockWait(domain.pool, back);
    await leaving.query('commit');
    await back;
    const third = refusalOf(account(three));
    await untilLockWait(domain.pool, third);
    await coming.query('commit');
    expect(await third).toEqual(SHARED);
  } finally {
    for (const db of [leaving, coming]) db.release();
  }
});

test('an account may be changed ten times a day; saving the same account does not count', async () => {
  domain.setNow(new Date('2026-05-04T18:00:00Z'));
  const user = await domain.user();
  const told = async () => {
    const who = `user ${user.userId}`;
    return (await domain.pool.query('select from audit where who = $1', [who])).rowCount;
  };
  for (let number = 0; number < 10; number += 1) {
    await saveAccount(user, 'gcash', `0917000000${number}`);
    await saveAccount(user, 'gcash', `0917000000${number}`);
  }
  expect(await told()).toBe(10);
  const held = { reason: 'too_many_attempts', retry_after: 6 * 3_600 };
  expect(await refusalOf(saveAccount(user, 'gcash', '09171111111'))).toEqual(held);
  await saveAccount(user, 'gcash', '09170000009');
  expect(await told()).toBe(10);
  domain.setNow(new Date('2026-05-05T00:00:00Z'));
  await saveAccount(user, 'gcash', '09171111111');
  expect(await told()).toBe(11);
  // another recipient of the same account does not count
  const to = { country: 'PH', method: 'gcash', account: '09171111111', recipient_name: 'M. Cruz' };
  await updateWdinfo(domain.context(), user, to);
  expect(await told()).toBe(11);
});

test('a refused change does not count for the daily limit', async () => {
  await domain.configure({ 'limit.payout_changes_per_day': '2' });
  const [one, two, three] = [await domain.user(), await domain.user(), await domain.user()];
  await saveAccount(one, 'gcash', '09171234567');
  await saveAccount(two, 'gcash', '09171234567');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await refusalOf(saveAccount(three, 'gcash', '09171234567'))).toEqual(SHARED);
  }
  await saveAccount(three, 'gcash', '09172222222');
});
