import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { CallFailure } from '../../contract/failure.ts';
import type { Reason } from '../../contract/reasons.ts';
import { isTooMany, plainFailureTexts } from './failures.ts';

/** Texts of refusals for the user who sent the request. A missing reason does not compile. */
export const refusalTexts: Record<Reason, MessageDescriptor> = {
  invalid_credentials: msg`Username, email or password is wrong.`,
  too_many_attempts: msg`Too many attempts. Please try again later.`,
  proof_needed: msg`Your device could not check that you are not a robot. Please try again, or use another device.`,
  proof_too_old: msg({
    message: 'Please log in again, then try once more.',
    comment: 'Refusal: the user has been logged in for long and changes something important.',
  }),
  username_taken: msg`This username is taken.`,
  email_taken: msg`An account with this email already exists.`,
  weak_password: msg`This password is too easy to guess. Do not use common words, your name or your email.`,
  link_over: msg`This link is no longer valid`,
  agreement_needed: msg({
    message: 'Confirm your age. What you agree to may have changed: please read it.',
    comment:
      'Refusal under the registration form, which has a box to tick for the age and links to terms.',
  }),
  country_closed: msg`Registering is not open in your country.`,
  invalid_invite_code: msg`This invite code does not exist.`,
  invalid_watch_ticket: msg`The reward for the sample clip could not be claimed.`,
  unknown_method: msg`This method is not available. Please select another.`,
  method_not_in_country: msg`This method is not available in this country.`,
  invalid_account: msg`This does not look like an account of this method.`,
  account_shared: msg({
    message: 'This account is used by others already. Please enter another one.',
    comment: 'Account: the bank or wallet account that the money is sent to.',
  }),
  amount_too_small: msg`The amount is below the minimum.`,
  amount_exceeds_balance: msg`The amount cannot exceed your balance.`,
  wdinfo_missing: msg`Set up your withdrawal info first.`,
  wdinfo_changed: msg({
    message: 'Your withdrawal info has changed. Please check it and try again.',
    comment:
      'Refusal: the account that the money is sent to was changed on another device meanwhile.',
  }),
  pay_changed: msg({
    message: 'The exchange rate has changed. Please check the new amount.',
    comment:
      'Refusal, in the dialog that confirms a withdrawal: another sum would arrive than was shown; the new one is shown above.',
  }),
  pending_exists: msg`You already have a withdrawal in process.`,
  not_cancellable: msg`This withdrawal can no longer be cancelled.`,
  not_objectable: msg({
    message: 'It is too late to object to this.',
    comment: 'Refusal: a rejected withdrawal, or an amount that was taken, is too long ago.',
  }),
  requirements_unmet: msg`Not all conditions for a withdrawal are met yet.`,
  already_claimed: msg({
    message: 'You already have this reward.',
    comment: 'Refusal: a task’s reward was already received.',
  }),
  limit_not_reached: msg`You still have clips to watch today.`,
  no_share_today: msg({
    message: 'Share first to get more clips.',
    comment: 'Refusal: sharing is needed before.',
  }),
  no_extra_left: msg`You have used all extra clips for today.`,
  unknown_task: msg`This task no longer exists.`,
  unknown_video: msg`This clip is no longer available.`,
  unknown_ad: msg`This ad is no longer available.`,
  unknown_push_service: msg`Notifications are allowed, but signing up this device did not work.`,
  too_early: msg({
    message: 'Watch a little longer to earn this reward.',
    comment: 'Refusal: the clip has not played long enough.',
  }),
  already_rewarded: msg`You already earned this reward today.`,
  daily_limit_reached: msg`You have reached today’s limit.`,
  paused_by_operator: msg`Rewards are paused for now. Please try again later.`,
  no_more_today: msg({
    message: 'Today’s rewards of this kind have all been given out. Please try again tomorrow.',
    comment: 'Refusal: only so much is given for tasks and for registering on one day.',
  }),
  claim_expired: msg({
    message: 'This reward was earned too long ago to be paid.',
    comment: 'Refusal: the phone was offline for days before it could ask for the reward.',
  }),
  idempotency_key_reused: msg({
    message: 'This request was already used. Please try again.',
    comment: 'Rare: the same request was sent twice with different content.',
  }),
};

/** Text of a rate limit; the server's answer has the seconds to wait. */
function tooManyText(failure: CallFailure): MessageDescriptor | null {
  const { retryAfter = 0 } =
    failure.kind === 'refused' || failure.kind === 'faulted' ? failure : {};
  const minutes = Math.ceil(retryAfter / 60);
  if (failure.kind === 'refused' && failure.reason === 'too_many_attempts' && minutes > 0) {
    return msg`Too many attempts. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`;
  }
  if (!isTooMany(failure)) return null;
  return minutes > 0
    ? msg`Too many requests from your connection. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
    : msg({
        message: 'Too many requests from your connection. Please try again later.',
        comment: 'Connection: the network that the user is in.',
      });
}

/** Text of any failed call. */
export function failureText(failure: CallFailure): MessageDescriptor {
  const tooMany = tooManyText(failure);
  if (tooMany) return tooMany;
  if ('requestId' in failure && failure.requestId) {
    // short enough to read out to the support
    const id = failure.requestId.slice(0, 8);
    return msg({
      message: `Something went wrong on our side. Please try again. (${id})`,
      comment: 'In brackets: the number of the error, for the support, such as 6f1b0f0e.',
    });
  }
  return failure.kind === 'refused'
    ? refusalTexts[failure.reason]
    : plainFailureTexts[failure.kind];
}
