import { expect, test } from 'vitest';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

test('ledger correct: gives and takes, and what is owed shows', async () => {
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

test.each([
  [['ledger', 'correct', 'amira', '1'], 2, '--reason is missing'],
  [['ledger', 'correct', 'amira', '-0', '--reason', 'x'], 2, 'AMOUNT must be an amount'],
  [['ledger', 'correct', 'amira', 'one', '--reason', 'x'], 2, 'AMOUNT must be an amount'],
  [['ledger', 'correct', 'amira', '1', '--reason', ' '], 2, '--reason must have'],
  [['ledger', 'correct', 'nobody', '1', '--reason', 'x'], 1, 'there is no user "nobody"'],
])('%j is refused', async (argv, status, why) => {
  const ran = await run(argv);
  expect({ status: ran.status, err: ran.err }).toEqual({
    status,
    err: expect.stringContaining(why),
  });
});

test('a correction that the funds do not cover is refused', async () => {
  await domain.user({ username: 'Bela' });
  await run(['config', 'set', 'funding.enforce', 'true']);
  expect(await run(['ledger', 'correct', 'bela', '5', '--reason', 'x'])).toEqual({
    status: 1,
    out: '',
    err: 'the funds do not cover it: funding deposit comes first',
  });
});
