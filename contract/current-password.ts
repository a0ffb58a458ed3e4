import * as v from 'valibot';

/** The present password, which may be shorter than a new one. Older apps send it with calls that need a proof. */
export const currentPassword = v.pipe(v.string(), v.minLength(1, 'the password'), v.maxLength(128));
