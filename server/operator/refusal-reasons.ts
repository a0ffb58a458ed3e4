import type { Reason } from '../../contract/reasons.ts';

/** Reasons of refusals in words, for an operator who writes a letter to the person. */
const WORDS: Partial<Record<Reason, string>> = {
  too_early: 'its watch time was not over, or it had not been handed out in time',
  already_rewarded: 'it had been paid on that day already',
  daily_limit_reached: 'the daily limit of that day had been reached',
  unknown_video: 'there was no such clip, or it had been taken down',
  unknown_ad: 'there was no such advertisement, or it was disabled, or its budget was used up',
  unknown_task: 'there was no such task, or it paid nothing',
  already_claimed: 'it had been paid before',
  paused_by_operator: 'the deposits did not cover the reward',
  no_more_today:
    'the promises of that day were used up (`funding show`); the person can get the reward on another day',
  claim_expired:
    'it arrived too long after it had been earned, or nothing was served to the person on that day',
  amount_too_small: 'the amount was below the minimum',
  amount_exceeds_balance: 'the amount was above the balance',
  wdinfo_missing: 'no payout account was set',
  wdinfo_changed: 'the payout account had changed since the person saw it',
  pay_changed: 'the rate had changed since the person saw the amount that would arrive',
  pending_exists: 'another withdrawal was waiting',
  not_objectable: 'nothing was refused there in the last 183 days, or it was somebody else’s',
  not_cancellable: 'the withdrawal was not waiting any more, or it was somebody else’s',
  requirements_unmet: 'a requirement was not met',
  limit_not_reached: 'the daily limit had not been reached',
  no_share_today: 'nothing had been shared on that day',
  no_extra_left: 'all extra views of that day were used up',
  unknown_method: 'there was no such payout method, or its rate was missing or too old',
  method_not_in_country: 'the payout method does not serve that country',
  invalid_account: 'the payout account does not fit its method',
  account_shared: 'too many people are paid to that account',
  too_many_attempts: 'there were too many attempts',
};

export const inWords = (reason: Reason): string =>
  WORDS[reason] === undefined ? reason : `${WORDS[reason]} (${reason})`;
