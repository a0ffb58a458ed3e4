import { expect, test } from 'vitest';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { claimShareReward } from '../../server/domain/sharing.ts';
import { addAd } from './ad.support.ts';
import { withPath } from './ffmpeg.fake.ts';
import { CLIP, domain, json, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

test('funding: deposits are added up, and the amount left is shown', async () => {
  await claimShareReward(domain.context(), await domain.user(), {});
  expect(await json('funding', 'deposit', '100', '--reason', 'May')).toEqual({
    status: 0,
    answer: {
      ...{ enforced: false, currency: 'USD' },
      ...{ deposited: '100.0000', promised: '0.0500', left: '99.9500' },
      ...{ newcomers_today: '0.0000', newcomers_left: null },
    },
  });
  await run(['funding', 'deposit', '0.5', '--reason', 'a little more']);
  expect(await run(['config', 'set', 'funding.enforce', 'true'])).toMatchObject({ status: 0 });
  expect(await run(['funding', 'show'])).toEqual({
    status: 0,
    out: 'enforced: true\ncurrency: USD\ndeposited: 100.5000\npromised: 0.0500\nleft: 100.4500\nnewcomers_today: 0.0000\nnewcomers_left: -',
    err: '',
  });
  const { rows } = await domain.pool.query('select amount, reason from funding_deposit');
  expect(rows).toEqual([
    { amount: 1_000_000n, reason: 'May' },
    { amount: 5_000n, reason: 'a little more' },
  ]);
});

test('funding remove: takes back an excess deposit, down to zero at most', async () => {
  const { answer } = await json('funding', 'show');
  const before = parseMoney(answer.deposited);
  await run(['funding', 'deposit', '1000', '--reason', 'a nought too many']);
  expect(await json('funding', 'remove', '900.5', '--reason', 'it was 99.5')).toMatchObject({
    status: 0,
    answer: { deposited: formatMoney(before + 995_000n) },
  });
  const { rows } = await domain.pool.query(
    'select amount, reason from funding_deposit order by deposit_id desc limit 1',
  );
  expect(rows).toEqual([{ amount: -9_005_000n, reason: 'it was 99.5' }]);
  const all = formatMoney(before + 995_000n);
  expect(await run(['funding', 'remove', '1000', '--reason', 'x'])).toEqual({
    status: 1,
    out: '',
    err: `the deposits are only ${all}`,
  });
  expect(await json('funding', 'remove', all, '--reason', 'the end')).toMatchObject({
    answer: { deposited: '0.0000' },
  });
});

test.each([
  [['funding', 'remove', '0', '--reason', 'x'], 'AMOUNT must be more than 0'],
  [['funding', 'remove', '5'], '--reason is missing'],
  [['funding', 'deposit', '0', '--reason', 'x'], 'AMOUNT must be more than 0'],
  [['funding', 'deposit', '-5', '--reason', 'x'], 'AMOUNT must be more than 0'],
  [['funding', 'deposit', '5.00001', '--reason', 'x'], 'AMOUNT must be more than 0'],
  [['funding', 'deposit', '5'], '--reason is missing'],
  [['funding', 'deposit', '5', '--reason', ' '], '--reason must have'],
])('the command %j is wrong usage', async (argv, why) => {
  const { status, err } = await run(argv);
  expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(why) });
});

test('an ad is added with its budget', async () => {
  const adding = ['ads', 'add', CLIP, '--title', 'Sea', '--target-url', 'https://sea.example'];
  // without ffmpeg, as encoding takes long
  const { answer } = await withPath('', () => json(...adding, '--budget', '12.5'));
  expect(answer).toMatchObject({ budget: '12.5000', spent: '0.0000' });
});

test('the amount that an ad has spent excludes unused allotments', async () => {
  const id = await addAd(domain, { title: 'Lake', budget: 5_000n, spent: 700n });
  await domain.pool.query('update ad_allotment set room = 200 where ad_id = $1 and slot = 3', [id]);
  const expected = { title: 'Lake', budget: '0.5000', spent: '0.0500' };
  expect((await json('ads', 'list')).answer).toContainEqual(expect.objectContaining(expected));
  expect((await json('ads', 'disable', String(id))).answer).toMatchObject(expected);
});
