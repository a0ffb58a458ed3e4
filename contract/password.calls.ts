import * as v from 'valibot';
import { defineCall } from './call.ts';
import { newPassword } from './new-password.ts';

export const changePassword = defineCall({
  method: 'POST',
  path: '/api/user/changePassword',
  access: 'private',
  takes: v.object({
    password: v.pipe(v.string(), v.minLength(1, 'the present password'), v.maxLength(128)),
    new_password: newPassword,
  }),
  gives: v.object({}),
  // `invalid_credentials`: the present password is another one
  refusals: ['invalid_credentials', 'weak_password', 'too_many_attempts'],
});
