import * as v from 'valibot';

/** A newly chosen password; the server decides whether it is easy to guess. */
export const newPassword = v.pipe(
  v.string(),
  v.minLength(8, 'at least 8 characters'),
  v.maxLength(128, 'at most 128 characters'),
);
