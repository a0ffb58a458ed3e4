import { beforeAll, expect, test } from 'vitest';
import { checkIn } from '../../server/domain/accounts.ts';
import { withdraw } from '../../server/domain/withdrawals.ts';
import type { OperatorContext } from '../../server/operator/command.ts';
import { commands } from '../../server/operator/commands.ts';
import { registerForm } from './forms.ts';
import { domain, json, run, setUpOperator } from './operator.setup.ts';
import { plansOf } from './plans.ts';
import { earn, payee, REVIEW } from './review.support.ts';

setUpOperator();

/**
 * The names of 22 people whom `chief` has invited, all from one block of addresses. `shares_1` and
 * `shares_2` have the payout account of `chief`.
 */
const RING = Array.from({ length: 22 }, (_, at) => `ring_${String(at + 1).padStart(2, '0')}`);

async function register(username: string, seed: number, more: object = {}) {
  const visitor = { address: '198.51.100.7', country: null };
  const form = registerForm(seed, { username, email: `${username}@mail.example`, ...more });
  const { userInfo } = await checkIn(domain.context({ visitor }), null, form);
  return userInfo;
}

let request: string;
beforeAll(async () => {
  domain.setNow(new Date());
  await domain.configure({ ...REVIEW, 'support.contact': 'help@clips.example' });
  const chief = await payee(domain, { username: 'chief', account: 'ring@mail.example' });
  const code = (await domain.pool.query('select invite_code from account')).rows[0].invite_code;
  for (const [at, name] of RING.entries()) await register(name, at, { invite_code: code });
  for (const name of ['shares_1', 'shares_2']) {
    await payee(domain, { username: name, account: 'ring@mail.example' });
  }
  await payee(domain, { username: 'stranger', account: 'stranger@mail.example' });
  await earn(domain, chief, { video: 45_000n });
  const { withdrawal } = await withdraw(domain.context(), chief, { amount: '1' });
  request = String(withdrawal.id);
  await domain.pool.query(`update progress set videos = 7 where user_id =
    (select user_id from account where username = 'ring_02')`);
  await run(['users', 'block', 'ring_03']);
});

test('users list --invited-by: everybody by name, with the figures that an operator needs', async () => {
  const { status, out, err } = await run(['users', 'list', '--invited-by', 'chief']);
  expect([status, err]).toEqual([0, '']);
  const [head, first, second, third, ...others] = out.split('\n');
  expect(head).toMatch(/^id +username +since +paid_clips +balance +blocked$/);
  expect(first).toMatch(/^\d+ +ring_01 +20\S+Z +0 +\d+\.\d{4} +false$/);
  expect(second).toMatch(/^\d+ +ring_02 +20\S+Z +7 +\d+\.\d{4} +false$/);
  expect(third).toMatch(/^\d+ +ring_03 +20\S+Z +0 +\d+\.\d{4} +true$/);
  expect(others).toHaveLength(19);
  const paged = ['users', 'list', '--invited-by', 'CHIEF', '--page', '1', '--sum'];
  const { answer } = await json(...paged);
  expect(answer).toMatchObject({ page: 1, more: false, count: 22 });
  expect(answer.list.map(({ username }: { username: string }) => username)).toEqual(RING);
  expect(await run(['users', 'list', '--invited-by', 'ring_01'])).toEqual({
    status: 0,
    out: 'ring_01 has invited nobody',
    err: '',
  });
});

const names = async (...words: string[]): Promise<string[]> =>
  (await json('users', 'list', ...words)).answer.map((row: { username: string }) => row.username);

test('users list --block-of: the people of one address block, while it is stored', async () => {
  expect(await names('--block-of', 'ring_05')).toEqual(RING);
  expect(await run(['users', 'list', '--block-of', 'stranger'])).toEqual({
    status: 0,
    out: 'the block of addresses of stranger is not known: the server keeps it for 30 days',
    err: '',
  });
});

test('users list --account-of: everybody who was or will be paid to one account', async () => {
  expect(await names('--account-of', 'shares_1')).toEqual(['chief', 'shares_1', 'shares_2']);
  await domain.pool.query(`delete from payout_info where user_id =
    (select user_id from account where username = 'chief')`);
  expect(await names('--account-of', 'shares_1')).toEqual(['chief', 'shares_1', 'shares_2']);
  expect(await names('--account-of', 'chief')).toEqual(['chief', 'shares_1', 'shares_2']);
  expect((await run(['users', 'list', '--account-of', 'ring_01'])).out).toBe(
    'ring_01 has no payout account',
  );
});

test('a review names the commands that list the people it counts', async () => {
  await domain.pool.query(`update friend set created_at = created_at - interval '2 days'`);
  const { out } = await run(['withdrawals', 'review', request]);
  expect(out.split('\n\n').at(-1)).toBe(
    [
      'Commands that list these people:',
      '  users list --invited-by chief',
      '  users list --account-of chief',
    ].join('\n'),
  );
  const { answer } = await json('withdrawals', 'review', request);
  expect(answer.who_they_are).toEqual([
    'users list --invited-by chief',
    'users list --account-of chief',
  ]);
  for (const command of answer.who_they_are) {
    expect((await run(command.split(' '))).status).toBe(0);
  }
});

test.each([
  [[], 2, 'give one of --invited-by, --block-of and --account-of'],
  [
    ['--invited-by', 'chief', '--block-of', 'chief'],
    2,
    'give one of --invited-by, --block-of and --account-of',
  ],
  [['--invited-by', 'nobody'], 1, 'there is no user "nobody"'],
])('users list %j is refused', async (words, status, err) => {
  expect(await run(['users', 'list', ...words])).toEqual({ status, out: '', err });
});

test.each(['invited-by', 'block-of', 'account-of'])(
  'users list --%s reads indexes only',
  async (group) => {
    const list = commands.find(({ name }) => name === 'users list');
    const plans = await plansOf(domain.pool, async (db) => {
      const context = { db, now: domain.now() } as OperatorContext;
      await list?.run(context, { positionals: [], values: { [group]: 'chief' } });
    });
    expect(plans.filter((plan) => plan.includes('Seq Scan'))).toEqual([]);
  },
);
