import * as v from 'valibot';

/**
 * E-mail address in a request. Only its form is checked here: the server checks the address with a library that is
 * too large for the app.
 */
export const emailInput = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254),
  v.regex(/^\S+[@＠]\S+$/, 'an e-mail address'),
);
