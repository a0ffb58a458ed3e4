import { count, flag, type SettingDefinition } from './settings.kinds.ts';

/** Settings of the review of withdrawals. */
export const reviewSettings = {
  'withdraw.review_signals': {
    type: 'signals',
    default:
      'shared_account, pace, not_fetched, idle_invitees+commissions, same_block+commissions, ' +
      'same_block+late_claims, same_block+bursts',
    max: '200',
    meaning:
      'signals that make a withdrawal wait in review, each alone or joined by + together; ' +
      'empty: none does',
  },
  'withdraw.review_days': count(
    3,
    90,
    'days after which a withdrawal that nobody has decided on leaves the review, to be paid; not where a rule with pace, bursts, late_claims or not_fetched made it wait; at most `withdraw.process_days`',
    1,
  ),
  'withdraw.process_days': count(
    3,
    90,
    'working days within which a withdrawal is said to be processed, at least `withdraw.review_days`',
    1,
  ),
  'objections.decide_after_hours': count(
    72,
    2_160,
    'hours after which an objection to a refusal of money that nobody has answered is decided for the person, unless law or fraud review is named as the ground; it counts for objections that are made later',
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
    'signal commissions: at least this percentage of what was earned is from invitations and commissions; where it is known who was sent clips, only of the last 30 days and of friends who were sent none, or at most half of what they claimed',
    1,
  ),
  'review.account_users': count(
    2,
    100_000,
    'signal shared_account: more users of one payout account',
    1,
  ),
  'review.block_registrations': count(
    20,
    1_000_000,
    'signal same_block: at least so many registrations from one block of addresses (IPv4 /24, IPv6 /48) in 30 days',
    2,
  ),
  'review.pace_claims': count(
    20,
    1_000,
    'signal pace: claims of clips and ads in a row that it looks at',
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
    'signals bursts and late_claims: shares of claims are looked at from so many in 30 days',
    1,
  ),
  'review.burst_percent': count(
    80,
    100,
    'signal bursts: at least this percentage of the claims arrived sooner after another one than they can be watched',
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
    'signal not_fetched: claims of clips that it is looked at from, in 30 days and without the first of each day; a phone keeps eight clips, which it may have fetched for a visitor',
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
    'whether a CDN sends clips without asking this server each time: signal not_fetched then goes by the logs that `media-log import` reads',
  ),
  'review.idle_invitees': count(
    10,
    100_000,
    'signal idle_invitees: looked at from so many direct invitees of more than a day',
    1,
  ),
  'review.idle_invitees_percent': count(
    80,
    100,
    'signal idle_invitees: at least this percentage of them never watched a clip',
    1,
  ),
} as const satisfies Record<string, SettingDefinition>;
