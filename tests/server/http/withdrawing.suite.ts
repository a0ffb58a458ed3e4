import { beforeAll, describe, expect, test } from 'vitest';
import { correctBalance } from '../../../server/domain/corrections.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../../server/domain/settlement.ts';
import { expectAnswer, expectRefusal } from './coverage.ts';
import { ownCurrency } from './own-currency.suite.ts';
import { preparePayout } from './payout.ts';
import type { TestServer, User } from './server.ts';

const page = { page: 1, limit: 10 };
const INFO = {
  country: 'IN',
  method: 'test_upi',
  recipient_name: 'Amira Khan',
  account: 'amira.kh@upi',
};
const MASKED = 'am******@upi';
/** All fields of a member's withdrawal, except its times. */
const ASKED = {
  id: expect.any(Number),
  amount: '1.0000',
  local_amount: expect.any(String),
  local_currency: expect.any(String),
  method: 'test_upi',
  account: MASKED,
  recipient_name: 'Amira Khan',
  status: 'pending',
  reason: null,
  settled_at: null,
  step: 'pending',
  review_due_at: null,
  held_until: null,
  repaid: '0.0000',
  cancelled: false,
  ...{ currency: 'USD', pay: null },
};

export function withdrawingCalls(server: () => TestServer): void {
  beforeAll(async () => {
    await server().domain.pool.query(
      `insert into payout_method (method, name, account_type, countries, account_pattern,
         account_hint, position)
       values ('test_upi', 'UPI', 'upi_id', '{IN}', '^[\\w.-]{2,}@[a-z]{2,}$', 'name@bank', 900)`,
    );
  });
  describe('withdrawal information', () => information(server));
  describe('shared accounts', () => sharedAccounts(server));
  describe('withdraw', () => withdrawing(server));
  describe('a payee who was shown', () => shownPayee(server));
  describe('a currency of the method’s own', () => ownCurrency(server));
  describe('corrections', () => correcting(server));
  describe('withdrawals', () => settling(server));
}

/** Makes a user with the registration reward (by default 1.0000) and a payout account. */
export async function payee(server: TestServer, country = 'IN'): Promise<User> {
  const user = await server.user({ country });
  await preparePayout(user, INFO);
  return user;
}

function information(server: () => TestServer): void {
  test('withdrawalMethods lists the methods of a country', async () => {
    const { client } = await server().user();
    const { list } = await expectAnswer(client, 'withdrawalMethods', { country: 'IN' });
    expect(list.find(({ method }) => method === 'test_upi')).toEqual({
      method: 'test_upi',
      name: 'UPI',
      account_type: 'upi_id',
      countries: ['IN'],
      account_pattern: '^[\\w.-]{2,}@[a-z]{2,}$',
      account_hint: 'name@bank',
      currency: null,
    });
    expect(await expectAnswer(client, 'withdrawalMethods', { country: 'AQ' })).toEqual({
      list: [],
    });
  });

  test('is empty, then the account that was set, masked', async () => {
    const { client } = await server().user();
    expect(await expectAnswer(client, 'wdinfo')).toEqual({ list: [], change_hold_hours: 0 });
    const { account: _hidden, ...visible } = INFO;
    const version = expect.any(String);
    const stored = { list: [{ ...visible, account_type: 'upi_id', account: MASKED, version }] };
    expect(await expectAnswer(client, 'updateWdinfo', INFO)).toEqual(stored);
    expect(await expectAnswer(client, 'wdinfo')).toMatchObject(stored);
  });

  test('may not be changed too often', async () => {
    const { domain } = server();
    await domain.configure({ 'limit.payout_changes_per_day': '1' });
    const { client } = await server().user();
    await expectAnswer(client, 'updateWdinfo', INFO);
    const other = { ...INFO, account: 'other.kh@upi' };
    const detail = { retry_after: expect.any(Number) };
    await expectRefusal(client, 'updateWdinfo', other, 'too_many_attempts', detail);
    await domain.configure({ 'limit.payout_changes_per_day': '10' });
    await expectAnswer(client, 'updateWdinfo', other);
  });

  test.each([
    ['unknown_method', { ...INFO, method: 'pigeon' }],
    ['method_not_in_country', { ...INFO, country: 'DE' }],
    ['invalid_account', { ...INFO, account: 'no upi id' }],
  ] as const)('is refused: %s', async (reason, input) => {
    const { client } = await server().user();
    await expectRefusal(client, 'updateWdinfo', input, reason);
    expect(await expectAnswer(client, 'wdinfo')).toMatchObject({ list: [] });
  });
}

function sharedAccounts(server: () => TestServer): void {
  test('are refused to a further member once as many members as allowed have the account', async () => {
    await server().domain.configure({ 'withdraw.accounts_shared_max': '1' });
    const account = { ...INFO, account: 'only.one@upi' };
    await expectAnswer((await server().user()).client, 'updateWdinfo', account);
    const { client } = await server().user();
    await expectRefusal(client, 'updateWdinfo', account, 'account_shared');
    expect(await expectAnswer(client, 'wdinfo')).toMatchObject({ list: [] });
    await server().domain.configure({ 'withdraw.accounts_shared_max': '0' });
  });
}

function withdrawing(server: () => TestServer): void {
  test('holds the amount at once, and has its value in the member’s country', async () => {
    const { domain } = server();
    await domain.configure({ 'rates.INR': '83.5', 'reward.registration': '1.5000' });
    const { client } = await payee(server());
    const { withdrawal, balance } = await expectAnswer(client, 'withdraw', { amount: '1' });
    const at = domain.now().toISOString();
    const worth = { local_amount: '83.50', local_currency: 'INR' };
    const times = { created_at: at, steps: [{ step: 'pending', at }] };
    expect(withdrawal).toEqual({ ...ASKED, ...worth, ...times });
    expect(balance).toBe('0.5000');
    const config = await expectAnswer(client, 'withdrawConfig');
    expect(config).toMatchObject({ balance, local_amount: '41.75', pending: withdrawal });
    await domain.configure({ 'rates.INR': '', 'reward.registration': '1.0000' });
  });

  test('is refused below the minimum', async () => {
    const { client } = await payee(server());
    await expectRefusal(client, 'withdraw', { amount: '0.9999' }, 'amount_too_small');
  });

  test('is refused above the balance', async () => {
    const { client } = await payee(server());
    await expectRefusal(client, 'withdraw', { amount: '1.0001' }, 'amount_exceeds_balance');
  });

  test('is refused without a payout account', async () => {
    const { client } = await server().user();
    await expectAnswer(client, 'handleLoginReward');
    await expectRefusal(client, 'withdraw', { amount: '1' }, 'wdinfo_missing');
  });

  test('is refused while another withdrawal is pending', async () => {
    await server().domain.configure({ 'reward.registration': '3.0000' });
    const { client } = await payee(server());
    await server().domain.configure({ 'reward.registration': '1.0000' });
    await expectAnswer(client, 'withdraw', { amount: '1' });
    await expectRefusal(client, 'withdraw', { amount: '1' }, 'pending_exists');
  });

  test('is refused while requirements are unmet, and the answer has all of them', async () => {
    const { domain } = server();
    await domain.configure({ 'withdraw.requirements.videos': '2' });
    const { client } = await payee(server());
    const requirements = [
      { kind: 'invites', required: 0, current: 0 },
      { kind: 'videos', required: 2, current: 0 },
      { kind: 'ads_viewed', required: 0, current: 0 },
      { kind: 'ads_clicked', required: 0, current: 0 },
      { kind: 'shares', required: 0, current: 0 },
    ];
    const unmet = { requirements };
    await expectRefusal(client, 'withdraw', { amount: '1' }, 'requirements_unmet', unmet);
    const config = await expectAnswer(client, 'withdrawConfig');
    expect(config).toMatchObject({ requirements, min_amount: '1.0000', pending: null });
    await domain.configure({ 'withdraw.requirements.videos': '0' });
    await expectAnswer(client, 'withdraw', { amount: '1' });
  });
}

function shownPayee(server: () => TestServer): void {
  test('is refused if the payout account differs from the one that was shown', async () => {
    const { client } = await payee(server());
    const [shown] = (await expectAnswer(client, 'wdinfo')).list;
    await preparePayout({ client }, { ...INFO, account: 'thief.kh@upi', recipient_name: 'Thief' });
    await expectRefusal(client, 'withdraw', { amount: '1', payee: shown }, 'wdinfo_changed');
    const [now] = (await expectAnswer(client, 'wdinfo')).list;
    const { withdrawal } = await expectAnswer(client, 'withdraw', { amount: '1', payee: now });
    expect(withdrawal.recipient_name).toBe('Thief');
  });
}

function correcting(server: () => TestServer): void {
  test('are listed with amount and reason, and with the debt', async () => {
    const { domain } = server();
    const { client, userId } = await payee(server());
    expect(await expectAnswer(client, 'corrections')).toMatchObject({ debt: '0.0000', list: [] });
    const correction = { amount: -15_000n, reason: 'paid twice' };
    await correctBalance(domain.pool, userId, correction, domain.now());
    expect(await expectAnswer(client, 'corrections', page)).toMatchObject({
      debt: '0.5000',
      list: [{ amount: '1.5000', direction: 'taken', reason: 'paid twice' }],
    });
    expect(await expectAnswer(client, 'withdrawConfig')).toMatchObject({ debt: '0.5000' });
  });
}

function settling(server: () => TestServer): void {
  test('list a paid one, and everybody sees it masked', async () => {
    const { domain } = server();
    const { client } = await payee(server());
    const { withdrawal } = await expectAnswer(client, 'withdraw', { amount: '1.0' });
    domain.advance(60_000);
    await approveWithdrawal(domain.pool, withdrawal.id, domain.now());
    const settled_at = domain.now().toISOString();
    const steps = [...(withdrawal.steps ?? []), { step: 'paid', at: settled_at }];
    const paid = { ...withdrawal, status: 'paid', step: 'paid', steps, settled_at };
    const list = await expectAnswer(client, 'withdrawals', page);
    expect(list).toEqual({ list: [paid], page: 1, limit: 10, total: 1, next: null });
    const recent = await expectAnswer(server().visitor(), 'recentWithdrawals');
    expect(recent.list[0]).toEqual({
      username: expect.stringMatching(/^us\*+/),
      amount: '1.0000',
      paid_at: domain.now().toISOString(),
    });
  });

  test('return the amount of a rejected one, with the reason', async () => {
    const { domain } = server();
    const { client } = await payee(server());
    const { withdrawal } = await expectAnswer(client, 'withdraw', { amount: '1' });
    await rejectWithdrawal(domain.pool, withdrawal.id, 'the account is closed', domain.now());
    const { list } = await expectAnswer(client, 'withdrawals', page);
    expect(list).toMatchObject([{ status: 'rejected', reason: 'the account is closed' }]);
    const config = await expectAnswer(client, 'withdrawConfig');
    expect(config).toMatchObject({ balance: '1.0000', pending: null });
    await expectAnswer(client, 'withdraw', { amount: '1' });
  });
}
