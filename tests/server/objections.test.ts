import { afterEach, expect, test } from 'vitest';
import { corrections } from '../../server/domain/corrections.ts';
import { deleteExpired } from '../../server/domain/housekeeping.ts';
import { object } from '../../server/domain/objections.ts';
import { decideOverdueObjections } from '../../server/domain/objections-overdue.ts';
import { verifyLedger } from '../../server/domain/verify.ts';
import { withdrawals } from '../../server/domain/withdrawals.ts';
import { textOf } from '../../server/push/texts.ts';
import {
  balanceOf,
  earner,
  HOUR,
  objection,
  objectTo,
  rejected,
  setUpObjections,
  take,
} from './objections.support.ts';
import { domain, json, run } from './operator.setup.ts';
import { addDevice } from './push.support.ts';
import { refusalOf } from './support.ts';

setUpObjections();
afterEach(async () => {
  expect((await verifyLedger(domain.pool)).differences).toEqual([]);
});

const page = { page: 1, limit: 10 };
const overdue = (hours = 73) =>
  decideOverdueObjections(domain.pool, new Date(domain.now().getTime() + hours * HOUR));
const last = async () => (await json('objections', 'show', '1')).answer;

test('a rejected withdrawal has one objection; a second attempt gets the first objection as its answer', async () => {
  const user = await earner();
  const id = await rejected(user);
  const before = (await withdrawals(domain.context(), user, page)).list[0];
  expect(before).toMatchObject({ id, objection: null });
  const { objection: made } = await objectTo(user, 'withdrawal', id);
  expect(made).toMatchObject({ text: 'I watched them', status: 'open', answer: null });
  const due = Date.parse(made.decide_at ?? '') - Date.parse(made.created_at);
  expect(due).toBe(72 * HOUR);
  const again = { kind: 'withdrawal', id, text: 'Another text' } as const;
  expect((await object(domain.context(), user, again)).objection).toEqual(made);
  const after = (await withdrawals(domain.context(), user, page)).list[0];
  expect(after?.objection).toEqual(made);
});

test('a credit, another member’s case and an old case cannot be objected to', async () => {
  const [user, other] = [await earner(), await earner()];
  const id = await take(user.username);
  const refused = { reason: 'not_objectable' };
  expect(await refusalOf(objectTo(other, 'correction', id))).toEqual(refused);
  expect(await refusalOf(objectTo(user, 'correction', 999_999))).toEqual(refused);
  const { answer } = await json('ledger', 'correct', user.username, '5', '--reason', 'goodwill');
  expect(await refusalOf(objectTo(user, 'correction', answer.id))).toEqual(refused);
  domain.advance(184 * 24 * HOUR);
  expect(await refusalOf(objectTo(user, 'correction', id))).toEqual(refused);
  const { list } = await corrections(domain.context(), user, page);
  expect(list.filter((each) => 'objection' in each)).toEqual([]);
});

test('upheld: an entry returns the amount, and the member reads the reason', async () => {
  const { user } = await objection('30');
  await addDevice(domain, user, 'phone');
  expect(await balanceOf(user)).toBe(70);
  const words = ['objections', 'uphold', '1', '--reason', 'our_mistake', '--as', 'bo'];
  expect((await json(...words)).answer).toMatchObject({
    about: 'correction',
    amount: '30.0000',
    status: 'upheld',
    decided_by: 'bo',
    answer: 'our_mistake',
  });
  expect(await balanceOf(user)).toBe(100);
  const { list } = await corrections(domain.context(), user, page);
  const reason = 'We have corrected a mistake of ours.';
  expect(list[0]).toMatchObject({ direction: 'given', amount: '30.0000', reason });
  expect(list[1]).toMatchObject({ objection: { status: 'upheld', answer: reason } });
  const { rows } = await domain.pool.query(
    "select detail from push where kind = 'objection_decided'",
  );
  expect(textOf('objection_decided', rows[0].detail, 'en', null)).toMatchObject({
    title: 'Your objection was decided',
    body: expect.stringContaining('You were right. Reason: '),
  });
  expect((await json('audit', 'list', '--limit', '1')).answer).toMatchObject([
    {
      who: 'bo',
      action: 'objections uphold',
      what: { words: ['1'], user_id: Number(user.userId) },
    },
  ]);
  expect(await run(words)).toMatchObject({
    status: 1,
    err: expect.stringContaining('objection 1 was upheld already'),
  });
  expect(await balanceOf(user)).toBe(100);
});

test('dismissed: no money moves, and the timer does not change the decision', async () => {
  const { user } = await objection();
  await json('objections', 'dismiss', '1', '--reason', 'There are two accounts');
  expect(await balanceOf(user)).toBe(70);
  const { list } = await corrections(domain.context(), user, page);
  expect(list[0]?.objection).toMatchObject({
    status: 'dismissed',
    answer: 'There are two accounts',
  });
  await overdue();
  expect(await last()).toMatchObject({ status: 'dismissed' });
});

test('upheld, for a rejected withdrawal: no money moves, as its amount was returned before', async () => {
  const user = await earner();
  await objectTo(user, 'withdrawal', await rejected(user));
  await json('objections', 'uphold', '1', '--reason', 'our_mistake');
  expect(await balanceOf(user)).toBe(100);
});

test('an overdue objection is upheld, and only once if several processes decide it', async () => {
  const { user } = await objection();
  await overdue(71);
  expect(await last()).toMatchObject({ status: 'open' });
  await Promise.all([overdue(), overdue(), overdue()]);
  expect(await last()).toMatchObject({
    status: 'upheld',
    decided_by: 'nobody',
    answer: 'not_answered',
  });
  expect(await balanceOf(user)).toBe(100);
});

test.each(['law', 'fraud_review'])(
  'with the ground %s only an operator decides',
  async (ground) => {
    const { user } = await objection();
    await json('objections', 'hold', '1', '--ground', ground);
    await overdue();
    expect(await last()).toMatchObject({ status: 'open', ground, decide_at: null });
    const { list } = await corrections(domain.context(), user, page);
    expect(list[0]?.objection).toMatchObject({ status: 'open', decide_at: null });
    await json('objections', 'uphold', '1', '--reason', 'our_mistake');
    expect(await balanceOf(user)).toBe(100);
  },
);

test('an amount above the limit needs two operators; the timer never replaces one', async () => {
  const { user } = await objection('60');
  await domain.configure({ 'withdraw.second_approval_above': '50' });
  await run(['config', 'set', 'withdraw.second_approval_above', '50', '--as', 'bo']);
  const uphold = (who: string) =>
    run(['objections', 'uphold', '1', '--reason', 'our_mistake', '--as', who]);
  const refused = { status: 1, err: expect.stringContaining('the objection needs two operators') };
  expect(await uphold('ann')).toMatchObject(refused);
  await run(['objections', 'prepare', '1', '--as', 'ann']);
  expect(await uphold('ann')).toMatchObject(refused);
  await run(['config', 'set', 'withdraw.second_approval_above', '0', '--as', 'ann']);
  await overdue();
  expect([await balanceOf(user), (await last()).status]).toEqual([40, 'open']);
  expect(await uphold('bo')).toMatchObject({ status: 0 });
  expect(await balanceOf(user)).toBe(100);
});

test('an amount that an operator has returned by hand is not returned again by the timer', async () => {
  const { user } = await objection('30');
  const other = await take(user.username, '20');
  await objectTo(user, 'correction', other);
  await json('ledger', 'correct', user.username, '30', '--reason', 'our_mistake');
  await overdue();
  // the second objection waits, too: the returned amount may belong to either objection
  expect(await balanceOf(user)).toBe(80);
  expect(await last()).toMatchObject({ status: 'open', given_since: '30.0000' });
  await json('objections', 'dismiss', '1', '--reason', 'It is given back already');
  await json('objections', 'uphold', '2', '--reason', 'our_mistake');
  expect(await balanceOf(user)).toBe(100);
});

test('an amount that an objection has returned does not delay another objection', async () => {
  const { user } = await objection('30');
  await objectTo(user, 'correction', await take(user.username, '20'));
  await json('objections', 'uphold', '1', '--reason', 'our_mistake');
  await overdue();
  expect(await balanceOf(user)).toBe(100);
});

test('an objection whose decision the database refuses does not delay another objection', async () => {
  await objection('30');
  const { user } = await objection('30');
  const { pool } = domain;
  await pool.query(
    'alter table objection add constraint refused check (objection_id <> 1 or is_upheld is null)',
  );
  try {
    await expect(overdue()).rejects.toMatchObject({ constraint: 'refused' });
  } finally {
    await pool.query('alter table objection drop constraint refused');
  }
  expect(await balanceOf(user)).toBe(100);
  await overdue();
  expect((await json('objections', 'list', '--status', 'open')).answer).toEqual([]);
});

test('a decided objection is erased after half a year; an open one stays', async () => {
  await objection();
  await objection();
  await json('objections', 'dismiss', '1', '--reason', 'There are two accounts');
  await deleteExpired(domain.pool, new Date(domain.now().getTime() + 184 * 24 * HOUR));
  expect((await json('objections', 'list')).answer).toMatchObject([{ id: 2, status: 'open' }]);
});

test('wrong values are refused with a reason', async () => {
  await objection();
  expect(await run(['objections', 'list', '--status', 'new'])).toMatchObject({ status: 2 });
  expect(await run(['objections', 'hold', '1', '--ground', 'mood'])).toMatchObject({ status: 2 });
  expect(await run(['objections', 'show', '9'])).toMatchObject({
    status: 1,
    err: expect.stringContaining('there is no objection 9'),
  });
});
