import { expect, test } from 'vitest';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

test('ledger correct: gives and takes amounts, and shows the debt', async () => {
  const user = await domain.user({ username: 'Amira' });
  await claimShareReward(domain.context(), user, {});
  expect(await json('ledger', 'correct', 'amira', '-0.08', '--reason', 'A mistake')).toEqual({
    status: 0,
    answer: {
      id: 1,
      username: 'Amira',
      amount: '-0.0800',
      reason: 'A mistake',
      balance: '0.0000',
      debt: '0.0300',
    },
  });
  expect(await json('users', 'show', 'Amira')).toMatchObject({ answer: { debt: '0.0300' } });
  expect(await json('ledger', 'correct', 'Amira', '1', '--reason', 'Sorry')).toMatchObject({
    answer: { amount: '1.0000', balance: '0.9700', debt: '0.0000' },
  });
  expect(await json('ledger', 'verify')).toMatchObject({
    status: 0,
    answer: { ok: true, corrected: '0.0800', debts: '0.0000' },
  });
});

test('ledger verify --of: reads one user only, and names the user’s differences', async () => {
  const [dara, enzo] = [await domain.user({ username: 'Dara' }), await domain.user()];
  await claimShareReward(domain.context(), dara, {});
  await claimShareReward(domain.context(), enzo, {});
  await domain.pool.query('update wallet set available = 900, credited = 900 where user_id = $1', [
    enzo.userId,
  ]);
  expect(await json('ledger', 'verify', '--of', 'dara')).toMatchObject({
    status: 0,
    answer: { ok: true, users: 1, transfers: 1, available: '0.0500', differences: [] },
  });
  await domain.pool.query('update wallet set available = 900, credited = 900 where user_id = $1', [
    dara.userId,
  ]);
  expect(await json('ledger', 'verify', '--of', 'Dara')).toMatchObject({
    status: 1,
    answer: {
      ok: false,
      differences: [
        'the house gave 500 and paid out 0, users have 900',
        `user ${dara.userId}: has 900 available and 0 held, its transfers add up to 500 and 0`,
      ],
    },
  });
  expect(await run(['ledger', 'verify', '--of', 'nobody'])).toMatchObject({
    status: 1,
    err: 'there is no user "nobody"',
  });
});

test.each([
  [['ledger', 'correct', 'amira', '1'], 2, '--reason is missing'],
  [['ledger', 'correct', 'amira', '-0', '--reason', 'x'], 2, 'AMOUNT must be an amount'],
  [['ledger', 'correct', 'amira', 'one', '--reason', 'x'], 2, 'AMOUNT must be an amount'],
  [['ledger', 'correct', 'amira', '1', '--reason', ' '], 2, '--reason must have'],
  [['ledger', 'correct', 'nobody', '1', '--reason', 'x'], 1, 'there is no user "nobody"'],
])('the command %j is refused', async (argv, status, why) => {
  const ran = await run(argv);
  expect({ status: ran.status, err: ran.err }).toEqual({
    status,
    err: expect.stringContaining(why),
  });
});

test('a correction beyond the funds is refused', async () => {
  await domain.user({ username: 'Bela' });
  await run(['config', 'set', 'funding.enforce', 'true']);
  expect(await run(['ledger', 'correct', 'bela', '5', '--reason', 'x'])).toEqual({
    status: 1,
    out: '',
    err: 'the funds do not cover the amount: give funding deposit first',
  });
});
