import * as v from 'valibot';

/** More of them nobody needs, and each is one more way in. */
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 64;

/** What the browser has made by the options, as JSON. */
export const passkeyResponse = v.pipe(
  v.string(),
  v.minLength(1, 'what the browser has made'),
  v.maxLength(16_384, 'at most 16384 characters'),
);
