import { beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../server/database/database.ts';
import type { Caller } from '../../server/domain/context.ts';
import { updateWdinfo, wdinfo } from '../../server/domain/payout-methods.ts';
import { invalidateSessions } from '../../server/domain/sessions.ts';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { HOUR, MINUTE } from '../../server/domain/time.ts';
import { withdraw, withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addGcash, GCASH, preparePayout } from './payout.support.ts';
import { addDevice } from './push.support.ts';
import { outcomes, prove, refusalOf, untilLockWait } from './support.ts';

setUpDomain({ empty: ['push', 'mail'], settings: { 'reward.download_app': '100' } });
beforeAll(async () => {
  await addGcash(domain);
  await domain.pool.query(
    `insert into payout_method values
       ('maya', 'Maya', 'username', '{PH}', '^.+$', '', 2), ('nova', 'Nova', 'username', '{PH}', '^.+$', '', 3)`,
  );
});
beforeEach(async () => {
  await domain.configure({
    ...{ 'withdraw.account_change_hold_hours': '24', 'withdraw.easy_method_hold_days': '0' },
  });
});

const TOO_OLD = { reason: 'proof_too_old' };
const OTHER = { ...GCASH, account: '09179876543' };

/** A user who can be paid and has just logged in. */
async function payee(): Promise<Caller> {
  const user = await domain.user();
  await prove(domain, user);
  await preparePayout(domain, user);
  return user;
}

const set = (user: Caller, info: typeof GCASH) => updateWdinfo(domain.context(), user, info);
const termsOf = (user: Caller) => withdrawConfig(domain.context(), user, {});
const ask = async (user: Caller) =>
  (await withdraw(domain.context(), user, { amount: '5' })).withdrawal;
const inHours = (hours: number) => new Date(domain.now().getTime() + hours * HOUR).toISOString();

async function queued(user: Caller) {
  const mails = await domain.pool.query(
    'select kind from mail join account using (email_key) where account.user_id = $1',
    [user.userId],
  );
  const pushes = await domain.pool.query('select kind from push where user_id = $1', [user.userId]);
  return { mails: mails.rows.map(({ kind }) => kind), pushes: pushes.rows.map(({ kind }) => kind) };
}

test('the first payout account needs no hold and no proof, and sends no message', async () => {
  const user = await domain.user();
  await preparePayout(domain, user);
  expect(await termsOf(user)).toMatchObject({ hold_hours: 0, hold_days: 0 });
  expect((await ask(user)).held_until).toBeNull();
  expect(await queued(user)).toEqual({ mails: [], pushes: [] });
});

test('the first withdrawal to a changed account is held, as announced, and the member is notified', async () => {
  const user = await payee();
  await addDevice(domain, user, `token-${user.userId}`);
  expect(await wdinfo(domain.context(), user, {})).toMatchObject({ change_hold_hours: 24 });
  await set(user, OTHER);
  expect(await queued(user)).toEqual({ mails: ['payout'], pushes: ['payout_info_changed'] });
  expect(await termsOf(user)).toMatchObject({ hold_hours: 24, hold_days: 1 });
  const { id, held_until } = await ask(user);
  expect(held_until).toBe(inHours(24));
  await expect(approveWithdrawal(domain.pool, id, domain.now())).rejects.toThrow(
    `withdrawal ${id} is the first to an account that is easy to get, or was changed: the withdrawal can be paid from ${held_until} on`,
  );
  domain.advance(24 * HOUR);
  await approveWithdrawal(domain.pool, id, domain.now());
  // a withdrawal to this account was paid, so no hold is needed
  expect((await ask(user)).held_until).toBeNull();
});

test('an account that was paid to before is not held when it is set again', async () => {
  const user = await payee();
  await approveWithdrawal(domain.pool, (await ask(user)).id, domain.now());
  await set(user, OTHER);
  expect((await termsOf(user)).hold_hours).toBe(24);
  await set(user, GCASH);
  expect((await termsOf(user)).hold_hours).toBe(0);
});

test('a new recipient name is no new account, but the same username at another method is a new account', async () => {
  const user = await payee();
  await set(user, { ...GCASH, recipient_name: 'M. Cruz' });
  expect((await termsOf(user)).hold_hours).toBe(0);
  expect((await queued(user)).mails).toEqual([]);
  await set(user, { ...GCASH, method: 'maya', account: 'maria' });
  await domain.pool.query('truncate mail');
  await domain.configure({ 'withdraw.account_change_hold_hours': '0' });
  await approveWithdrawal(domain.pool, (await ask(user)).id, domain.now());
  await domain.configure({ 'withdraw.account_change_hold_hours': '24' });
  expect((await termsOf(user)).hold_hours).toBe(0);
  await set(user, { ...GCASH, method: 'nova', account: 'maria' });
  expect((await termsOf(user)).hold_hours).toBe(24);
  expect((await queued(user)).mails).toEqual(['payout']);
});

test.each([
  [24, 0, 24],
  [24, 1, 24],
  [24, 7, 168],
  [240, 7, 240],
  [0, 7, 168],
  [0, 0, 0],
])('with holds of %s hours and %s days the longer one applies', async (hours, days, expected) => {
  await domain.configure({
    'withdraw.account_change_hold_hours': String(hours),
    'withdraw.easy_method_hold_days': String(days),
  });
  const user = await payee();
  await set(user, { ...GCASH, method: 'maya', account: `easy-${user.userId}` });
  expect(await termsOf(user)).toMatchObject({
    hold_hours: expected,
    hold_days: Math.ceil(expected / 24),
  });
  expect((await ask(user)).held_until).toBe(expected > 0 ? inHours(expected) : null);
});

test('a proof is valid for ten minutes, and only in its own session', async () => {
  const user = await payee();
  domain.advance(10 * MINUTE);
  expect(await refusalOf(set(user, OTHER))).toEqual(TOO_OLD);
  await addDevice(domain, user, `another-${user.userId}`);
  expect(await refusalOf(set(user, OTHER))).toEqual(TOO_OLD);
  await prove(domain, user);
  domain.advance(10 * MINUTE - 1);
  await set(user, OTHER);
});

test('a change of account that waits for a change of password is refused', async () => {
  const user = await payee();
  let answer: Promise<unknown> | undefined;
  await inTransaction(domain.pool, async (db) => {
    await invalidateSessions(db, user.userId, new Date(domain.now().getTime() + 1), null);
    answer = refusalOf(set(user, OTHER));
    await untilLockWait(domain.pool, answer);
  });
  expect(await answer).toEqual(TOO_OLD);
});

test('two first accounts at once: one is saved, the other is a change and needs a proof', async () => {
  const user = await domain.user();
  const received = await outcomes([set(user, GCASH), set(user, OTHER)]);
  expect(received).toEqual({ ok: 1, proof_too_old: 1 });
});

test('a withdrawal beside a change of account is held, or goes to the old account', async () => {
  const user = await payee();
  const [, asked] = await Promise.all([set(user, OTHER), ask(user)]);
  expect([asked.account.slice(-4), asked.held_until]).toEqual(
    asked.held_until === null ? ['4567', null] : ['6543', inHours(24)],
  );
});
