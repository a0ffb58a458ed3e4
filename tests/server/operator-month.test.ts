import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney } from '../../contract/money.ts';
import { volume } from '../volume.ts';
import { addPerson, type Entry, history, readEntries } from './money-history.ts';
import { dataDir, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

const sum = (entries: readonly Entry[], keep: (entry: Entry) => boolean) =>
  formatMoney(entries.filter(keep).reduce((all, { amount }) => all + amount, 0n));

/** Returns the balance of an account after these entries. */
const balanceOf = (entries: readonly Entry[], account: string) =>
  entries.reduce(
    (all, { debit, credit, amount }) =>
      all + (credit === account ? amount : 0n) - (debit === account ? amount : 0n),
    0n,
  );

const balance = (entries: readonly Entry[]) => ({
  owed: formatMoney(balanceOf(entries, 'available') + balanceOf(entries, 'held')),
  available: formatMoney(balanceOf(entries, 'available')),
  held: formatMoney(balanceOf(entries, 'held')),
  owed_by_people: formatMoney(-balanceOf(entries, 'debt')),
});

const by = (
  entries: readonly Entry[],
  [from, to]: readonly [string, string],
  name: 'op' | 'method',
) => {
  const kept = entries.filter(({ debit, credit }) => debit === from && credit === to);
  const names = [...new Set(kept.map((entry) => entry[name] ?? ''))];
  return Object.fromEntries(names.map((key) => [key, sum(kept, (entry) => entry[name] === key)]));
};

/** Computes the expected report of March 2026; an entry's month is read from its time as text. */
function expectedMarch(entries: readonly Entry[]) {
  const monthOf = ({ created_at }: Entry) => created_at.toISOString().slice(0, 7);
  const month = entries.filter((entry) => monthOf(entry) === '2026-03');
  return {
    opening: balance(entries.filter((entry) => monthOf(entry) < '2026-03')),
    earned: by(month, ['rewards', 'available'], 'op'),
    corrections: {
      taken: sum(month, ({ credit }) => credit === 'rewards'),
      debts_repaid: sum(month, ({ credit }) => credit === 'debt'),
    },
    withdrawals: {
      requested: sum(month, ({ op }) => op === 'withdrawal_held'),
      given_back: sum(month, ({ op }) => op === 'withdrawal_returned'),
    },
    paid: by(month, ['held', 'payouts'], 'method'),
    paid_and_returned: by(month, ['payouts', 'available'], 'method'),
    closing: balance(entries.filter((entry) => monthOf(entry) <= '2026-03')),
  };
}

test('money report equals the sum over all entries, exactly', async () => {
  const at = Date.parse('2026-03-10T00:00:00Z');
  const one = { op: 'video', method: 'bank', amount: 5n, at } as const;
  await addPerson((['earn', 'ask', 'pay', 'return'] as const).map((does) => ({ ...one, does })));
  await fc.assert(
    fc.asyncProperty(history, async (moves) => {
      await addPerson(moves);
      const { status, answer } = await json('money', 'report', '--month', '2026-03');
      const entries = await readEntries();
      const expected = expectedMarch(entries);
      expect(Object.fromEntries(Object.keys(expected).map((part) => [part, answer[part]]))).toEqual(
        expected,
      );
      expect(answer.promised_now).toMatchObject({
        owed_by_the_ledger: balance(entries).owed,
        of_it_paid_out: formatMoney(balanceOf(entries, 'payouts')),
        of_it_unexplained: '0.0000',
      });
      expect(status).toBe(0);
    }),
    { numRuns: volume(60, 15) },
  );
});

test('money report: a month begins with its first moment in UTC, and ends before the first moment of the next month', async () => {
  const enter = (at: string, key: string) =>
    domain.pool.query(
      `insert into transfer (user_id, version, op, idempotency_key, debit, credit, amount, detail,
         created_at)
       values (5, (select count(*) + 1 from transfer where user_id = 5), 'video', $2, 'rewards',
         'available', 1, '', $1)`,
      [at, key],
    );
  await enter('2024-01-31T23:59:59.999999Z', 'before');
  await enter('2024-02-01T00:00:00Z', 'first');
  await enter('2024-02-29T23:59:59.999999Z', 'last');
  await enter('2024-03-01T00:00:00Z', 'after');
  await domain.pool.query(
    'insert into wallet (user_id, available, credited, version) values (5, 4, 4, 4)',
  );
  const earned = async (month: string) =>
    (await json('money', 'report', '--month', month)).answer.earned;
  expect(await earned('2024-01')).toEqual({ video: '0.0001' });
  expect(await earned('2024-02')).toEqual({ video: '0.0002' });
  expect(await earned('2024-03')).toEqual({ video: '0.0001' });
  const { out } = await run(['money', 'report', '--month', '2024-03']);
  expect(out).toMatch(/^earned +clip watched +0\.0001$/m);
});

test('money report names pending rewards, and the unexplained difference', async () => {
  const { answer: before } = await json('money', 'report', '--month', '2026-03');
  await domain.pool.query(
    `insert into outbox (user_id, op, idempotency_key, amount, detail, created_at)
     values (5, 'invite', 'a', 10000, '', now())`,
  );
  await domain.pool.query(
    `insert into outbox_dead
       (user_id, op, idempotency_key, amount, detail, created_at, failed_at, error)
     values (5, 'invite', 'b', 20000, '', now(), now(), 'x')`,
  );
  await domain.pool.query(
    `insert into coming_reward
       (user_id, op, idempotency_key, friend_id, amount, detail, created_at)
     values (5, 'invite', 'c', 6, 40000, '', now())`,
  );
  const { answer } = await json('money', 'report', '--month', '2026-03');
  expect(answer.on_its_way_now).toEqual({
    laid_aside: '2.0000',
    outbox: '1.0000',
    until_a_friend_has_watched: '4.0000',
  });
  expect(answer.promised_now).toEqual({
    ...answer.promised_now,
    owed_by_the_ledger: before.promised_now.owed_by_the_ledger,
    of_it_on_its_way: '7.0000',
    of_it_unexplained: '0.0000',
  });
  await domain.pool.query(
    'update wallet set available = available + 3, credited = credited + 3 where user_id = 5',
  );
  const { status, out } = await run(['money', 'report', '--month', '2026-03']);
  expect(status).toBe(1);
  expect(out).toMatch(/^promised now +of it unexplained +0\.0003$/m);
  expect(out.split('\n').at(-1)).toBe('the difference is not explained: give ledger verify');
  await domain.pool.query(
    'update wallet set available = available - 3, credited = credited - 3 where user_id = 5',
  );
});

test('money report of the present month closes with the sums of ledger verify', async () => {
  const { answer: verified } = await json('ledger', 'verify');
  const monthNow = () => new Date().toISOString().slice(0, 7);
  const month = monthNow();
  const { answer } = await json('money', 'report', '--month', month);
  const { available, held, debts } = verified;
  // the month may have ended meanwhile
  if (month === monthNow()) expect(answer.over).toBe(false);
  expect(answer.closing).toMatchObject({ available, held, owed_by_people: debts });
  expect(answer.promised_now.of_it_paid_out).toBe(verified.payouts);
});

test('money report of a month before the first entry is zero', async () => {
  const { status, answer } = await json('money', 'report', '--month', '2001-01');
  const none = '0.0000';
  const balance = { owed: none, available: none, held: none, owed_by_people: none };
  expect(status).toBe(0);
  expect(answer).toMatchObject({
    opening: balance,
    earned: {},
    corrections: { taken: none, debts_repaid: none },
    withdrawals: { requested: none, given_back: none },
    paid: {},
    paid_and_returned: {},
    closing: balance,
  });
});

test('money report --csv writes the same figures for a spreadsheet', async () => {
  const ran = await run(['money', 'report', '--month', '2026-03', '--csv', 'march.csv'], {
    INIT_CWD: dataDir,
  });
  const file = join(dataDir, 'march.csv');
  expect(ran).toMatchObject({ status: 0, err: '' });
  expect(ran.out.split('\n')[0]).toBe(file);
  const text = await readFile(file, 'utf8');
  const { answer } = await json('money', 'report', '--month', '2026-03');
  expect(text).toContain(`closing,owed,${answer.closing.owed}\r\n`);
});

test.each([
  [['money', 'report'], '--month is missing'],
  [['money', 'report', '--month', '2026-13'], '--month must be a month such as 2026-03'],
  [['money', 'report', '--month', '9999-12'], '--month 9999-12 has not begun'],
  [['money', 'report', '--month', '2026-00'], '--month must be a month such as 2026-03'],
  [['money', 'report', '--month', 'March'], '--month must be a month such as 2026-03'],
  [['money', 'report', '--month', '2026-03', '--csv', 'x'], 'ends with .csv'],
])('the command %j is wrong usage', async (argv, why) => {
  const { status, err } = await run(argv);
  expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(why) });
});
