import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { startHousekeeping } from '../../server/domain/housekeeping.ts';
import { releaseFromReview } from '../../server/domain/payout-steps.ts';
import { lookAtHeld } from '../../server/domain/review/held.ts';
import { DAY, HOUR } from '../../server/domain/time.ts';
import { withdraw, withdrawals } from '../../server/domain/withdrawals.ts';
import { domain, setUpOperator } from './operator.setup.ts';
import { earn, payee, REVIEW, watch } from './review.support.ts';

setUpOperator();
beforeEach(async () => {
  await domain.pool.query('truncate payout_info, registration_block');
  domain.setNow(new Date('2026-03-01T10:00:00.000Z'));
  await domain.configure({ ...REVIEW, 'withdraw.easy_method_hold_days': '7' });
});

/** Asks to be paid to an e-mail; nothing speaks against it so far. */
async function asked(): Promise<{ user: Caller; id: number }> {
  const user = await payee(domain);
  await earn(domain, user, { video: 20_000n });
  const { withdrawal } = await withdraw(domain.context(), user, { amount: '1' });
  expect(withdrawal).toMatchObject({ step: 'pending', held_until: '2026-03-08T10:00:00.000Z' });
  return { user, id: withdrawal.id };
}

const script = (user: Caller) => watch(domain, user, { clips: 20, gapMs: 5_100, seconds: 5 });
const look = () => lookAtHeld(domain.pool, domain.settings, domain.now());
const stepOf = async (user: Caller) =>
  (await withdrawals(domain.context(), user, { page: 1, limit: 1 })).list[0]?.step;

test('what a script does while its first payment waits sends it to review before it can be paid', async () => {
  const { user, id } = await asked();
  domain.advance(6 * DAY);
  await script(user);
  domain.advance(DAY - 2 * HOUR - 1);
  await look();
  expect(await stepOf(user)).toBe('pending');
  domain.advance(1);
  await Promise.all([1, 2, 3].map(look));
  expect(await stepOf(user)).toBe('in_review');
  const kept = await domain.pool.query('select needs_decision, signals from withdrawal');
  expect(kept.rows).toMatchObject([{ needs_decision: true, signals: [{ name: 'pace' }] }]);
  const { rows } = await domain.pool.query("select what from audit where action = 'review began'");
  expect(rows).toEqual([{ what: { withdrawal: id } }]);
});

test('an operator who has looked at it is not asked again, and others are let through', async () => {
  const [{ user, id }, honest] = [await asked(), await asked()];
  domain.advance(7 * DAY - HOUR);
  await script(user);
  await look();
  await releaseFromReview(domain.pool, id, domain.now());
  await look();
  expect([await stepOf(user), await stepOf(honest.user)]).toEqual(['pending', 'pending']);
});

/** The pool, with something done about each of its own statements. */
const poolWith = (about: (sql: string, answer: () => Promise<unknown>) => Promise<unknown>) =>
  new Proxy(domain.pool, {
    get: (pool, name) => {
      const value = Reflect.get(pool, name, pool);
      if (name !== 'query') return typeof value === 'function' ? value.bind(pool) : value;
      return (sql: string, values: unknown[]) => about(sql, () => pool.query(sql, values));
    },
  });

test('a slow process does not undo what an operator has decided meanwhile', async () => {
  const { user, id } = await asked();
  domain.advance(7 * DAY - HOUR);
  await script(user);
  const slow = poolWith(async (sql, answer) => {
    const known = await answer();
    if (!sql.includes('counted_block')) return known;
    await look();
    await releaseFromReview(domain.pool, id, domain.now());
    return known;
  });
  await lookAtHeld(slow, domain.settings, domain.now());
  expect(await stepOf(user)).toBe('pending');
});

test('the housekeeping looks, and catches up for a day', async () => {
  const { user } = await asked();
  domain.advance(8 * DAY - 1);
  await script(user);
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  await startHousekeeping(domain.pool, domain.settings, note, domain.now)();
  expect(errors).toEqual([]);
  expect(await stepOf(user)).toBe('in_review');
});

test('a look that fails is told, and the rest of the housekeeping is done', async () => {
  const ended = [domain.now(), new Date(domain.now().getTime() - DAY)];
  await domain.pool.query(
    "insert into limit_window (bucket, starts_at, ends_at, used, reserved) values ('x', $2, $1, 1, 1)",
    ended,
  );
  domain.advance(1);
  const broken = poolWith((sql, answer) =>
    sql.includes('held_until > $1') ? Promise.reject(new Error('no disk')) : answer(),
  );
  const errors: unknown[] = [];
  await startHousekeeping(broken, domain.settings, (error) => errors.push(error), domain.now)();
  expect(errors).toEqual([new Error('no disk')]);
  const { rows } = await domain.pool.query("select from limit_window where bucket = 'x'");
  expect(rows).toEqual([]);
});
