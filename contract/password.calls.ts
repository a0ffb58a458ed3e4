import * as v from 'valibot';
import { defineCall } from './call.ts';
import { newPassword } from './new-password.ts';
import { presentPassword } from './present-password.ts';

export const changePassword = defineCall({
  method: 'POST',
  path: '/api/user/changePassword',
  access: 'private',
  takes: v.object({
    password: v.optional(presentPassword),
    new_password: newPassword,
  }),
  gives: v.object({}),
  // `invalid_credentials`: the present password is wrong, or has changed meanwhile
  refusals: ['invalid_credentials', 'proof_too_old', 'weak_password', 'too_many_attempts'],
});
