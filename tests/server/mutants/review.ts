import type { Mutant } from './mutant.ts';

const facts = 'server/domain/review/facts.ts';
const compared = 'server/domain/review/fetched.ts';
const paces = 'server/domain/review/pace.ts';
const friends = 'server/domain/review/friends.ts';
const account = 'server/domain/review/same-account.ts';
const signals = ['review-signals.test.ts'];
const pace = ['review-pace.test.ts'];
const blocks = ['review-blocks.test.ts'];
const fetched = ['review-fetched.test.ts'];
const requests = ['review.test.ts'];

/** Mutants of the review of withdrawals. */
export const reviewMutants: readonly Mutant[] = [
  {
    fault: 'the first clip of a day, which the page may have fetched, counts as not sent',
    file: compared,
    find: 'sum(greatest(not_sent - 1, 0))',
    replace: 'sum(greatest(not_sent, 0))',
    tests: fetched,
  },
  {
    fault: 'clips on another server are checked',
    file: compared,
    find: " and url like '/media/%'",
    replace: '',
    tests: fetched,
  },
  {
    fault: 'a fetched file counts for a clip to which it does not belong',
    file: 'server/domain/media-asked.ts',
    find: 'path = url or sources',
    replace: 'true or sources',
    tests: ['media-asked.test.ts'],
  },
  {
    fault: 'registrations of more than thirty days ago count',
    file: 'server/domain/review/registration-blocks.ts',
    find: ' and registered_at > $2\n         order by',
    replace: ' and $2::timestamptz is not null\n         order by',
    tests: blocks,
  },
  {
    fault: 'a payout account of only one user counts as shared',
    file: account,
    find: '(own.includes(payee.user_id) ? 1 : 0)',
    replace: '(own.includes(payee.user_id) ? 0 : 0)',
    tests: signals,
  },
  {
    fault: 'a rejected withdrawal counts as a use of its payout account',
    file: account,
    find: " and status <> 'rejected'",
    replace: '',
    tests: signals,
  },
  {
    fault: 'the click on an ad counts as another claim',
    file: paces,
    find: " and action = 'watch'",
    replace: '',
    tests: pace,
  },
  {
    fault: 'the slowest row of claims counts as the fastest',
    file: paces,
    find: 'order by elapsed - watch_seconds, at',
    replace: 'order by watch_seconds - elapsed, at',
    tests: pace,
  },
  {
    fault: 'claims that arrive one after the other are a burst',
    file: paces,
    find: "< seconds * interval '1 second' as is_burst",
    replace: "<= seconds * interval '1 second' as is_burst",
    tests: pace,
  },
  {
    fault: 'bursts are found by the dates in the claims, not by their arrival',
    file: paces,
    find: 'arrived_at - lag(arrived_at)',
    replace: 'at - lag(at)',
    tests: pace,
  },
  {
    fault: 'a claim does not keep its watch time',
    file: 'server/database/functions/record_watch.sql',
    find: 'paid, ready_at, seconds, p_now);',
    replace: 'paid, ready_at, null, p_now);',
    tests: pace,
  },
  {
    fault: 'friends of friends count as a user’s invitees',
    file: friends,
    find: 'level = 1 and created_at',
    replace: 'level <= 3 and created_at',
    tests: signals,
  },
  {
    fault: 'a friend is idle from the first minute',
    file: friends,
    find: 'addMilliseconds(now, -DAY)',
    replace: 'now',
    tests: signals,
  },
  {
    fault: 'claims of several users are checked as those of one user',
    file: paces,
    find: 'over (partition by user_id order by arrived_at',
    replace: 'over (order by arrived_at',
    tests: ['review-several.test.ts'],
  },
  {
    fault: 'a returned withdrawal counts as earned again',
    file: facts,
    find: "and debit = 'rewards' group by user_id, op",
    replace: "and credit = 'available' group by user_id, op",
    tests: signals,
  },
  {
    fault: 'the hash of an address block does not depend on the key',
    file: 'server/domain/review/registration-blocks.ts',
    find: "createHmac('sha256', key)",
    replace: "createHmac('sha256', key.subarray(32))",
    tests: blocks,
  },
  {
    fault: 'each address is a block of its own',
    file: 'server/domain/review/registration-blocks.ts',
    find: '.update(addressBlock(address))',
    replace: '.update(addressBlock(address) && address)',
    tests: blocks,
  },
  {
    fault: 'address blocks are stored for too long',
    file: 'server/domain/housekeeping.ts',
    find: 'afterMs: BLOCK_LIFETIME_MS',
    replace: 'afterMs: 9 * BLOCK_LIFETIME_MS',
    tests: blocks,
  },
  {
    fault: 'one signal of a combined rule is enough',
    file: 'server/domain/review/rules.ts',
    find: 'rule.every(',
    replace: 'rule.some(',
    tests: requests,
  },
  {
    fault: 'a review does not end at its time limit',
    file: 'server/domain/review/overdue.ts',
    find: 'review_due_at <= $1',
    replace: "review_due_at <= $1::timestamptz - interval '1 year'",
    tests: requests,
  },
  {
    fault: 'a batch takes the request of a blocked user',
    file: 'server/domain/payout-steps.ts',
    find: 'account.user_id = withdrawal.user_id and blocked_at is not null',
    replace: 'account.user_id = withdrawal.user_id and blocked_at is not null and false',
    tests: ['operator-review.test.ts'],
  },
  {
    fault: 'the time limit of a review releases a request that needs a decision',
    file: 'server/domain/review/overdue.ts',
    find: ' and not needs_decision',
    replace: '',
    tests: ['review-undecided.test.ts'],
  },
  {
    fault: 'the time limit of a review releases a request with the signal late_claims',
    file: 'server/domain/review/rules.ts',
    find: "['pace', 'bursts', 'late_claims', 'not_fetched'];",
    replace: "['pace', 'bursts', 'not_fetched'];",
    tests: ['review-undecided.test.ts'],
  },
  {
    fault: 'friends who have fetched clips raise a signal for their inviter',
    file: friends,
    find: '/^friend:',
    replace: '/^nobody:',
    tests: ['review-promoter.test.ts'],
  },
  {
    fault: 'a friend who has fetched one file raises no signal for the inviter despite many claims',
    file: friends,
    find: 'played === 0 || not_fetched * 2 < played',
    replace: 'played >= 0 || not_fetched > 0',
    tests: ['review-promoter.test.ts'],
  },
  {
    fault: 'log-ins from an address count as requests for payments',
    file: 'server/domain/review/seen-from.ts',
    find: "where occasion = 'withdrawal' and seen_at > $1",
    replace: 'where seen_at > $1',
    tests: ['review-seen-from.test.ts'],
  },
  {
    fault: 'too many address blocks and devices of a user are stored',
    file: 'server/domain/review/seen-from.ts',
    find: 'const MAX_KEPT = 20;',
    replace: 'const MAX_KEPT = 2_000;',
    tests: ['review-seen-from.test.ts'],
  },
  {
    fault: 'a held first payment is never checked again',
    file: 'server/domain/review/held.ts',
    find: 'held_until <= $2',
    replace: "held_until <= $2::timestamptz - interval '1 year'",
    tests: ['review-held.test.ts'],
  },
];
