import { count, flag, optionalFlag } from './settings.kinds.ts';

/** Settings of a withdrawal's requirements and waiting times. */
export const withdrawSettings = {
  'withdraw.notification_required': flag(
    false,
    'ask for notifications before a withdrawal; a courtesy: the app asks, but the server cannot see a permission',
  ),
  'withdraw.email_confirmed_required': optionalFlag(
    'ask for a confirmed e-mail before a withdrawal; not set: ask if the server sends mails (`SMTP_URL`); a server that sends no mails never asks',
  ),
  'withdraw.requirements.invites': count(
    0,
    100_000,
    'friends to invite before a withdrawal, who have watched `invite.release_after_videos` paid clips',
  ),
  'withdraw.requirements.videos': count(10, 100_000, 'clips to watch before a withdrawal'),
  'withdraw.requirements.ads_viewed': count(0, 100_000, 'ads to watch before a withdrawal'),
  'withdraw.requirements.ads_clicked': count(
    0,
    100_000,
    'ads to follow before a withdrawal; a courtesy: the app says that the person followed an ad',
  ),
  'withdraw.requirements.shares': count(
    0,
    100_000,
    'shares before a withdrawal; a courtesy: the app says that the person shared',
  ),
  'withdraw.accounts_shared_max': count(
    2,
    100_000,
    'users who may be paid to one payout account, but only one user if the account is easy to get; 0: any number',
  ),
  'withdraw.easy_method_hold_days': count(
    7,
    90,
    'days that a user’s first withdrawal to an account that is easy to get (an e-mail, a user name, a wallet, UPI, PIX by e-mail or random key) waits before it can be paid; 0: none',
  ),
  'withdraw.account_change_hold_hours': count(
    24,
    720,
    'hours that a user’s first withdrawal to an account that took the place of another one waits before it can be paid; of both waits the longer one counts; 0: none',
  ),
} as const;
