import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RequirementKind, RewardType } from '../../contract/shapes.ts';
import type { FormProblem } from '../../machines/auth/credentials.ts';
import type { WithdrawInfoProblem } from '../../machines/withdraw-info.machine.ts';
import type { AmountProblem } from '../../machines/withdrawal/rules.ts';

export const formProblemTexts: Record<FormProblem, MessageDescriptor> = {
  nameRequired: msg`Enter your username or email.`,
  usernameRequired: msg`Enter your username.`,
  emailRequired: msg`Enter your email.`,
  passwordRequired: msg`Enter a password.`,
  passwordsDoNotMatch: msg`The passwords do not match.`,
};

/** Errors of registration fields that the server found malformed (fault 400). */
export const malformedFieldTexts: Record<
  'username' | 'email' | 'password' | 'invite_code',
  MessageDescriptor
> = {
  username: msg({
    message: 'Use 3 to 32 letters, digits, “_” or “.”.',
    comment: 'Rule for a user name: letters and digits of any script.',
  }),
  email: msg`Enter a valid email address.`,
  password: msg`Use 8 to 128 characters.`,
  invite_code: msg`This invite code does not exist.`,
};

export const amountProblemTexts: Record<AmountProblem, MessageDescriptor> = {
  amountRequired: msg({
    message: 'Enter an amount, such as 12.50.',
    comment:
      'Write the example with your language’s decimal separator and digits as people type them; both a point and a comma are understood.',
  }),
  belowOne: msg`The amount cannot be less than 1.`,
  belowMinimum: msg`The amount is below the minimum.`,
  aboveBalance: msg`The amount cannot exceed your balance.`,
  unpayable: msg({
    message: 'This method cannot pay out right now. Please try again later or select another.',
    comment: 'Method: the way to be paid, such as PayPal; its exchange rate is missing.',
  }),
};

export const withdrawInfoProblemTexts: Record<WithdrawInfoProblem, MessageDescriptor> = {
  countryRequired: msg`Select a country or region.`,
  methodRequired: msg({
    message: 'Select a method.',
    comment: 'Under a field that was left empty: the way to be paid, such as a bank or PayPal.',
  }),
  nameRequired: msg({ message: 'Enter the recipient’s name.', comment: 'Who receives the money.' }),
  accountRequired: msg({
    message: 'Enter the account.',
    comment: 'The account number that the money is sent to.',
  }),
  accountInvalid: msg({
    message: 'This does not look like an account of this method.',
    comment: 'Account: the number that the money is sent to; method: the way of payment.',
  }),
};

export const requirementTexts: Record<RequirementKind, MessageDescriptor> = {
  invites: msg({
    message: 'Friends invited',
    comment: 'A condition for a withdrawal and its count: how many friends the user has invited.',
  }),
  videos: msg({
    message: 'Videos watched',
    comment: 'A condition for a withdrawal and its count.',
  }),
  ads_viewed: msg({
    message: 'Ads watched',
    comment:
      'A condition for a withdrawal and its count: how many advertisements the user has watched.',
  }),
  ads_clicked: msg({
    message: 'Ads opened',
    comment:
      'A condition for a withdrawal and its count: how many advertisements the user has opened.',
  }),
  shares: msg({
    message: 'Shares',
    comment:
      'A condition for a withdrawal and its count: how often the user has shared a link. Not shares of a company.',
  }),
};

export const rewardTexts: Record<RewardType, MessageDescriptor> = {
  watch_ad: msg({ message: 'Watched an ad', comment: 'Type of a reward in the history.' }),
  click_ad: msg({ message: 'Opened an ad', comment: 'Type of a reward in the history.' }),
  video: msg({ message: 'Watched a video', comment: 'Type of a reward in the history.' }),
  invite: msg({ message: 'Invited a friend', comment: 'Type of a reward in the history.' }),
  new_user_reward: msg({
    message: 'Welcome bonus',
    comment: 'Type of a reward in the history: given at registration.',
  }),
  invite_level_1_reward: msg({
    message: 'Level 1 friend joined',
    comment: 'Type of a reward in the history: a friend of level 1 registered.',
  }),
  invite_level_2_reward: msg({
    message: 'Level 2 friend joined',
    comment: 'Type of a reward in the history: a friend of level 2 registered.',
  }),
  invite_level_3_reward: msg({
    message: 'Level 3 friend joined',
    comment: 'Type of a reward in the history: a friend of level 3 registered.',
  }),
  notification_reward: msg({
    message: 'Turned on notifications',
    comment: 'Type of a reward in the history.',
  }),
  share_reward: msg({
    message: 'First share of the day',
    comment: 'Type of a reward in the history: the day’s first sharing of a link.',
  }),
  download_reward: msg({
    message: 'Installed the app',
    comment: 'Type of a reward in the history.',
  }),
};
