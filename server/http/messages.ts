import type { Fault, Reason, SessionEndedCode } from '../../contract/reasons.ts';

/** `msg` of each refusal: for logs and developers; the app shows its own texts to its users. */
export const refusalMessages: Readonly<Record<Reason, string>> = {
  invalid_credentials: 'The user name or the password is wrong.',
  too_many_attempts: 'Too many attempts; try again later.',
  proof_needed: 'Many register here: solve the challenge and send its proof along.',
  proof_too_old:
    'The last log-in, password or passkey of this session is older than 10 minutes: prove by one of them, or log in again.',
  username_taken: 'This user name is taken.',
  email_taken: 'This e-mail address is taken.',
  weak_password:
    'This password is too easy to guess. Do not use common words, your name or your email.',
  link_over: 'This link was used already, or is too old: ask for a new one.',
  agreement_needed:
    'The age, or what is agreed to in its present version, was not stated: ask getAppConfig again, a member info.',
  country_closed: 'Nobody can register from this country.',
  invalid_invite_code: 'This invitation code is not valid.',
  invalid_watch_ticket: 'This watch ticket is not valid.',
  unknown_method: 'There is no such withdrawal method.',
  method_not_in_country: 'This withdrawal method is not offered in this country.',
  invalid_account: 'The account does not fit the withdrawal method.',
  account_shared: 'As many users as one account may serve are paid to this account already.',
  amount_too_small: 'The amount is below the minimum.',
  amount_exceeds_balance: 'The amount exceeds the balance.',
  wdinfo_missing: 'Withdrawal information has to be set first.',
  wdinfo_changed: 'The withdrawal information is no longer what was shown.',
  pay_changed: 'Another sum would arrive than was shown: ask for the terms again.',
  pending_exists: 'A withdrawal is pending already.',
  not_objectable: 'Nothing was refused to this user there in the last 183 days.',
  not_cancellable: 'There is no withdrawal of this user that can still be cancelled.',
  requirements_unmet: 'The requirements for a withdrawal are not met yet.',
  already_claimed: 'This reward was claimed already.',
  limit_not_reached: 'The daily limit is not reached yet.',
  no_share_today: 'Nothing was shared today.',
  no_extra_left: 'There are no extra views left today.',
  unknown_task: 'There is no such task.',
  unknown_video: 'There is no such video.',
  unknown_ad: 'There is no such advertisement.',
  unknown_push_service: 'The endpoint is not an address of a known push service.',
  too_early: 'It was not watched for long enough.',
  already_rewarded: 'This was rewarded today already.',
  daily_limit_reached: 'The daily limit is reached.',
  paused_by_operator: 'Rewards are paused.',
  no_more_today: 'So much was promised today that this is given on another day.',
  claim_expired: 'It was earned too long ago.',
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
