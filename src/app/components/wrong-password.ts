import { msg } from '@lingui/core/macro';

/** The field of the present password is to blame. */
export const wrongPassword = { password: msg`This is not your current password.` };
