import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { updateWdinfo, wdinfo, withdrawalMethods } from '../../server/domain/payout-methods.ts';
import { recentWithdrawals } from '../../server/domain/recent-withdrawals.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../server/domain/settlement.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdraw, withdrawals, withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash, GCASH } from './payout.support.ts';
import { prove, refusalOf } from './support.ts';

const page = { page: 1, limit: 10 };

setUpDomain({
  settings: {
    'withdraw.min_amount': '1',
    'withdraw.requirements.videos': '0',
    'withdraw.requirements.invites': '0',
    'reward.download_app': '10',
    'rates.PHP': '58.5',
  },
});
beforeAll(async () => {
  await addGcash(domain);
  await domain.pool.query(
    `insert into payout_method values
       ('bank_card', 'Bank card', 'bank_card', '{PH,IN}', '^\\d(?:[ -]?\\d){11,18}$', '', 0)`,
  );
});

/** A user with 10.0000 to withdraw. */
async function richUser(): Promise<Caller> {
  const user = await domain.user({ country: 'PH' });
  await claimTask(domain.context(), user, { task: 'download_app' });
  return user;
}

async function readyUser(): Promise<Caller> {
  const user = await richUser();
  await updateWdinfo(domain.context(), user, GCASH);
  return user;
}

test('a request holds its amount at once and shows what it is worth where the user lives', async () => {
  const user = await readyUser();
  const withdrawal = {
    id: expect.any(Number),
    amount: '4.0000',
    local_amount: '234.00',
    local_currency: 'PHP',
    method: 'gcash',
    account: '+6* *** *** 4567',
    recipient_name: 'Maria Cruz',
    status: 'pending',
    reason: null,
    created_at: domain.now().toISOString(),
    settled_at: null,
    step: 'pending',
    steps: [{ step: 'pending', at: domain.now().toISOString() }],
    ...{ review_due_at: null, held_until: null },
    repaid: '0.0000',
    cancelled: false,
    ...{ currency: 'USD', pay: null },
  };
  expect(await withdraw(domain.context(), user, { amount: '4' })).toEqual({
    withdrawal,
    balance: '6.0000',
  });
  expect(await withdrawConfig(domain.context(), user, {})).toMatchObject({
    balance: '6.0000',
    local_amount: '351.00',
    pending: withdrawal,
  });
  expect((await withdrawals(domain.context(), user, page)).list).toEqual([withdrawal]);
});

test('paying moves the held amount out; it is settled once', async () => {
  const user = await readyUser();
  const { withdrawal } = await withdraw(domain.context(), user, { amount: '4' });
  const { id } = withdrawal;
  domain.advance(60_000);
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => approveWithdrawal(domain.pool, id, domain.now())),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(rejectWithdrawal(domain.pool, id, 'late', domain.now())).rejects.toThrow(
    `withdrawal ${id} is paid already`,
  );
  await expect(approveWithdrawal(domain.pool, 7_777, domain.now())).rejects.toThrow(
    'there is no withdrawal 7777',
  );
  const { rows } = await domain.pool.query('select * from wallet where user_id = $1', [
    user.userId,
  ]);
  expect(rows).toEqual([
    {
      user_id: user.userId,
      available: 60_000n,
      held: 0n,
      credited: 100_000n,
      debited: 40_000n,
      debt: 0n,
      corrected: 0n,
      version: 3n,
    },
  ]);
  expect((await withdrawals(domain.context(), user, page)).list).toMatchObject([
    {
      status: 'paid',
      reason: null,
      settled_at: domain.now().toISOString(),
      step: 'paid',
      steps: [
        { step: 'pending', at: withdrawal.created_at },
        { step: 'paid', at: domain.now().toISOString() },
      ],
    },
  ]);
});

test('rejecting gives the amount back with the reason, and the next request goes through', async () => {
  const user = await readyUser();
  const { withdrawal } = await withdraw(domain.context(), user, { amount: '10' });
  await rejectWithdrawal(domain.pool, withdrawal.id, 'name differs', domain.now());
  expect(await withdrawConfig(domain.context(), user, {})).toMatchObject({
    balance: '10.0000',
    pending: null,
  });
  expect((await withdrawals(domain.context(), user, page)).list).toMatchObject([
    { status: 'rejected', reason: 'name differs' },
  ]);
  expect(await withdraw(domain.context(), user, { amount: '10' })).toMatchObject({
    balance: '0.0000',
  });
});

test('refuses what is too small, too much, or has nowhere to go', async () => {
  await domain.configure({ 'withdraw.min_amount': '2.5' });
  const user = await richUser();
  const attempt = (amount: string) => refusalOf(withdraw(domain.context(), user, { amount }));
  expect(await attempt('2.4999')).toEqual({ reason: 'amount_too_small' });
  expect(await attempt('2.5')).toEqual({ reason: 'wdinfo_missing' });
  await updateWdinfo(domain.context(), user, GCASH);
  expect(await attempt('10.0001')).toEqual({ reason: 'amount_exceeds_balance' });
  expect(await withdraw(domain.context(), user, { amount: '10' })).toMatchObject({
    balance: '0.0000',
  });
  expect(await attempt('2.5')).toEqual({ reason: 'pending_exists' });
});

test('refuses while a requirement is unmet, and lists each with its progress', async () => {
  await domain.configure({
    'withdraw.requirements.videos': '3',
    'withdraw.requirements.invites': '1',
  });
  const user = await readyUser();
  const watched = async ({ userId }: Caller, videos: number) => {
    await domain.pool.query('update progress set videos = $2 where user_id = $1', [userId, videos]);
  };
  const release = domain.settings.get('invite.release_after_videos');
  const idle = await domain.user({ inviters: [user.userId] });
  await watched(idle, release - 1);
  await watched(await domain.user({ inviters: [user.userId] }), release);
  const friend = await domain.user();
  await watched(await domain.user({ inviters: [friend.userId, user.userId] }), release);
  const requirements = [
    { kind: 'invites', required: 1, current: 1 },
    { kind: 'videos', required: 3, current: 0 },
    { kind: 'ads_viewed', required: 0, current: 0 },
    { kind: 'ads_clicked', required: 0, current: 0 },
    { kind: 'shares', required: 0, current: 0 },
  ];
  expect(await refusalOf(withdraw(domain.context(), user, { amount: '1' }))).toEqual({
    reason: 'requirements_unmet',
    requirements,
  });
  expect(await withdrawConfig(domain.context(), user, {})).toMatchObject({ requirements });
  await domain.pool.query('update progress set videos = 3 where user_id = $1', [user.userId]);
  expect(await withdraw(domain.context(), user, { amount: '1' })).toMatchObject({
    balance: '9.0000',
  });
});

test('recent withdrawals are the newest paid ones, masked', async () => {
  for (const username of ['Maximilian', 'Bo']) {
    const user = await domain.user({ username });
    await claimTask(domain.context(), user, { task: 'download_app' });
    await updateWdinfo(domain.context(), user, GCASH);
    const { withdrawal } = await withdraw(domain.context(), user, { amount: '5' });
    domain.advance(1_000);
    await approveWithdrawal(domain.pool, withdrawal.id, domain.now());
  }
  await withdraw(domain.context(), await readyUser(), { amount: '5' });
  const { list } = await recentWithdrawals(domain.context(), null, {});
  expect(list.slice(0, 2)).toEqual([
    { username: 'B*', amount: '5.0000', paid_at: domain.now().toISOString() },
    {
      username: 'Ma***an',
      amount: '5.0000',
      paid_at: new Date(domain.now().getTime() - 1_000).toISOString(),
    },
  ]);
});

test('withdraw info is checked by its method, kept once and read back masked', async () => {
  const user = await domain.user();
  const set = (values: object) => updateWdinfo(domain.context(), user, { ...GCASH, ...values });
  expect(await wdinfo(domain.context(), user, {})).toEqual({ list: [], change_hold_hours: 0 });
  expect(await refusalOf(set({ method: 'cash' }))).toEqual({ reason: 'unknown_method' });
  expect(await refusalOf(set({ country: 'IN' }))).toEqual({ reason: 'method_not_in_country' });
  expect(await refusalOf(set({ account: '0917' }))).toEqual({ reason: 'invalid_account' });
  const card = { country: 'IN', method: 'bank_card' };
  expect(await refusalOf(set({ ...card, account: '4111 1111 1111 1112' }))).toEqual({
    reason: 'invalid_account',
  });
  await set({});
  const answer = {
    list: [
      {
        country: 'IN',
        method: 'bank_card',
        account_type: 'bank_card',
        recipient_name: 'Maria Cruz',
        account: '41** **** **** 1111',
        version: expect.any(String),
      },
    ],
  };
  await prove(domain, user);
  expect(await set({ ...card, account: '4111 1111 1111 1111' })).toEqual(answer);
  expect(await wdinfo(domain.context(), user, {})).toMatchObject(answer);
});

test('methods are listed in the operator’s order, of one country or all', async () => {
  const user = await domain.user();
  const names = async (country?: string) =>
    (await withdrawalMethods(domain.context(), user, { country })).list.map(({ method }) => method);
  expect([await names(), await names('IN'), await names('DE')]).toEqual([
    ['bank_card', 'gcash'],
    ['bank_card'],
    [],
  ]);
});

test('the ledger verifies after all of this', async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});
