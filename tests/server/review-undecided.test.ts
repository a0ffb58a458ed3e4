import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../server/domain/context.ts';
import { releaseFromReview } from '../../server/domain/payout-steps.ts';
import { releaseOverdueReviews } from '../../server/domain/review/overdue.ts';
import { readReviewRules, reviewWaitOf } from '../../server/domain/review/rules.ts';
import { DAY } from '../../server/domain/time.ts';
import { cancelWithdrawal } from '../../server/domain/withdrawal-cancel.ts';
import { withdraw, withdrawals } from '../../server/domain/withdrawals.ts';
import { domain, json, setUpOperator } from './operator.setup.ts';
import { earn, payee, REVIEW, watch } from './review.support.ts';

setUpOperator();
beforeEach(async () => {
  await domain.pool.query('truncate payout_info, registration_block');
  domain.setNow(new Date('2026-03-01T10:00:00.000Z'));
  await domain.configure(REVIEW);
});

const first = async (user: Caller) =>
  (await withdrawals(domain.context(), user, { page: 1, limit: 1 })).list[0];

/** A user who claims twenty clips faster than a person swipes. */
async function scriptedUser(): Promise<Caller> {
  const user = await payee(domain);
  await earn(domain, user, { video: 20_000n });
  await watch(domain, user, { clips: 20, gapMs: 5_100, seconds: 5 });
  return user;
}

const ask = async (user: Caller) =>
  (await withdraw(domain.context(), user, { amount: '1' })).withdrawal;

/** The review of a request as operators read it. */
const shown = async (id: number) => (await json('withdrawals', 'review', String(id))).answer;

test('a request whose clips were not watched stays in review, without a due date', async () => {
  const user = await scriptedUser();
  const asked = await ask(user);
  expect(asked).toMatchObject({ step: 'in_review', review_due_at: null });
  const undecided = { step: 'in_review', review_due_at: null, needs_decision: true };
  expect(await shown(asked.id)).toMatchObject(undecided);
  const { answer } = await json('withdrawals', 'list');
  expect(answer).toMatchObject([{ id: asked.id, ...undecided }]);
  domain.advance(90 * DAY);
  await releaseOverdueReviews(domain.pool, domain.now());
  expect(await first(user)).toMatchObject({ step: 'in_review', review_due_at: null });
});

test('an operator’s decision or the member’s cancellation ends a review without a due date', async () => {
  const [one, two] = [await scriptedUser(), await scriptedUser()];
  const { id } = await ask(one);
  await releaseFromReview(domain.pool, id, domain.now());
  expect(await first(one)).toMatchObject({ step: 'pending' });
  expect(await shown(id)).toMatchObject({ step: 'pending', needs_decision: false });
  const other = await ask(two);
  await cancelWithdrawal(domain.context(), two, { id: other.id });
  expect(await first(two)).toMatchObject({ cancelled: true });
  expect(await shown(other.id)).toMatchObject({ step: 'rejected', needs_decision: false });
});

test('a signal that did not cause the review does not remove its due date', async () => {
  await domain.configure({ 'withdraw.review_signals': 'young_account, same_block+pace' });
  const user = await scriptedUser();
  expect(await ask(user)).toMatchObject({
    step: 'in_review',
    review_due_at: '2026-03-04T10:00:00.000Z',
  });
  domain.advance(3 * DAY);
  await releaseOverdueReviews(domain.pool, domain.now());
  expect(await first(user)).toMatchObject({ step: 'pending' });
});

test.each([
  [['pace'], 'decision'],
  [['same_block', 'bursts'], 'decision'],
  [['same_block', 'late_claims'], 'decision'],
  [['same_block', 'commissions'], 'date'],
  [['shared_account', 'bursts', 'late_claims'], 'date'],
  [['idle_invitees'], null],
  [['idle_invitees', 'commissions'], 'date'],
  [['idle_invitees', 'pace'], 'decision'],
  [['same_block', 'young_account'], null],
] as const)('by default a request with the signals %j waits for: %s', (signals, wait) => {
  const rules = readReviewRules(REVIEW['withdraw.review_signals'] ?? '');
  expect(reviewWaitOf(rules, signals)).toBe(wait);
});
