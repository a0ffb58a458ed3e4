import * as v from 'valibot';
import { defineCall } from './call.ts';
import { newPassword } from './new-password.ts';

export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/user/resetPassword',
  access: 'public',
  takes: v.object({
    code: v.pipe(v.string(), v.minLength(1, 'the code of a link'), v.maxLength(128)),
    password: newPassword,
  }),
  gives: v.object({}),
  // `link_over`: the code is unknown, used, replaced or too old, or the account is blocked; the answer is the same
  refusals: ['link_over', 'weak_password', 'too_many_attempts'],
});
