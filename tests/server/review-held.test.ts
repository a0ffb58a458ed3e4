import { beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { startHousekeeping } from '../../server/domain/housekeeping.ts';
import { releaseFromReview } from '../../server/domain/payout-steps.ts';
import { reassessHeld } from '../../server/domain/review/held.ts';
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

/** Requests a first withdrawal to an e-mail account; no review signal is raised yet. */
async function requested(): Promise<{ user: Caller; id: number }> {
  const user = await payee(domain);
  await earn(domain, user, { video: 20_000n });
  const { withdrawal } = await withdraw(domain.context(), user, { amount: '1' });
  expect(withdrawal).toMatchObject({ step: 'pending', held_until: '2026-03-08T10:00:00.000Z' });
  return { user, id: withdrawal.id };
}

/** Claims twenty clips at the pace of a script, which raises the signal `pace`. */
const watchLikeScript = (user: Caller) =>
  watch(domain, user, { clips: 20, gapMs: 5_100, seconds: 5 });
const reassess = () => reassessHeld(domain.pool, domain.settings, domain.now());
const stepOf = async (user: Caller) =>
  (await withdrawals(domain.context(), user, { page: 1, limit: 1 })).list[0]?.step;

test('clips watched by a script during the hold of its first withdrawal send that withdrawal to review before it can be paid', async () => {
  const { user, id } = await requested();
  domain.advance(6 * DAY);
  await watchLikeScript(user);
  domain.advance(DAY - 2 * HOUR - 1);
  await reassess();
  expect(await stepOf(user)).toBe('pending');
  domain.advance(1);
  await Promise.all([1, 2, 3].map(reassess));
  expect(await stepOf(user)).toBe('in_review');
  const kept = await domain.pool.query('select needs_decision, signals from withdrawal');
  expect(kept.rows).toMatchObject([{ needs_decision: true, signals: [{ name: 'pace' }] }]);
  const { rows } = await domain.pool.query("select what from audit where action = 'review began'");
  expect(rows).toEqual([{ what: { withdrawal: id } }]);
});

test('a withdrawal that an operator has released is not reviewed again, and one without signals is not reviewed at all', async () => {
  const [{ user, id }, honest] = [await requested(), await requested()];
  domain.advance(7 * DAY - HOUR);
  await watchLikeScript(user);
  await reassess();
  await releaseFromReview(domain.pool, id, domain.now());
  await reassess();
  expect([await stepOf(user), await stepOf(honest.user)]).toEqual(['pending', 'pending']);
});

/** The pool with a wrapper around each statement: `wrap` gets the SQL, and may run it or not. */
const poolWith = (wrap: (sql: string, answer: () => Promise<unknown>) => Promise<unknown>) =>
  new Proxy(domain.pool, {
    get: (pool, name) => {
      const value = Reflect.get(pool, name, pool);
      if (name !== 'query') return typeof value === 'function' ? value.bind(pool) : value;
      return (sql: string, values: unknown[]) => wrap(sql, () => pool.query(sql, values));
    },
  });

test('a slow process does not undo a decision that an operator made meanwhile', async () => {
  const { user, id } = await requested();
  domain.advance(7 * DAY - HOUR);
  await watchLikeScript(user);
  const slow = poolWith(async (sql, answer) => {
    const known = await answer();
    if (!sql.includes('as is_burst')) return known;
    await reassess();
    await releaseFromReview(domain.pool, id, domain.now());
    return known;
  });
  await reassessHeld(slow, domain.settings, domain.now());
  expect(await stepOf(user)).toBe('pending');
});

test('the housekeeping reassesses held withdrawals, also those whose hold ended within the last day', async () => {
  const { user } = await requested();
  domain.advance(8 * DAY - 1);
  await watchLikeScript(user);
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  await startHousekeeping(domain.pool, domain.settings, note, domain.now)();
  expect(errors).toEqual([]);
  expect(await stepOf(user)).toBe('in_review');
});

test('a reassessment that fails is reported, and the rest of the housekeeping runs', async () => {
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

test('no round of the housekeeping begins while another one runs', async () => {
  const answered = Promise.withResolvers<void>();
  const slow = poolWith((_, answer) => answered.promise.then(answer));
  let rounds = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const count = () => {
      rounds += 1;
      return domain.now();
    };
    const stop = startHousekeeping(slow, domain.settings, () => undefined, count);
    vi.advanceTimersByTime(5 * HOUR);
    answered.resolve();
    await stop();
  } finally {
    vi.useRealTimers();
  }
  expect(rounds).toBe(1);
});
