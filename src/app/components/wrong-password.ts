import { msg } from '@lingui/core/macro';

/** The error of the field "current password". */
export const wrongPassword = { password: msg`This is not your current password.` };
