import * as v from 'valibot';

/**
 * The present password, which may be shorter than a new one. Where it is optional, only older apps send it: newer
 * apps use a proof of identity instead.
 */
export const currentPassword = v.pipe(v.string(), v.minLength(1, 'the password'), v.maxLength(128));
