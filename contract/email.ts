import * as v from 'valibot';

/** Address in a request, checked by its shape alone: the server's library, too large for the app, decides. */
export const emailInput = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254),
  v.regex(/^\S+[@＠]\S+$/, 'an e-mail address'),
);
