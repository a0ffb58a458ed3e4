import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { depositFunds, readFunding, removeFunds } from '../../server/domain/funding.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { createTestDomain, type TestDomain } from './support.ts';

let domain: TestDomain;
let user: Caller;

beforeEach(async () => {
  await domain?.drop();
  domain = await createTestDomain(3);
  user = await domain.user();
  await claimShareReward(domain.context(), user, {});
  await claimTask(domain.context(), user, { task: 'download_app' });
});
afterAll(() => domain.drop());

/** Changes rows as a role with all rights could. @returns the ledger's differences */
async function tamper(statement: string): Promise<readonly string[]> {
  await domain.pool.query('grant update, delete on transfer to current_user');
  await domain.pool.query(statement);
  return (await verifyLedger(domain.pool)).differences;
}

test('a correct ledger has figures and no differences', async () => {
  expect(await verifyLedger(domain.pool)).toEqual({
    users: 1,
    transfers: 2,
    available: 2_500n,
    held: 0n,
    debts: 0n,
    corrected: 0n,
    rewards: 2_500n,
    payouts: 0n,
    differences: [],
  });
});

test('finds money that was added to a wallet, even if the wallet’s columns agree', async () => {
  expect(
    await tamper('update wallet set available = available + 5, credited = credited + 5'),
  ).toEqual([
    'the house gave 2500 and paid out 0, users have 2505',
    `user ${user.userId}: has 2505 available and 0 held, its transfers add up to 2500 and 0`,
  ]);
});

test('finds money or a number that was added to a wallet without entries', async () => {
  const { userId } = await domain.user();
  const { userId: other } = await domain.user();
  expect(
    await tamper(
      `update wallet set available = 2, held = 3, credited = 5 where user_id = ${userId};
       update wallet set version = 4 where user_id = ${other}`,
    ),
  ).toEqual([
    'the house gave 2500 and paid out 0, users have 2505',
    `user ${userId}: has 2 available and 3 held, its transfers add up to 0 and 0`,
    `user ${other}: has 0 transfers up to number 0, its wallet counts 4`,
  ]);
});

test('finds an entry that was changed', async () => {
  expect(await tamper('update transfer set amount = amount + 1 where version = 1')).toEqual([
    'the house gave 2501 and paid out 0, users have 2500',
    `user ${user.userId}: has 2500 available and 0 held, its transfers add up to 2501 and 0`,
  ]);
});

test('finds an entry that was deleted, by the gap that it leaves', async () => {
  expect(await tamper('delete from transfer where version = 1')).toEqual([
    'the house gave 2000 and paid out 0, users have 2500',
    `user ${user.userId}: has 1 transfers up to number 2, its wallet counts 2`,
  ]);
});

test('finds that the newest entry was deleted together with its money', async () => {
  expect(
    await tamper(
      `with gone as (delete from transfer where version = 2 returning amount)
       update wallet set available = available - amount, credited = credited - amount from gone`,
    ),
  ).toEqual([`user ${user.userId}: has 1 transfers up to number 1, its wallet counts 2`]);
});

test('finds entries without a wallet, and a withdrawal without its movements', async () => {
  expect(
    await tamper(
      `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
         account_type, recipient_name, account, status, created_at)
       values (${user.userId}, 10000, '1.00', 'USD', 'PH', 'gcash', 'phone', 'M', '0', 'pending',
         now())`,
    ),
  ).toEqual([`user ${user.userId}: withdrawal 1 is pending of 10000, its movements are none`]);
  expect(await tamper('update transfer set user_id = 999 where version = 2')).toContain(
    'user 999: has transfers and no wallet',
  );
});

test('the database refuses a wallet below zero or out of balance', async () => {
  for (const change of ['available = -1', 'held = held + 1', 'credited = credited + 1']) {
    await expect(domain.pool.query(`update wallet set ${change}`)).rejects.toThrow(
      'violates check constraint',
    );
  }
});

test('the database refuses a second pending withdrawal of a user', async () => {
  const insert = () =>
    domain.pool.query(
      `insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
         account_type, recipient_name, account, status, created_at)
       values ($1, 10000, '1.00', 'USD', 'PH', 'gcash', 'phone', 'M', '0', 'pending', now())`,
      [user.userId],
    );
  await insert();
  await expect(insert()).rejects.toThrow('withdrawal_pending');
});

test('finds a debt that was removed, and a correction that was changed', async () => {
  await correctBalance(
    domain.pool,
    user.userId,
    { amount: -4_000n, reason: 'fraud' },
    domain.now(),
  );
  expect(await verifyLedger(domain.pool)).toMatchObject({
    available: 0n,
    debts: 1_500n,
    corrected: 4_000n,
    differences: [],
  });
  expect(await tamper('update wallet set debt = 0, corrected = corrected - 1500')).toEqual([
    'the house gave -1500 and paid out 0, users have 0',
    `user ${user.userId}: owes 0, its transfers add up to 1500`,
  ]);
  await domain.pool.query('update wallet set debt = 1500, corrected = corrected + 1500');
  await domain.pool.query('grant update on correction to current_user');
  expect(await tamper('update correction set amount = -3999')).toEqual([
    `user ${user.userId}: correction 1 is of -3999, its entries add up to -4000`,
  ]);
});

test('the server’s role cannot change a correction, a deposit or an entry', async () => {
  for (const table of ['correction', 'funding_deposit', 'transfer']) {
    await expect(domain.pool.query(`update ${table} set amount = 1`)).rejects.toThrow(
      'permission denied',
    );
  }
});

test('finds funds that differ from the sum of the deposits', async () => {
  await depositFunds(domain.pool, 500n, 'a test', domain.now());
  await removeFunds(domain.pool, 200n, 'a test', domain.now());
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
  expect(await tamper('update funding set deposited = 500')).toEqual([
    'the funds have 500, but the recorded deposits are 300',
  ]);
});

test('the database refuses a debt beside an available balance', async () => {
  await expect(
    domain.pool.query('update wallet set debt = 1, corrected = corrected + 1'),
  ).rejects.toThrow('wallet_repays_first');
});

test('the promised sum has balances, payouts and pending rewards, without debts', async () => {
  const { promised: before } = await readFunding(domain.pool);
  await domain.pool.query(`
    with paid as (
      insert into wallet (user_id, available, held, debited, credited) values (901, 1, 20, 300, 321)
    ),
    owing as (
      insert into wallet (user_id, debt, corrected) values (902, 4000, 4000)
    ),
    due as (
      insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
      values (901, 'share', 'a', 50000, '', now())
    ),
    dead as (
      insert into outbox_dead
        (user_id, op, idempotency_key, amount, detail, created_at, failed_at, error)
      values (901, 'share', 'b', 600000, '', now(), now(), '')
    )
    insert into coming_reward
      (user_id, op, idempotency_key, friend_id, amount, detail, created_at)
    values (901, 'share', 'c', 902, 7000000, '', now())`);
  const { promised } = await readFunding(domain.pool);
  expect([before, promised - before]).toEqual([2_500n, 7_650_321n]);
  // held amounts count for their users, and debts are subtracted
  const { differences } = await verifyLedger(domain.pool);
  expect(differences[0]).toBe('the house gave 2500 and paid out 0, users have -1479');
});

test('finds a payment in a missing batch', async () => {
  const { rows } = await domain.pool.query<{ batch_id: bigint }>(
    `insert into payout_batch (method, format, content, who, created_at)
     values ('gcash', 'csv', '', 'ann', now()) returning batch_id`,
  );
  const other = (rows[0]?.batch_id ?? 0n) + 1n;
  const differences = await tamper(
    `with made as (
       insert into withdrawal (user_id, amount, local_amount, local_currency, country, method,
         account_type, recipient_name, account, status, created_at, step, previous_step,
         step_number, batch_id, payout_reference)
       values (${user.userId}, 10000, '1.00', 'USD', 'PH', 'gcash', 'phone', 'M', '0', 'pending',
         now(), 'processing', 'pending', 1, ${other}, 'B2-W1')
       returning user_id, withdrawal_id
     )
     insert into withdrawal_step (user_id, withdrawal_id, number, from_step, to_step, at)
     select user_id, withdrawal_id, 1, 'pending', 'processing', now() from made`,
  );
  const way = 'withdrawal 1 is processing after 1 steps, those written down lead to {processing}';
  expect(differences).toContain(`user ${user.userId}: ${way}`);
});
