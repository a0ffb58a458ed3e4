/** Every reason for which the server refuses a call (`code: 0`, `data.reason`). */
export const reasons = [
  'invalid_credentials',
  'too_many_attempts',
  'proof_needed',
  'proof_too_old',
  'username_taken',
  'email_taken',
  'weak_password',
  'link_over',
  'agreement_needed',
  'country_closed',
  'invalid_invite_code',
  'invalid_watch_ticket',
  'unknown_method',
  'method_not_in_country',
  'invalid_account',
  'account_shared',
  'amount_too_small',
  'amount_exceeds_balance',
  'wdinfo_missing',
  'wdinfo_changed',
  'pay_changed',
  'pending_exists',
  'not_cancellable',
  'not_objectable',
  'requirements_unmet',
  'already_claimed',
  'limit_not_reached',
  'no_share_today',
  'no_extra_left',
  'unknown_task',
  'unknown_video',
  'unknown_ad',
  'unknown_push_service',
  'too_early',
  'already_rewarded',
  'daily_limit_reached',
  'paused_by_operator',
  'no_more_today',
  'claim_expired',
  'idempotency_key_reused',
] as const;

export type Reason = (typeof reasons)[number];

/** Transport faults: the HTTP status is the same number, so is the envelope's `code`. */
export const faults = {
  invalid_request: 400,
  /** a page of another origin makes a call that changes something; `data.reason` is also `foreign_origin` */
  foreign_origin: 403,
  not_found: 404,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type Fault = keyof typeof faults;

/** Codes with one meaning only: the session is over. */
export const sessionEndedCodes = [401, 409, 303] as const;
export type SessionEndedCode = (typeof sessionEndedCodes)[number];
