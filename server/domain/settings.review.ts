import { count, flag, type SettingDefinition } from './settings.kinds.ts';

/** Registrations of a block of addresses are counted up to this number. */
export const MAX_BLOCK_REGISTRATIONS = 1_000;

/** Settings of the review of withdrawals. */
export const reviewSettings = {
  'withdraw.review_signals': {
    type: 'signals',
    default:
      'shared_account, pace, not_fetched, idle_invitees+commissions, same_block+commissions, ' +
      'same_block+late_claims, same_block+bursts',
    max: '200',
    meaning:
      'signals that make a withdrawal wait in review; signals that are joined by + do so only ' +
      'together; empty: no withdrawal waits',
  },
  'withdraw.review_days': count(
    3,
    90,
    'days after which a withdrawal without a decision leaves the review and can be paid, unless a rule with pace, bursts, late_claims or not_fetched made it wait; at most `withdraw.process_days`',
    1,
  ),
  'withdraw.process_days': count(
    3,
    90,
    'working days within which the app says that a withdrawal is processed, at least `withdraw.review_days`',
    1,
  ),
  'objections.decide_after_hours': count(
    72,
    2_160,
    'hours after which the server decides an unanswered objection to a refusal of money for the person, unless an operator has named law or fraud review as the ground; a change counts for later objections',
    1,
  ),
  'review.account_hours': count(
    24,
    8_760,
    'signal young_account: fewer hours since the registration',
  ),
  'review.commission_percent': count(
    70,
    100,
    'signal commissions: at least this percentage of the earnings is from invitations and commissions; if the server knows who was sent clips, it counts only the last 30 days and friends who were sent no clip, or at most half of the clips that they claimed',
    1,
  ),
  'review.account_users': count(
    2,
    100_000,
    'signal shared_account: more than this number of users of one payout account',
    1,
  ),
  'review.block_registrations': count(
    20,
    MAX_BLOCK_REGISTRATIONS,
    'signal same_block: at least this number of registrations from one block of addresses (IPv4 /24, IPv6 /48) in 30 days',
    2,
  ),
  'review.pace_claims': count(
    20,
    1_000,
    'signal pace: number of claims of clips and ads in a row that the signal checks',
    2,
  ),
  'review.pace_pause_ms': count(
    300,
    60_000,
    'signal pace: fewer milliseconds, on average, from the end of one watch time to the start of the next',
  ),
  'review.arrivals': count(
    40,
    10_000,
    'signals bursts and late_claims: lowest number of claims in 30 days; with fewer claims there is no signal',
    1,
  ),
  'review.burst_percent': count(
    80,
    100,
    'signal bursts: at least this percentage of the claims arrived after another claim in less time than their watch time',
    1,
  ),
  'review.late_percent': count(
    50,
    100,
    'signal late_claims: at least this percentage of the claims arrived when their UTC day was over',
    1,
  ),
  'review.fetch_claims': count(
    8,
    10_000,
    'signal not_fetched: lowest number of claims of clips in 30 days, without the first claim of each day; a phone keeps eight clips, which it may have fetched for a visitor',
    1,
  ),
  'review.not_fetched_percent': count(
    90,
    100,
    'signal not_fetched: at least this percentage of these claims are of clips of which no file was sent to this account',
    1,
  ),
  'review.media_at_cdn': flag(
    false,
    'whether a CDN sends clips without asking this server each time; signal not_fetched then uses the logs that `media-log import` reads',
  ),
  'review.idle_invitees': count(
    10,
    100_000,
    'signal idle_invitees: lowest number of direct invitees who registered more than a day ago',
    1,
  ),
  'review.idle_invitees_percent': count(
    80,
    100,
    'signal idle_invitees: at least this percentage of these invitees never watched a clip',
    1,
  ),
} as const satisfies Record<string, SettingDefinition>;
