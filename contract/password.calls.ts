import * as v from 'valibot';
import { defineCall } from './call.ts';
import { currentPassword } from './current-password.ts';
import { newPassword } from './new-password.ts';

export const changePassword = defineCall({
  method: 'POST',
  path: '/api/user/changePassword',
  access: 'private',
  takes: v.object({
    password: v.optional(currentPassword),
    new_password: newPassword,
  }),
  gives: v.object({}),
  // `invalid_credentials`: the present password is wrong, or has changed meanwhile
  refusals: ['invalid_credentials', 'proof_too_old', 'weak_password', 'too_many_attempts'],
});
