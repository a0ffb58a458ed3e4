import type { Fault, Reason, SessionEndedCode } from '../../contract/reasons.ts';

/** `msg` of each refusal: for logs and developers; the app shows its own texts to its users. */
export const refusalMessages: Readonly<Record<Reason, string>> = {
  invalid_credentials: 'The user name or the password is wrong.',
  too_many_attempts: 'Too many attempts; try again later.',
  proof_needed: 'Too many registrations from here: solve the challenge, and send its proof.',
  proof_too_old:
    'The last log-in or proof of this session is older than 10 minutes: send the password or a passkey, or log in again.',
  username_taken: 'This user name is taken.',
  email_taken: 'This e-mail address is taken.',
  weak_password:
    'This password is too easy to guess. Do not use common words, your name or your email.',
  link_over: 'This link was used already, or is too old: request a new one.',
  agreement_needed:
    'The age or the agreed pages are missing, or a page has a newer version: get the versions from getAppConfig, or as a member from info.',
  country_closed: 'Nobody can register from this country.',
  invalid_invite_code: 'This invitation code is not valid.',
  invalid_watch_ticket: 'This watch ticket is not valid.',
  unknown_method: 'There is no such withdrawal method.',
  method_not_in_country: 'This withdrawal method is not offered in this country.',
  invalid_account: 'The account has a wrong format for the withdrawal method.',
  account_shared: 'The maximum number of users is paid to this account already.',
  amount_too_small: 'The amount is below the minimum.',
  amount_exceeds_balance: 'The amount exceeds the balance.',
  wdinfo_missing: 'The withdrawal information is missing: set it first.',
  wdinfo_changed: 'The withdrawal information has changed since the app showed it.',
  pay_changed: 'The payout differs from the sum in the request: get the terms again.',
  pending_exists: 'A withdrawal is pending already.',
  not_objectable: 'This user has no refusal with this id in the last 183 days.',
  not_cancellable: 'This withdrawal of the user does not exist, or can no longer be cancelled.',
  requirements_unmet: 'The requirements for a withdrawal are not met yet.',
  already_claimed: 'This reward was claimed already.',
  limit_not_reached: 'The daily limit is not reached yet.',
  no_share_today: 'Nothing was shared today.',
  no_extra_left: 'Today’s maximum number of shares has added extra views already.',
  unknown_task: 'There is no such task.',
  unknown_video: 'There is no such video.',
  unknown_ad: 'There is no such advertisement.',
  unknown_push_service: 'The endpoint is not an address of a known push service.',
  too_early: 'The clip or advertisement was not watched for long enough.',
  already_rewarded: 'This clip or advertisement was rewarded today already.',
  daily_limit_reached: 'The daily limit is reached.',
  paused_by_operator: 'Rewards are paused.',
  no_more_today: 'Today’s limit of rewards is reached: claim this reward on another day.',
  claim_expired: 'The reward was earned too long ago.',
  idempotency_key_reused: 'This idempotency key was used with another request.',
};

export const faultMessages: Readonly<Record<Fault, string>> = {
  invalid_request: 'The request is malformed.',
  foreign_origin: 'A page of another origin sent this request.',
  not_found: 'There is nothing at this path.',
  too_large: 'The body is larger than 64 KiB.',
  unsupported_media_type: 'The body has a type that is not accepted here.',
  too_many_requests: 'Too many requests of this user, or from this address.',
  internal: 'Something went wrong on the server.',
  unavailable: 'The server cannot answer right now; try again soon.',
};

export const sessionEndedMessages: Readonly<Record<SessionEndedCode, string>> = {
  401: 'The session is over; log in again.',
  409: 'The account was blocked or its password has changed; log in again.',
  303: 'A fresh login is needed.',
};
