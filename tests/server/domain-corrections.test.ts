import { afterEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { correctBalance, corrections } from '../../server/domain/corrections.ts';
import { depositFunds, readFunding } from '../../server/domain/funding.ts';
import { rewardLogs } from '../../server/domain/ledger.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { rejectWithdrawal } from '../../server/domain/settlement.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { handleLoginReward } from '../../server/domain/welcome.ts';
import { withdraw, withdrawals, withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash, GCASH } from './payout.support.ts';
import { refusalOf } from './support.ts';

const page = { page: 1, limit: 10 };

setUpDomain({
  connections: 30,
  empty: ['payout_method'],
  settings: { 'reward.download_app': '2', 'reward.share': '0.5', 'funding.enforce': 'false' },
});
afterEach(async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

const correct = ({ userId }: Caller, amount: bigint, reason = 'a mistake') =>
  correctBalance(domain.pool, userId, { amount, reason }, domain.now());

/** Creates a member with 2.0000 and a payout account. */
async function earner(): Promise<Caller> {
  await addGcash(domain);
  const user = await domain.user();
  await claimTask(domain.context(), user, { task: 'download_app' });
  await updateWdinfo(domain.context(), user, GCASH);
  return user;
}

async function walletOf({ userId }: Caller) {
  const { rows } = await domain.pool.query(
    'select available, held, debt, credited, corrected from wallet where user_id = $1',
    [userId],
  );
  return rows[0];
}

async function entriesOf({ userId }: Caller) {
  const { rows } = await domain.pool.query(
    `select op || ': ' || debit || ' > ' || credit || ' ' || amount as entry from transfer
     where user_id = $1 order by version`,
    [userId],
  );
  return rows.map(({ entry }) => entry);
}

test('a debt of 0.0001 is repaid by a ledger entry', async () => {
  const user = await domain.user();
  await correct(user, -1n);
  await claimShareReward(domain.context(), user, {});
  expect(await entriesOf(user)).toEqual([
    'correction_owed: debt > rewards 1',
    'share_reward: rewards > available 5000',
    'debt_repaid: available > debt 1',
  ]);
});

test('each correction is a ledger entry, and the person reads its reason', async () => {
  const user = await earner();
  await correct(user, -5_000n, 'A reward was credited twice');
  await correct(user, 1_500n, 'We were too strict');
  expect(await entriesOf(user)).toEqual([
    'download_reward: rewards > available 20000',
    'correction: available > rewards 5000',
    'correction: rewards > available 1500',
  ]);
  expect(await corrections(domain.context(), user, page)).toEqual({
    next: null,
    debt: '0.0000',
    list: [
      {
        id: expect.any(Number),
        amount: '0.1500',
        direction: 'given',
        reason: 'We were too strict',
        created_at: domain.now().toISOString(),
      },
      {
        id: expect.any(Number),
        amount: '0.5000',
        direction: 'taken',
        reason: 'A reward was credited twice',
        created_at: domain.now().toISOString(),
        objection: null,
      },
    ],
    page: 1,
    limit: 10,
    total: 2,
  });
  // reward logs leave corrections out, since old clients do not know the type
  const { list } = await rewardLogs(domain.context(), user, page);
  expect(list.map(({ type }) => type)).toEqual(['download_reward']);
});

test('a correction beyond the balance makes a debt, which later rewards repay first', async () => {
  const user = await earner();
  expect(await correct(user, -26_000n)).toMatchObject({ available: 0n, debt: 6_000n });
  expect(await withdrawConfig(domain.context(), user, {})).toMatchObject({
    balance: '0.0000',
    debt: '0.6000',
  });
  expect(await claimShareReward(domain.context(), user, {})).toEqual({
    reward: '0.5000',
    balance: '0.0000',
  });
  expect(await walletOf(user)).toMatchObject({ available: 0n, debt: 1_000n });
  await claimTask(domain.context(), user, { task: 'notification' });
  expect(await walletOf(user)).toMatchObject({ available: 1_000n, debt: 0n });
  expect(await entriesOf(user)).toEqual([
    'download_reward: rewards > available 20000',
    'correction: available > rewards 20000',
    'correction_owed: debt > rewards 6000',
    'share_reward: rewards > available 5000',
    'debt_repaid: available > debt 5000',
    'notification_reward: rewards > available 2000',
    'debt_repaid: available > debt 1000',
  ]);
});

test('the welcome of a member with a debt lists its rewards, and not the repayment', async () => {
  const user = await domain.user();
  await correct(user, -4_000n);
  expect(await handleLoginReward(domain.context(), user, {})).toMatchObject({
    rewards: [{ type: 'new_user_reward', amount: '1.0000' }],
    balance: '0.6000',
  });
});

test('a correction does not touch a held amount, which repays the debt once it is returned', async () => {
  const user = await earner();
  await domain.pool.query(
    `insert into session (token_hash, user_id, keep, created_at, seen_at, expires_at, fcm_token)
     values ('a', $1, true, $2, $2, $2::timestamptz + interval '1 day', 'phone')`,
    [user.userId, domain.now()],
  );
  const { withdrawal } = await withdraw(domain.context(), user, { amount: '2' });
  await correct(user, -5_000n);
  expect(await walletOf(user)).toMatchObject({ available: 0n, held: 20_000n, debt: 5_000n });
  await rejectWithdrawal(domain.pool, withdrawal.id, 'no', domain.now());
  expect(await walletOf(user)).toMatchObject({ available: 15_000n, held: 0n, debt: 0n });
  expect((await entriesOf(user)).slice(-2)).toEqual([
    'withdrawal_returned: held > available 20000',
    'debt_repaid: available > debt 5000',
  ]);
  const [told] = (await withdrawals(domain.context(), user, page)).list;
  expect(told).toMatchObject({ id: withdrawal.id, repaid: '0.5000' });
  expect((await domain.pool.query('select detail from push')).rows).toEqual([
    { detail: '20000:5000' },
  ]);
});

test('corrections and rewards at once lose nothing', async () => {
  const user = await earner();
  await Promise.all([
    ...Array.from({ length: 20 }, () => correct(user, -1_700n)),
    ...Array.from({ length: 10 }, () => correct(user, 900n)),
    claimShareReward(domain.context(), user, {}),
    claimTask(domain.context(), user, { task: 'notification' }),
  ]);
  const { available, debt } = await walletOf(user);
  expect(available - debt).toBe(20_000n - 34_000n + 9_000n + 5_000n + 2_000n);
});

test('a correction frees funds for the amount taken, not for the debt; repayments need no funds', async () => {
  const user = await earner();
  await domain.configure({ 'funding.enforce': 'true' });
  const before = await readFunding(domain.pool);
  await depositFunds(domain.pool, before.shortfall + 10_000n, 'a test', domain.now());
  const room = async () => (await readFunding(domain.pool)).room;
  expect(await room()).toBe(10_000n);
  // takes the balance of 2.00, and makes a debt of 0.60
  await correct(user, -26_000n);
  expect(await room()).toBe(30_000n);
  await claimShareReward(domain.context(), user, {});
  expect(await room()).toBe(30_000n);
  await claimTask(domain.context(), user, { task: 'notification' });
  expect(await room()).toBe(29_000n);
  expect(await refusalOf(correct(user, 29_001n))).toEqual({ reason: 'paused_by_operator' });
  await correct(user, 29_000n);
  expect(await room()).toBe(0n);
});

test('the part of a welcome that repays a debt needs no funds', async () => {
  const user = await domain.user();
  await correct(user, -4_000n);
  await domain.configure({ 'funding.enforce': 'true' });
  const { shortfall, room } = await readFunding(domain.pool);
  // 0.40 of the welcome’s 1.00 repay the debt: 0.60 need funds
  await depositFunds(domain.pool, shortfall + 6_000n, 'a test', domain.now());
  await handleLoginReward(domain.context(), user, {});
  expect((await readFunding(domain.pool)).room).toBe(room);
});

test('a correction of an unknown user returns null', async () => {
  expect(await correct({ userId: 987_654n, token: '' }, 100n)).toBe(null);
});
