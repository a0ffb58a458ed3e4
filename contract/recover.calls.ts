import * as v from 'valibot';
import { defineCall } from './call.ts';
import { newPassword } from './new-password.ts';

export const recoverAccount = defineCall({
  method: 'POST',
  path: '/api/user/recoverAccount',
  access: 'public',
  takes: v.object({
    username: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'a user name or e-mail'),
      v.maxLength(254),
    ),
    code: v.pipe(v.string(), v.minLength(1, 'a recovery code'), v.maxLength(128)),
    password: newPassword,
  }),
  gives: v.object({}),
  // `invalid_credentials`: the code is wrong or used, the name unknown or the account blocked; the answer is the same
  refusals: ['invalid_credentials', 'weak_password', 'too_many_attempts'],
});
