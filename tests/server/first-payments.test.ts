import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { isEasyToGet } from '../../server/domain/payout-accounts/easy.ts';
import type { AccountKind } from '../../server/domain/payout-accounts/kinds.ts';
import { createBatch } from '../../server/domain/payout-batches.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { prepareWithdrawal, returnPayout } from '../../server/domain/settlement.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { DAY } from '../../server/domain/time.ts';
import { cancelWithdrawal } from '../../server/domain/withdrawal-cancel.ts';
import { withdraw, withdrawConfig } from '../../server/domain/withdrawals.ts';
import { domain, json, run } from './operator.setup.ts';
import { inFolder, setUpPayouts } from './payouts.setup.ts';
import { prove, refusalOf } from './support.ts';

setUpPayouts();
beforeEach(async () => {
  await domain.configure({
    ...{ 'withdraw.easy_method_hold_days': '7', 'withdraw.accounts_shared_max': '2' },
  });
  // the operator's commands use the machine's clock
  domain.setNow(new Date());
  await domain.pool.query(
    `insert into payout_method (method, name, account_type, countries, account_pattern,
       account_hint, position)
     values ('mail', 'Mail', 'email', '{DE,PH}', '^.+$', 'any', 1),
       ('post', 'Post', 'email', '{DE,PH}', '^.+$', 'any', 3),
       ('phone', 'Phone', 'phone', '{DE,PH}', '^.+$', 'any', 2)
     on conflict do nothing`,
  );
});

let count = 0;
function someMail(): string {
  count += 1;
  return `somebody.${count}@example.org`;
}

async function payee(method: string, account: string): Promise<Caller> {
  const user = await domain.user();
  await claimTask(domain.context(), user, { task: 'download_app' });
  await set(user, method, account);
  return user;
}

async function set(user: Caller, method: string, account: string): Promise<void> {
  await prove(domain, user);
  const info = { country: 'PH', method, account, recipient_name: 'Maria Cruz' };
  await updateWdinfo(domain.context(), user, info);
}
const daysOf = async (user: Caller) => (await withdrawConfig(domain.context(), user, {})).hold_days;

async function ask(user: Caller) {
  return (await withdraw(domain.context(), user, { amount: '5' })).withdrawal;
}

const approve = (id: number) => run(['withdrawals', 'approve', String(id), '--as', 'ann']);
const inDays = (days: number) => new Date(domain.now().getTime() + days * DAY).toISOString();

test.each<[AccountKind, string, boolean]>([
  ['email', 'ada@example.org', true],
  ['username', '@ada', true],
  ['upi', 'ada@bank', true],
  ['bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', true],
  ['evm', '0x52908400098527886E0F7030069857D2E4169EE7', true],
  ['tron', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', true],
  ['text', '1234567890', true],
  ['text', 'DE89370400440532013000', false],
  ['pix', 'ada@example.org', true],
  ['pix', '123e4567-e89b-12d3-a456-426614174000', true],
  ['pix', '52998224725', false],
  ['pix', '12ABC34501DE35', false],
  ['pix', '+5511912345678', false],
  ['card', '4111111111111111', false],
  ['iban', 'DE89370400440532013000', false],
  ['phone', '+639171234567', false],
])('%s %s is easy to get: %s', (account_kind, account, expected) => {
  expect(isEasyToGet({ account_type: 'wallet_id', account_kind }, account)).toBe(expected);
});

test('a method without an account kind has the kind of its type', () => {
  expect(isEasyToGet({ account_type: 'upi_id', account_kind: null }, 'ada@bank')).toBe(true);
  expect(isEasyToGet({ account_type: 'phone', account_kind: null }, '+639171234567')).toBe(false);
});

test('a first withdrawal to an e-mail waits seven days, and the user is told beforehand', async () => {
  const user = await payee('mail', someMail());
  expect(await daysOf(user)).toBe(7);
  const { id, held_until } = await ask(user);
  expect(held_until).toBe(inDays(7));
  expect(await approve(id)).toEqual({
    status: 1,
    out: '',
    err: expect.stringContaining(
      `withdrawal ${id} is the first to an account that is easy to get, or was changed: the withdrawal can be paid from ${held_until} on`,
    ),
  });
  // the approval of a second operator does not shorten the wait
  await prepareWithdrawal(domain.pool, id, 'bo', domain.now());
  expect((await approve(id)).status).toBe(1);
  const { answer } = await json('withdrawals', 'list', '--status', 'pending');
  expect(answer.list ?? answer).toContainEqual(expect.objectContaining({ id, held_until }));
  const { out } = await run(['withdrawals', 'list', '--status', 'pending']);
  expect(out).toContain(`held until ${held_until?.slice(0, 10)}`);
  expect((await json('withdrawals', 'review', String(id))).answer).toMatchObject({ held_until });
});

test('a first withdrawal is paid after its wait, and the next one to the same account does not wait', async () => {
  domain.advance(-7 * DAY);
  const user = await payee('mail', someMail());
  const { id } = await ask(user);
  expect((await approve(id)).status).toBe(0);
  expect(await daysOf(user)).toBe(0);
  const next = await ask(user);
  expect(next.held_until).toBeNull();
  expect((await approve(next.id)).status).toBe(0);
  // the first withdrawal to another account waits again
  await set(user, 'mail', someMail());
  expect(await daysOf(user)).toBe(7);
  // a withdrawal waits again if the account’s payments were returned
  await returnPayout(domain.pool, next.id, 'unknown', domain.now());
  await returnPayout(domain.pool, id, 'unknown', domain.now());
  const { rows } = await domain.pool.query(
    'select account from withdrawal where withdrawal_id = $1',
    [id],
  );
  await set(user, 'mail', rows[0].account);
  expect(await daysOf(user)).toBe(7);
});

test('an export leaves out withdrawals that wait, with the reason, and takes the others', async () => {
  const held = await ask(await payee('post', someMail()));
  const order = { method: 'post', format: 'csv', limit: null } as const;
  const batch = { ...order, approval: { who: 'bo', above: 0n } };
  const draw = () => Buffer.from('a file');
  expect(await createBatch(domain.pool, batch, draw, domain.now())).toBeNull();
  domain.advance(-8 * DAY);
  const free = await ask(await payee('post', someMail()));
  const { out } = await run([
    ...['payouts', 'export', '--method', 'post', '--format', 'csv'],
    ...['--out', inFolder('held.csv'), '--as', 'ann', '--yes'],
  ]);
  expect(out).toContain(
    `left out, first payments to accounts that are easy to get or were changed, before the day on which they may be paid (withdrawals list shows it): 1: ${held.id} "Maria Cruz"`,
  );
  const { rows } = await domain.pool.query(
    'select withdrawal_id::int as id, step from withdrawal where withdrawal_id = any($1) order by 1',
    [[held.id, free.id]],
  );
  expect(rows).toEqual([
    { id: held.id, step: 'pending' },
    { id: free.id, step: 'processing' },
  ]);
});

test('a withdrawal to a phone account does not wait, and none waits with 0 days', async () => {
  const phone = await payee('phone', '09171234567');
  expect(await daysOf(phone)).toBe(0);
  const { id, held_until } = await ask(phone);
  expect(held_until).toBeNull();
  expect((await approve(id)).status).toBe(0);
  await domain.configure({ 'withdraw.easy_method_hold_days': '0' });
  const user = await payee('mail', someMail());
  expect(await daysOf(user)).toBe(0);
  expect((await ask(user)).held_until).toBeNull();
});

test('a withdrawal that waits still waits when the setting is lowered', async () => {
  const { id } = await ask(await payee('mail', someMail()));
  await domain.configure({ 'withdraw.easy_method_hold_days': '0' });
  expect((await approve(id)).status).toBe(1);
});

test('an account that is easy to get serves one person, another account the configured number', async () => {
  const mail = someMail();
  await payee('mail', mail);
  expect(await refusalOf(payee('mail', mail))).toEqual({ reason: 'account_shared' });
  await payee('phone', '09181234567');
  await payee('phone', '09181234567');
  expect(await refusalOf(payee('phone', '09181234567'))).toEqual({ reason: 'account_shared' });
  await domain.configure({ 'withdraw.accounts_shared_max': '0' });
  await payee('mail', mail);
  await payee('phone', '09181234567');
});

test('a person can cancel a withdrawal that waits', async () => {
  const user = await payee('mail', someMail());
  const { id } = await ask(user);
  expect(await cancelWithdrawal(domain.context(), user, { id })).toMatchObject({
    balance: '100.0000',
  });
});
