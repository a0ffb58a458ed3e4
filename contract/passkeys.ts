import * as v from 'valibot';

/** Maximum number of passkeys: nobody needs more, and each is one more way into the account. */
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 64;

/** The browser's answer to the options, as JSON. */
export const passkeyResponse = v.pipe(
  v.string(),
  v.minLength(1, 'what the browser has made'),
  v.maxLength(16_384, 'at most 16384 characters'),
);
