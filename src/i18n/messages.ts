import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { CallFailure } from '../../contract/failure.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { RequirementKind, RewardType } from '../../contract/shapes.ts';
import type { FormProblem } from '../../machines/credentials.ts';
import type { WithdrawInfoProblem } from '../../machines/withdraw-info.machine.ts';
import type { AmountProblem } from '../../machines/withdrawal.setup.ts';

/** Why the server refused, to the person who asked. Does not compile while a reason is missing. */
export const refusalTexts: Record<Reason, MessageDescriptor> = {
  invalid_credentials: msg`Username, email or password is wrong.`,
  too_many_attempts: msg`Too many attempts. Please try again later.`,
  username_taken: msg`This username is taken.`,
  email_taken: msg`An account with this email already exists.`,
  weak_password: msg`This password is too easy to guess.`,
  invalid_invite_code: msg`This invite code does not exist.`,
  invalid_watch_ticket: msg`The reward for the sample clip could not be claimed.`,
  unknown_method: msg`This method is not available. Please select another.`,
  method_not_in_country: msg`This method is not available in this country.`,
  invalid_account: msg`This does not look like an account of this method.`,
  amount_too_small: msg`The amount is below the minimum.`,
  amount_exceeds_balance: msg`The amount cannot exceed your balance.`,
  wdinfo_missing: msg`Set up your withdrawal info first.`,
  pending_exists: msg`You already have a withdrawal in process.`,
  requirements_unmet: msg`Not all conditions for a withdrawal are met yet.`,
  already_claimed: msg`You already have this reward.`,
  limit_not_reached: msg`You still have clips to watch today.`,
  no_share_today: msg`Share first to get more clips.`,
  no_extra_left: msg`You have used all extra clips for today.`,
  unknown_task: msg`This task no longer exists.`,
  unknown_video: msg`This clip is no longer available.`,
  unknown_ad: msg`This ad is no longer available.`,
  too_early: msg`Watch a little longer to earn this reward.`,
  already_rewarded: msg`You already earned this reward today.`,
  daily_limit_reached: msg`You have reached today’s limit.`,
  idempotency_key_reused: msg`This request was already used. Please try again.`,
};

/** All else that can become of a call. */
const failureTexts: Record<Exclude<CallFailure['kind'], 'refused'>, MessageDescriptor> = {
  offline: msg`Network error, please try again later.`,
  timeout: msg`This took too long. Please try again.`,
  aborted: msg`Cancelled.`,
  sessionEnded: msg`Your session has ended. Please log in again.`,
  faulted: msg`Something went wrong on our side. Please try again.`,
  malformed: msg`Something went wrong on our side. Please try again.`,
};

const TOO_MANY_REQUESTS = 429;

/** The server counts, and has said in how many seconds it begins anew. */
function tooManyText(failure: CallFailure): MessageDescriptor | null {
  const { retryAfter = 0 } =
    failure.kind === 'refused' || failure.kind === 'faulted' ? failure : {};
  const minutes = Math.ceil(retryAfter / 60);
  if (failure.kind === 'refused' && failure.reason === 'too_many_attempts' && minutes > 0) {
    return msg`Too many attempts. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`;
  }
  if (failure.kind !== 'faulted' || failure.status !== TOO_MANY_REQUESTS) return null;
  return minutes > 0
    ? msg`Too many requests from your connection. Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
    : msg`Too many requests from your connection. Please try again later.`;
}

export function failureText(failure: CallFailure): MessageDescriptor {
  const tooMany = tooManyText(failure);
  if (tooMany) return tooMany;
  return failure.kind === 'refused' ? refusalTexts[failure.reason] : failureTexts[failure.kind];
}

export const formProblemTexts: Record<FormProblem, MessageDescriptor> = {
  nameRequired: msg`Enter your username or email.`,
  usernameRequired: msg`Enter your username.`,
  emailRequired: msg`Enter your email.`,
  passwordRequired: msg`Enter a password.`,
  passwordsDoNotMatch: msg`The passwords do not match.`,
};

/** Fields of a registration that the server may find malformed (fault 400). */
export const malformedFieldTexts: Record<
  'username' | 'email' | 'password' | 'invite_code',
  MessageDescriptor
> = {
  username: msg`Use 3 to 32 letters, digits, “_” or “.”.`,
  email: msg`Enter a valid email address.`,
  password: msg`Use 8 to 128 characters.`,
  invite_code: msg`This invite code does not exist.`,
};

export const amountProblemTexts: Record<AmountProblem, MessageDescriptor> = {
  amountRequired: msg`Enter an amount, such as 12.50.`,
  belowOne: msg`The amount cannot be less than 1.`,
  belowMinimum: msg`The amount is below the minimum.`,
  aboveBalance: msg`The amount cannot exceed your balance.`,
};

export const withdrawInfoProblemTexts: Record<WithdrawInfoProblem, MessageDescriptor> = {
  countryRequired: msg`Select a country or region.`,
  methodRequired: msg`Select a method.`,
  nameRequired: msg`Enter the recipient’s name.`,
  accountRequired: msg`Enter the account.`,
  accountInvalid: msg`This does not look like an account of this method.`,
};

export const requirementTexts: Record<RequirementKind, MessageDescriptor> = {
  invites: msg`Friends invited`,
  videos: msg`Videos watched`,
  ads_viewed: msg`Ads watched`,
  ads_clicked: msg`Ads opened`,
  shares: msg`Shares`,
};

export const rewardTexts: Record<RewardType, MessageDescriptor> = {
  watch_ad: msg`Watched an ad`,
  click_ad: msg`Opened an ad`,
  video: msg`Watched a video`,
  invite: msg`Invited a friend`,
  new_user_reward: msg`Welcome bonus`,
  invite_level_1_reward: msg`Level 1 friend joined`,
  invite_level_2_reward: msg`Level 2 friend joined`,
  invite_level_3_reward: msg`Level 3 friend joined`,
  notification_reward: msg`Turned on notifications`,
  share_reward: msg`First share of the day`,
  download_reward: msg`Installed the app`,
};
