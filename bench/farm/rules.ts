/**
 * The previous rules, as far as settings can express them. All other settings have today's defaults.
 * `limit.user_requests_per_minute` is off, because it did not exist: all requests were counted by address.
 */
export const RULES_BEFORE = {
  'withdraw.requirements.videos': '0',
  'withdraw.accounts_shared_max': '0',
  'withdraw.easy_method_hold_days': '0',
  'withdraw.account_change_hold_hours': '0',
  'funding.promises_a_day': '1',
  'withdraw.review_signals': '',
  'invite.release_after_videos': '0',
  'claim.late_days': '7',
  'claim.late_limit': '10000',
  'claim.burst_seconds': '86400',
  'register.proof_after': '0',
  'limit.requests_per_minute': '1200',
  'limit.user_requests_per_minute': '0',
  'limit.registrations_per_hour': '20',
  'limit.address_login_attempts': '20',
} as const;

/** Changes of the rules that no setting reverts, and their effect on a farm's previous earnings. */
export const NOT_REVERSED = [
  "the landing page's clip also paid in the feed on the same day: 0.0500 more for an invited account",
  "an ad's click paid without the ad having been served: the farm asks for the ads anyway",
  'a clip was paid for seven days after its list: a farm earned the same with fewer requests, but',
  '  a script that never watches was paid for each of these days, here for one of them',
  'a landing ticket was valid for everybody, invited or not: one more landing reward for the first account',
  'a claim at midnight could set the counts of the day back: the demo has fewer clips than a day allows',
  'requests with a session counted by address: the farm has many addresses',
] as const;
