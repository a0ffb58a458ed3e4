import * as v from 'valibot';

/** The password of now, which may be shorter than a new one. Apps of before send it with what asks for a proof. */
export const presentPassword = v.pipe(v.string(), v.minLength(1, 'the password'), v.maxLength(128));
