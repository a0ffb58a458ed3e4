import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { formatMoney } from '../../contract/money.ts';
import type { StatementPeriod } from '../../contract/statement.calls.ts';
import type { Caller } from '../../server/domain/context.ts';
import { correctBalance } from '../../server/domain/corrections.ts';
import { updateWdinfo } from '../../server/domain/payout-methods.ts';
import { approveWithdrawal } from '../../server/domain/settlement.ts';
import { statement } from '../../server/domain/statement.ts';
import { claimTask } from '../../server/domain/tasks.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import { volume } from '../volume.ts';
import { domain, setUpDomain } from './domain.setup.ts';
import { addPerson, history } from './money-history.ts';
import { addGcash } from './payout.support.ts';
import { causes } from './payout-steps.setup.ts';
import { plansOf } from './plans.ts';

setUpDomain({
  settings: { 'reward.download_app': '100', 'reward.notification': '3', 'rates.KES': '' },
});
beforeAll(async () => {
  await addGcash(domain);
  await domain.pool.query(
    `insert into payout_method (method, name, account_type, countries, account_pattern,
       account_hint, position, currency, rounding)
     values ('mpesa', 'M-Pesa', 'phone', '{KE}', '^[0-9]{6,}$', '2547…', 2, 'KES', 100)`,
  );
});

const told = (user: Caller, year?: number) =>
  statement(domain.context(), user, year === undefined ? {} : { year });
const on = (time: string) => domain.setNow(new Date(time));

interface Entry {
  readonly op: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
  readonly created_at: Date;
}

async function entriesOf({ userId }: Caller): Promise<Entry[]> {
  const { rows } = await domain.pool.query<Entry>('select * from transfer where user_id = $1', [
    userId,
  ]);
  return rows;
}

const sum = (entries: readonly Entry[], keep: (entry: Entry) => boolean) =>
  formatMoney(entries.filter(keep).reduce((all, { amount }) => all + amount, 0n));
const monthOf = ({ created_at }: Entry) => created_at.toISOString().slice(0, 7);

/** The amounts of a period, added up entry by entry. @param is whether a month is a part of it */
function expectedOf(entries: readonly Entry[], is: (month: string) => boolean, end: string) {
  const some = entries.filter((entry) => is(monthOf(entry)));
  const until = entries.filter((entry) => monthOf(entry) <= end);
  const earned = some.filter(({ debit }) => debit === 'rewards');
  const left = (account: string, sign = 1n) => {
    const signed = until.map(
      ({ debit, credit, amount }) =>
        (credit === account ? amount : 0n) - (debit === account ? amount : 0n),
    );
    return formatMoney(sign * signed.reduce((all, amount) => all + amount, 0n));
  };
  return {
    earned: sum(earned, () => true),
    earned_by: Object.fromEntries(
      earned.map(({ op }) => [op, sum(earned, (entry) => entry.op === op)]),
    ),
    taken: sum(some, ({ credit }) => credit === 'rewards'),
    paid_out: sum(some, ({ credit }) => credit === 'payouts'),
    returned: sum(some, ({ debit }) => debit === 'payouts'),
    balance_at_end: left('available'),
    held_at_end: left('held'),
    owed_at_end: left('debt', -1n),
  };
}

const amountsOf = ({ earned_by, arrived, ...sums }: StatementPeriod) => ({
  ...Object.fromEntries(Object.entries(sums).map(([name, { amount }]) => [name, amount])),
  earned_by: Object.fromEntries(earned_by.map(({ type, amount }) => [type, amount])),
});

/** Compares every month of every year with the entries. */
async function expectWhole(user: Caller): Promise<void> {
  const entries = await entriesOf(user);
  const { years } = await told(user);
  for (const year of years) {
    const { months, whole_year } = await told(user, year);
    for (const { month, ...period } of months) {
      expect(amountsOf(period)).toEqual(expectedOf(entries, (each) => each === month, month));
    }
    const isOfYear = (month: string) => month.startsWith(`${year}-`);
    expect(amountsOf(whole_year)).toEqual(expectedOf(entries, isOfYear, `${year}-12`));
    const quiet = entries.filter((entry) => isOfYear(monthOf(entry)));
    const shown = months.map(({ month }) => month);
    expect(shown).toEqual(expect.arrayContaining(quiet.map(monthOf)));
  }
}

const correct = ({ userId }: Caller, amount: bigint) =>
  correctBalance(domain.pool, userId, { amount, reason: 'a mistake' }, domain.now());

test('with entries of every kind, each month of each year is the sum of its entries', async () => {
  on('2025-11-30T23:59:59.999Z');
  const user = await domain.user();
  await claimTask(domain.context(), user, { task: 'download_app' });
  await updateWdinfo(domain.context(), user, {
    ...{ country: 'PH', method: 'gcash', recipient_name: 'Maria Cruz', account: '09171234567' },
  });
  const ask = async (amount: string) =>
    (await withdraw(domain.context(), user, { amount })).withdrawal.id;
  on('2025-12-01T00:00:00Z');
  await causes['request.cancelled'](await ask('5'));
  const failing = await ask('6');
  on('2025-12-31T23:59:59.999Z');
  await causes['batch.exported'](failing);
  await causes['payout.failed'](failing);
  const returning = await ask('20');
  on('2026-01-01T00:00:00Z');
  await causes['request.paid'](returning);
  await correct(user, -90n * 10_000n);
  on('2026-02-02T00:00:00Z');
  await causes['payout.returned'](returning);
  await causes['request.rejected'](await ask('2'));
  await correct(user, 70_000n);
  await correct(user, -400_000n);
  on('2026-04-04T00:00:00Z');
  await claimTask(domain.context(), user, { task: 'notification' });
  const { years, whole_year, months } = await told(user);
  expect(years).toEqual([2025, 2026]);
  expect(months.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04']);
  expect(amountsOf(whole_year)).toMatchObject({
    ...{ earned: '10.0000', taken: '130.0000', paid_out: '20.0000', returned: '20.0000' },
    ...{ balance_at_end: '0.0000', held_at_end: '0.0000', owed_at_end: '20.0000' },
  });
  await expectWhole(user);
});

test('the amounts of a year add up to the balance, with any entries', async () => {
  on('2026-06-01T00:00:00Z');
  await fc.assert(
    fc.asyncProperty(history, async (moves) => {
      await addPerson(moves);
      const { rows } = await domain.pool.query<{ user_id: bigint; left: bigint }>(
        `select user_id, available + held - debt as left from wallet
         where user_id = (select max(user_id) from wallet)`,
      );
      const user = { userId: rows[0]?.user_id ?? 0n, token: '' };
      await expectWhole(user);
      const { whole_year: all } = await told(user);
      const units = ({ amount }: { amount: string }) => BigInt(amount.replace('.', ''));
      expect(units(all.earned) - units(all.taken) - units(all.paid_out) + units(all.returned)).toBe(
        rows[0]?.left,
      );
    }),
    { numRuns: volume(60, 10) },
  );
});

test('each amount is converted at the rate of its day, and a payment is shown as it was paid', async () => {
  on('2026-03-01T12:00:00Z');
  const user = await domain.user({ country: 'KE' });
  await claimTask(domain.context(), user, { task: 'download_app' });
  expect(await told(user)).toMatchObject({ currency: 'USD', local_currency: null });
  // days before the first rate use the first rate
  on('2026-03-02T12:00:00Z');
  await domain.configure({ 'rates.KES': '100.12345678' });
  on('2026-03-10T00:00:00Z');
  await domain.configure({ 'rates.KES': '200' });
  await claimTask(domain.context(), user, { task: 'notification' });
  await updateWdinfo(domain.context(), user, {
    ...{ country: 'KE', method: 'mpesa', recipient_name: 'Amina', account: '254712345678' },
  });
  const { withdrawal } = await withdraw(domain.context(), user, {
    ...{ amount: '1.119', pay: { currency: 'KES', amount: '223.00' } },
  });
  on('2026-03-20T00:00:00Z');
  await domain.configure({ 'rates.KES': '300' });
  await approveWithdrawal(domain.pool, withdrawal.id, domain.now());
  const { local_currency, months, whole_year, file } = await told(user);
  expect(local_currency).toBe('KES');
  const [march] = months;
  expect(march).toMatchObject({
    // 100 at 100.12345678, and 3 at 200
    earned: { amount: '103.0000', local_amount: '10612.34' },
    paid_out: { amount: '1.1190', local_amount: '223.00' },
    arrived: [{ currency: 'KES', amount: '223.00' }],
    balance_at_end: { amount: '101.8810', local_amount: '30564.30' },
  });
  expect(whole_year).toEqual({ ...march, month: undefined });
  expect(file.name).toBe('statement-2026.csv');
  expect(file.text.split('\r\n')).toEqual([
    '\uFEFFmonth,what,amount,currency,local_amount,local_currency',
    '2026-03,download_reward,100.0000,USD,10012.34,KES',
    '2026-03,notification_reward,3.0000,USD,600.00,KES',
    '2026-03,taken,0.0000,USD,0.00,KES',
    '2026-03,paid_out,1.1190,USD,223.00,KES',
    '2026-03,arrived,,,223.00,KES',
    '2026-03,returned,0.0000,USD,0.00,KES',
    '2026-03,balance_at_end,101.8810,USD,30564.30,KES',
    '2026-03,held_at_end,0.0000,USD,0.00,KES',
    '2026-03,owed_at_end,0.0000,USD,0.00,KES',
    '',
  ]);
});

test('a user without entries is shown the present month, and a year without entries is empty', async () => {
  on('2026-03-01T12:00:00Z');
  const user = await domain.user();
  const now = await told(user);
  expect(now.years).toEqual([2026]);
  expect(now.months.map(({ month, earned_by }) => [month, earned_by])).toEqual([['2026-03', []]]);
  expect((await told(user, 2019)).months).toEqual([]);
  expect((await told(user, 9999)).months).toEqual([]);
});

test('a statement reads the person’s own entries by their keys, and scans no table', async () => {
  const user = await domain.user({ country: 'KE' });
  const plans = (
    await plansOf(domain.pool, (db) => statement(domain.context({ db }), user, {}))
  ).join('\n');
  const own = `(user_id = '${user.userId}'::bigint)`;
  expect(plans.split(own).length - 1).toBe(4);
  expect(plans).not.toContain('Seq Scan');
});
