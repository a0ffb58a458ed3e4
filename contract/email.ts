import * as v from 'valibot';

/** An address in a request, by its shape alone: the server's library decides, which is too large for the app. */
export const emailInput = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254),
  v.regex(/^\S+[@＠]\S+$/, 'an e-mail address'),
);
